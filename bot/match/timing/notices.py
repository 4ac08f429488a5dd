"""Notices: messages of their own about single match events.

A notice is posted once. While it is open, because what happens in the match may still change what
it says, it is edited.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.records import MatchId
from engine.core.types import Seat

WITH_NOTICE = frozenset(
    {
        EventKind.LATE,
        EventKind.WARNED,
        EventKind.REPLACED,
        EventKind.FORFEITED,
        EventKind.PAUSE_ASKED,
        EventKind.RESUMED,
        EventKind.IDLE_WARNED,
    }
)
"""The kinds of match events that get a notice."""
_CONSENT = (EventKind.PAUSE_ASKED,)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice as it is stored."""

    match: MatchId
    n: int
    """The number of its event."""
    stamp: int
    """A number that changes whenever something has happened that may change what it says."""
    place: int | None = None
    """The channel or thread that it is in."""
    message: int | None = None
    """None until it is posted."""
    tried: bool = False
    """Whether a process has begun to post it."""


class NoticeStore(Protocol):
    """Where notices are stored. Each write is one transaction."""

    async def due(self) -> tuple[MatchId, ...]:
        """Matches with a notice to post or edit; no frozen ones."""

    async def of_match(self, match: MatchId) -> tuple[Notice, ...]:
        """The notices of a match to post or edit, in the order of their events."""

    async def trying(self, notice: Notice) -> None:
        """Note that a notice is about to be posted."""

    async def shown(
        self, notice: Notice, place: int, message: int, *, open_: bool, now: int
    ) -> None:
        """Note the message of a notice, and whether it is still open.

        The first `now` is noted as the time when it was posted.
        """

    async def dropped(self, notice: Notice) -> None:
        """Note that a notice is not shown any more."""

    async def lost(self, message: int) -> MatchId | None:
        """Note that a message was deleted; gives the match if it was an open notice, else None."""


def events_with_notice(events: Sequence[MatchEvent], after: int) -> tuple[int, ...]:
    """The numbers of the events from `after` on that get a notice.

    For a pause only the proposal gets one, not each consent.
    """
    found = []
    asked = False
    for event in events:
        if (
            event.n >= after
            and event.kind in WITH_NOTICE
            and not (asked and event.kind in _CONSENT)
        ):
            found.append(event.n)
        if event.kind in _CONSENT:
            asked = True
        elif event.kind in (EventKind.PAUSE_DECLINED, EventKind.PAUSED):
            asked = False
    return tuple(found)


def seat_of(event: MatchEvent) -> Seat:
    """The seat that an event names."""
    assert event.seat is not None, f"{event.kind} names a seat"
    return event.seat
