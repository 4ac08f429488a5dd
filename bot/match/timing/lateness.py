"""Who is late, and what the others chose: worked out from the match events.

A lateness begins with its LATE event. It ends with the seat's own next entry, unless that is taken
back; as soon as the seat need not act; with a decision of the others, a pause, or the match.
"""

from dataclasses import dataclass, replace
from enum import Enum

from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.players import UserId, is_person
from engine.core.driver import UNDO
from engine.core.types import Seat


class Choice(Enum):
    """What those who are not late may choose, the mildest first."""

    WAIT = "wait"
    """The late player gets the whole pace again."""
    TURN = "turn"
    """A computer plays this turn."""
    SEAT = "seat"
    """A computer takes the seat."""
    PERSON = "person"
    """Somebody who offered takes the seat."""
    END = "end"
    """The match ends without a result."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A choice, with the person it names; its text is the detail of a VOTED event."""

    choice: Choice
    person: UserId | None = None
    """Who takes the seat; only with PERSON."""

    def __str__(self) -> str:
        return self.choice.value if self.person is None else f"{self.choice.value} {self.person}"

    @classmethod
    def parse(cls, text: str) -> "Vote":
        """The vote of this text; raises ValueError."""
        choice, _, person = text.partition(" ")
        return cls(Choice(choice), int(person) if person else None)


@dataclass(frozen=True, slots=True)
class Lateness:
    """A seat whose time is over."""

    id: int
    """The number of its LATE event."""
    seat: Seat
    user: UserId
    """Who is late."""
    at: int
    """Since when, in seconds since 1970."""
    after_seq: int
    """How many entries the log had then."""
    row: int
    """Which lateness in a row this is, with no move of the late player in between; from 1."""
    warned: int | None = None
    """When they got the second warning, in seconds since 1970; None: not yet."""
    votes: tuple[tuple[UserId, Vote], ...] = ()
    """Everybody's last vote, in the order in which they first voted."""
    offers: tuple[UserId, ...] = ()
    """Who offered to take the seat over."""
    waited: bool = False
    """Whether it ended with the late player keeping the seat, by WAIT or TURN."""


def latenesses(loaded: Loaded) -> tuple[Lateness, ...]:
    """The latenesses of now, in seat order."""
    if loaded.status is not Status.RUNNING:
        return ()
    found = (one for one in _latest(loaded).values() if not one.waited)
    current = (one for one in found if _is_current(loaded, one))
    return tuple(sorted(current, key=lambda one: one.seat))


def lateness(loaded: Loaded, number: int) -> Lateness | None:
    """The lateness of that id; None if it is over."""
    return next((one for one in latenesses(loaded) if one.id == number), None)


def next_row(loaded: Loaded, seat: Seat) -> int:
    """Which lateness in a row it would be if the seat's time were over now; from 1."""
    turn, last = loaded.turns.of(seat), _latest(loaded).get(seat)
    if turn is None or last is None or not last.waited:
        return 1
    if last.after_seq >= turn.run:  # they waited, in this turn
        return last.row + 1 if not _moved(loaded, last) else 1
    if turn.before is not None and last.after_seq >= turn.before:  # it was the turn before
        stood = (seat, last.after_seq) in loaded.roster.stood_in
        return last.row + 1 if stood else 1
    return 1


def _latest(loaded: Loaded) -> dict[Seat, Lateness]:
    """By seat, the latest lateness, unless an event ended it for good."""
    found: dict[Seat, Lateness] = {}
    for event in loaded.events:
        if event.kind is EventKind.PAUSED:
            found.clear()
        if event.seat is None:
            continue
        if event.kind is EventKind.LATE:
            found[event.seat] = Lateness(
                event.n,
                event.seat,
                event.holder or 0,
                event.at,
                event.after_seq,
                int(event.detail or 1),
            )
        elif event.seat in found:
            after = _after(found[event.seat], event)
            if after is None:
                del found[event.seat]
            else:
                found[event.seat] = after
    return found


def _after(late: Lateness, event: MatchEvent) -> Lateness | None:
    user = event.holder or 0
    if event.kind is EventKind.WARNED:
        return replace(late, warned=event.at)
    if event.kind is EventKind.VOTED:
        vote = Vote.parse(event.detail)
        if vote.person is not None and not is_person(vote.person):
            return late  # the person who was to take the seat has been forgotten
        votes = {**dict(late.votes), user: vote}
        return replace(late, votes=tuple(votes.items()))
    if event.kind is EventKind.OFFERED and is_person(user):
        return replace(late, offers=(*late.offers, user))
    if event.kind in (EventKind.WAITED, EventKind.STOOD_IN):
        return replace(late, waited=True, after_seq=event.after_seq)
    return None if event.kind is EventKind.HANDED else late


def _is_current(loaded: Loaded, late: Lateness) -> bool:
    """Whether the seat is still in the turn in which it became late, and has not moved.

    Somebody else may have ended that turn by taking back the move that had led to it.
    """
    turn = loaded.turns.of(late.seat)
    same = turn is not None and turn.run <= late.after_seq
    return same and not _moved(loaded, late)


def _moved(loaded: Loaded, late: Lateness) -> bool:
    """Whether the seat has decided anything since then that it did not take back."""
    made = 0
    for entry in (kept.entry for kept in loaded.log[late.after_seq :]):
        if entry.actor == late.seat:
            made = max(0, made - 1) if entry.token == UNDO else made + 1
    return made > 0
