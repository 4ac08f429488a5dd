"""What of a match's history is told by a message of its own, and to whom it calls.

Such a message, a notice, belongs to one match event. It is posted once, and written anew while it
is open: as long as what happens in the match may change what it says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.events import EventKind, MatchEvent
from bot.match.holders import UserId
from bot.match.records import MatchId
from engine.core.types import Seat

TOLD = frozenset(
    {
        EventKind.LATE,
        EventKind.WARNED,
        EventKind.REPLACED,
        EventKind.PAUSE_ASKED,
        EventKind.RESUMED,
        EventKind.IDLE_WARNED,
    }
)
"""The kinds of match events that have a notice."""
_CONSENT = (EventKind.PAUSE_ASKED,)


@dataclass(frozen=True, slots=True)
class Notice:
    """A message about a match event, as far as it is shown."""

    match: MatchId
    n: int
    """The place of the event in the match's history."""
    stamp: int
    """Another one whenever something has happened that it may have to tell."""
    place: int | None = None
    """The channel or thread that holds it."""
    message: int | None = None
    """None until it is posted."""
    tried: bool = False
    """Whether a process has begun to post it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who must act, and what they have been reminded of."""

    match: MatchId
    user: UserId
    since: int
    """When their time began, in seconds since 1970: another time is another turn."""
    sent: int = 0
    """How many reminders of that turn have been claimed."""


class NoticeStore(Protocol):
    """Where notices and reminders are kept. Every write is one transaction."""

    async def due(self) -> tuple[MatchId, ...]:
        """Matches with a notice to post or to write anew; no frozen ones."""

    async def of_match(self, match: MatchId) -> tuple[Notice, ...]:
        """Those notices of a match, by the order of their events."""

    async def trying(self, notice: Notice) -> None:
        """Note that it is about to be posted."""

    async def shown(
        self, notice: Notice, place: int, message: int, *, open_: bool, now: int
    ) -> None:
        """Note that it is shown as it was drawn since `now` at the latest, and may change or not.

        When it was first shown stays noted.
        """

    async def dropped(self, notice: Notice) -> None:
        """Note that it is told no more."""

    async def lost(self, message: int) -> MatchId | None:
        """Note that a message is gone; the match whose open notice it was, None for any other."""

    async def waiting(self, now: int, most: int) -> tuple[Waiting, ...]:
        """Those of whom a reminder may be due, the longest overdue first; no frozen matches."""

    async def claim(self, waiting: Waiting, sent: int, at: int | None) -> bool:
        """Note how many reminders are sent, and when to look again; None: never in this turn.

        False where another process has been faster, or the turn is over.
        """


def begun(events: Sequence[MatchEvent], after: int) -> tuple[int, ...]:
    """The places of the events that have a notice, of those from `after` on.

    Of a pause that is proposed only the proposal has one, not each consent.
    """
    found = []
    asked = False
    for event in events:
        if event.n >= after and event.kind in TOLD and not (asked and event.kind in _CONSENT):
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
