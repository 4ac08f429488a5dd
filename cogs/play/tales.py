"""What happened on a board, in lines: the rules' events, and what the rules don't know."""

from collections.abc import Sequence

from bot.match.types import EventKind, MatchEvent
from cogs.screens import Scene, screens
from cogs.screens.base import Advances

LINES = 14
"""A board tells so many lines at most: the last ones."""


def tale(scene: Scene, advances: Advances, events: Sequence[MatchEvent]) -> list[str]:
    """The lines of these entries and of these events."""
    lines = screens(scene.game.info.name).story(scene, advances)
    lines += [text for event in events if (text := _line(scene, event))]
    return lines[-LINES:]


def _line(scene: Scene, event: MatchEvent) -> str:
    if event.kind is EventKind.RESIGNED and event.seat is not None:
        return scene.words.say("🏳️ {player} resigned.", player=f"<@{event.holder}>")
    if event.kind is EventKind.HANDED and event.seat is not None and event.holder is None:
        return scene.words.say("🤖 A computer player takes the seat over.")
    return ""
