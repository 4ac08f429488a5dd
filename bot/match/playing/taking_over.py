"""The level of a computer that takes over a seat or a turn: the server's setting at that time.

The event stores the level, so that a later change of the setting does not affect the match.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.people.settings import SettingsStore
from engine.core.computers import nearest
from engine.core.types import Level

TAKING_OVER = "taking_over"
"""The server setting; its value is that of a Level, FOREMAN by default."""


def takes_over(event: MatchEvent) -> bool:
    to_computer = event.kind is MatchEventKind.HANDED and event.holder is None
    return to_computer or event.kind is MatchEventKind.STOOD_IN


async def with_levels(
    store: SettingsStore, loaded: Loaded, events: Sequence[MatchEvent]
) -> Sequence[MatchEvent]:
    """Add the Level to new events with which a computer takes over.

    If the match ends with these events, no computer plays.
    """
    ends = any(event.kind is MatchEventKind.ENDED for event in events)
    if ends or not any(takes_over(event) for event in events):
        return events
    settings = await store.guild_settings(loaded.record.guild)
    level = nearest(loaded.game.info, Level.parse(settings.get(TAKING_OVER, "")))
    return [replace(event, detail=level) if takes_over(event) else event for event in events]
