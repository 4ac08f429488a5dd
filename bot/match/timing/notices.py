"""Notices: separate messages about single match events.

A notice is posted once. It is open while the match can still change its text, and the bot edits it
until then.
"""

from collections.abc import Sequence

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.people.messages import MessageRow
from bot.storage.base import restores
from bot.storage.base.connection import Connection
from engine.core.types import Seat

WITH_NOTICE = frozenset(
    {
        MatchEventKind.LATE,
        MatchEventKind.WARNED,
        MatchEventKind.REPLACED,
        MatchEventKind.FORFEITED,
        MatchEventKind.PAUSE_ASKED,
        MatchEventKind.RESUMED,
        MatchEventKind.IDLE_WARNED,
    }
)
_CONSENT = (MatchEventKind.PAUSE_ASKED,)


OF_MATCH = "kind = 'notice' AND subject = ?"
DONE = "message IS NULL AND shown = wanted"
"""True for rows of closed notices, which stay for the time at which they were posted."""


def note_posted(connection: Connection, row: MessageRow, *, now: int) -> None:
    """Complete the record of a new notice, in the same transaction."""
    match = row.key.subject
    if row.message is not None:
        restores.note_message(connection, match, row.message)
    connection.execute(
        f"UPDATE message SET posted = COALESCE(posted, ?) WHERE {OF_MATCH} AND part = ?",  # noqa: S608 - constant text
        (now, match, row.key.part),
    )
    connection.execute(
        "UPDATE deadline SET at = soonest, stamp = stamp + 1 WHERE match = ? AND kind = 'second'",
        (match,),
    )


def events_with_notice(events: Sequence[MatchEvent], after: int) -> tuple[int, ...]:
    """Return the numbers of events from `after` on that get a notice.

    For a pause only the proposal gets one, not each consent.
    """
    numbers = []
    is_proposed = False
    for event in events:
        if (
            event.n >= after
            and event.kind in WITH_NOTICE
            and not (is_proposed and event.kind in _CONSENT)
        ):
            numbers.append(event.n)
        if event.kind in _CONSENT:
            is_proposed = True
        elif event.kind in (MatchEventKind.PAUSE_DECLINED, MatchEventKind.PAUSED):
            is_proposed = False
    return tuple(numbers)


def seat_of(event: MatchEvent) -> Seat:
    assert event.seat is not None, f"{event.kind} names a seat"
    return event.seat
