"""Who is late, what the others chose, and what that leads to: worked out from the match events.

A lateness begins with its LATE event. It ends with the seat's own next entry, unless that is taken
back; as soon as the seat need not act; with what the others decide, a pause, or the match.
"""

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest

from bot.match.events import EventKind, MatchEvent
from bot.match.holders import UserId, is_person
from bot.match.loaded import Loaded
from bot.match.records import Status
from engine.core.driver import UNDO
from engine.core.types import Seat

CLAIMED_BY = 2
"""The win may be claimed where so many people are left in a match."""
ENDED_BY = 2
"""So many people must not be late, at least, for a match to be ended without a result."""


class Choice(Enum):
    """What those who are not late may choose, the mildest first."""

    WAIT = "wait"
    """The late one has the pace again."""
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
    """A choice with whom it names; its text is the detail of a VOTED event."""

    choice: Choice
    person: UserId | None = None
    """Who shall take the seat; of PERSON only."""

    def __str__(self) -> str:
        return self.choice.value if self.person is None else f"{self.choice.value} {self.person}"

    @classmethod
    def read(cls, text: str) -> "Vote":
        """The vote of this text; raises ValueError."""
        choice, _, person = text.partition(" ")
        return cls(Choice(choice), int(person) if person else None)


@dataclass(frozen=True, slots=True)
class Lateness:
    """A seat whose time is over."""

    id: int
    """The place of its LATE event in the match's history."""
    seat: Seat
    user: UserId
    """Who is late."""
    at: int
    """Since when, in seconds since 1970."""
    after_seq: int
    """How many entries the log had then."""
    row: int
    """How many latenesses in a row this is, with no move of the late one in between."""
    warned: int | None = None
    """When as much time again had passed; None before that."""
    votes: tuple[tuple[UserId, Vote], ...] = ()
    """The last vote of each, in the order in which they first voted."""
    offers: tuple[UserId, ...] = ()
    """Who offered to take the seat over."""
    waited: bool = False
    """Whether it ended with the late one in the seat: they waited, or a computer stood in."""


def latenesses(loaded: Loaded) -> tuple[Lateness, ...]:
    """Those that stand now, in seat order."""
    if loaded.status is not Status.RUNNING:
        return ()
    found = (one for one in _latest(loaded).values() if not one.waited)
    return tuple(sorted((one for one in found if _stands(loaded, one)), key=_by_seat))


def lateness(loaded: Loaded, number: int) -> Lateness | None:
    """The lateness of that id, if it stands."""
    return next((one for one in latenesses(loaded) if one.id == number), None)


def next_row(loaded: Loaded, seat: Seat) -> int:
    """How many latenesses in a row the seat's would be if its time were over now."""
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
    """By seat the latest lateness that was not ended for good by an event."""
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
            return late  # whoever was to take the seat has been forgotten
        votes = {**dict(late.votes), user: vote}
        return replace(late, votes=tuple(votes.items()))
    if event.kind is EventKind.OFFERED and is_person(user):
        return replace(late, offers=(*late.offers, user))
    if event.kind in (EventKind.WAITED, EventKind.STOOD_IN):
        return replace(late, waited=True, after_seq=event.after_seq)
    return None if event.kind is EventKind.HANDED else late


def _stands(loaded: Loaded, late: Lateness) -> bool:
    """Whether the seat is still in the turn in which it became late, without a move of its own.

    Somebody else may have ended that turn, by taking back the move that had led to it.
    """
    turn = loaded.turns.of(late.seat)
    same = turn is not None and turn.run <= late.after_seq
    return same and not _moved(loaded, late)


def _moved(loaded: Loaded, late: Lateness) -> bool:
    """Whether the seat has decided anything since that it did not take back."""
    entries = [kept.entry for kept in loaded.log[late.after_seq :]]
    following = [entry.token for entry in entries[1:]]
    return any(
        entry.actor == late.seat and UNDO not in (entry.token, after)
        for entry, after in zip_longest(entries, following)
    )


def _by_seat(late: Lateness) -> Seat:
    return late.seat


def voters(loaded: Loaded) -> tuple[UserId, ...]:
    """Those who may choose: everybody in the match who is not late, in seat order."""
    late = {one.user for one in latenesses(loaded)}
    return tuple(user for user in loaded.roster.people if user not in late)


def leads(loaded: Loaded, seat: Seat) -> bool:
    """Whether nobody has more points than the seat, and somebody has fewer."""
    scores = loaded.game.scores(loaded.state)
    return scores[seat] == max(scores) > min(scores)


def may_end(loaded: Loaded) -> bool:
    """Whether enough are left to end the match without a result, and nobody late leads."""
    ahead = any(leads(loaded, one.seat) for one in latenesses(loaded))
    return len(voters(loaded)) >= ENDED_BY and not ahead


def may_claim(loaded: Loaded, late: Lateness) -> bool:
    """Whether the one other person may claim the win: two are left, and one was warned twice."""
    two = len(loaded.roster.people) == CLAIMED_BY and bool(voters(loaded))
    return two and (late.warned is not None or late.row > 1)


def choices(loaded: Loaded, late: Lateness) -> tuple[Vote, ...]:
    """What may be chosen now, the mildest first; () where nobody may choose."""
    if not voters(loaded):
        return ()
    plain = [Vote(Choice.WAIT), Vote(Choice.TURN), Vote(Choice.SEAT)]
    free = (user for user in late.offers if user not in loaded.roster.had_part)
    people = [Vote(Choice.PERSON, user) for user in free]
    end = [Vote(Choice.END)] if may_end(loaded) else []
    return (*plain, *people, *end)


def decision(loaded: Loaded, late: Lateness) -> Vote | None:
    """What the votes so far lead to; None where they decide nothing yet.

    To end the match takes all who may choose. Anything else is decided when more than half of
    them have chosen it; after the second warning by what most of the votes say, of as many the
    mildest.
    """
    allowed = choices(loaded, late)
    able = voters(loaded)
    votes = [vote for user, vote in late.votes if user in able and vote in allowed]
    if votes and votes.count(Vote(Choice.END)) == len(able):
        return Vote(Choice.END)
    counts = Counter(vote for vote in votes if vote.choice is not Choice.END)
    ranked = sorted(counts, key=lambda vote: (-counts[vote], allowed.index(vote)))
    if ranked and (late.warned is not None or 2 * counts[ranked[0]] > len(able)):
        return ranked[0]
    return None
