"""What happened on a board, in lines: the rules' events, and what the rules don't know."""

from collections.abc import Sequence

from bot.match.events import EventKind, MatchEvent, Void
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from cogs.names import mention
from cogs.pace_words import pace_line
from cogs.play.news import heard
from cogs.screens import Scene, screens
from cogs.screens.base import Advances
from engine.core.driver import UNDO
from texts import Words

LINES = 14
"""A board tells so many things at most: the last ones."""
LENGTH = 1_500
"""And in so many characters, so that the rest of a message has room."""


def tale(scene: Scene, advances: Advances, events: Sequence[MatchEvent]) -> list[str]:
    """The lines of these entries and of these events, oldest first, a few at most."""
    return capped(_told(scene, advances, events), scene.words)


def recap(scene: Scene, loaded: Loaded, user: UserId) -> list[str]:
    """What happened since the user's last turn, as their board tells it; for who has no seat,
    what happened last. Slow, so called in a worker thread.
    """
    advances = loaded.advances()
    seat = loaded.roster.seat_of(user)
    since = 0 if seat is None else heard(advances, seat)
    events = [event for event in loaded.events if event.after_seq >= since]
    return tale(scene, advances[since:], events)


def _told(scene: Scene, advances: Advances, events: Sequence[MatchEvent]) -> list[str]:
    """Everything in the order in which it happened; a move that was taken back is one line."""
    story = screens(scene.game.info.name).story
    parts: list[list[str]] = []
    waiting, before = list(events), 0
    for made in advances:
        while waiting and waiting[0].after_seq <= made.entry.seq:
            parts.append([event_line(scene, waiting.pop(0))])
        if made.entry.token == UNDO and made.entry.actor is not None:
            if made.entry.seq > advances[0].entry.seq:
                parts[before] = []
            name = scene.name(made.entry.actor)
            parts.append([scene.words.say("↩️ {player} took a move back.", player=name)])
        else:
            before = len(parts)
            parts.append(story(scene, (made,)))
    parts += [[event_line(scene, event)] for event in waiting]
    return [line for part in parts for line in part if line]


def capped(lines: Sequence[str], words: Words) -> list[str]:
    """The last of these lines, after one that says how many are left out."""
    kept = list(lines[-LINES:])
    while len(kept) > 1 and sum(map(len, kept)) + len(kept) > LENGTH:
        kept.pop(0)
    left = len(lines) - len(kept)
    if not left:
        return kept
    more = words.count(
        "-# … and {count} earlier thing: `/replay` tells all.",
        "-# … and {count} earlier things: `/replay` tells all.",
        left,
    )
    return [more, *kept]


def event_line(scene: Scene, event: MatchEvent) -> str:
    """What a match event is told as; empty where it is not told."""
    if event.kind is EventKind.RESIGNED and event.seat is not None:
        return scene.words.say("🏳️ {player} resigned.", player=_who(scene, event))
    if event.kind is EventKind.HANDED and event.holder is None:
        return scene.words.say("🤖 A computer player takes the seat over.")
    if event.kind is EventKind.PLANNED:
        return scene.words.say("📝 {player} had planned this:", player=_who(scene, event))
    if event.kind is EventKind.PLAN_DROPPED:
        why = screens(scene.game.info.name).plan_dropped(scene, event.detail)
        player = _who(scene, event)
        return scene.words.say("📝 {player}, your plan was dropped. {why}", player=player, why=why)
    if event.kind is EventKind.VOIDED:
        return _voided(Void(event.detail), scene.words)
    return pace_line(event, scene.words)


def _voided(why: Void, words: Words) -> str:
    match why:
        case Void.MODERATED:
            return words.say("🛑 A moderator ended the match.")
        case Void.VOTED:
            return words.say("🛑 The others ended the match, as somebody was late.")
        case Void.IDLE:
            return words.say("🛑 Nobody moved for two months, so the match has ended.")


def _who(scene: Scene, event: MatchEvent) -> str:
    """Whom an event is about."""
    return mention(event.holder or 0, scene.words)
