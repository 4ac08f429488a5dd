"""Late players and the votes about them, derived from the match events.

A lateness begins with its LATE event. It ends when the player of the seat moves (unless they take
the move back), when the seat no longer has to act, when the others decide, or with a pause or the
end of the match.
"""

from dataclasses import dataclass, replace

from bot.match.log.events import MatchEvent, MatchEventKind, Vote
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.players import UserId, is_person
from engine.core.driver import UNDO
from engine.core.types import Seat


@dataclass(frozen=True, slots=True)
class Lateness:
    id: int
    seat: Seat
    user: UserId
    at: int
    after_seq: int
    row: int
    """Number of the player's latenesses since their last move, from 1."""
    warned: int | None = None
    """When they got the second warning, in seconds since 1970."""
    votes: tuple[tuple[UserId, Vote], ...] = ()
    offers: tuple[UserId, ...] = ()
    waited: bool = False
    """True if it ended with WAIT or TURN: the late player keeps the seat."""


def latenesses(loaded: Loaded) -> tuple[Lateness, ...]:
    if loaded.status is not Status.RUNNING:
        return ()
    candidates = (late for late in _latest(loaded).values() if not late.waited)
    current = (late for late in candidates if _is_current(loaded, late))
    return tuple(sorted(current, key=lambda late: late.seat))


def lateness(loaded: Loaded, number: int) -> Lateness | None:
    return next((late for late in latenesses(loaded) if late.id == number), None)


def next_row(loaded: Loaded, seat: Seat) -> int:
    """Return the `row` that a lateness would get now."""
    turn, last = loaded.turns.of(seat), _latest(loaded).get(seat)
    if turn is None or last is None or not last.waited:
        return 1
    if last.after_seq >= turn.run:  # that lateness was in this turn
        return last.row + 1 if not _moved(loaded, last) else 1
    if turn.before is not None and last.after_seq >= turn.before:  # it was in the previous turn
        stood = (seat, last.after_seq) in loaded.roster.stood_in
        return last.row + 1 if stood else 1
    return 1


def _latest(loaded: Loaded) -> dict[Seat, Lateness]:
    latest: dict[Seat, Lateness] = {}
    for event in loaded.events:
        if event.kind is MatchEventKind.PAUSED:
            latest.clear()
        if event.seat is None:
            continue
        if event.kind is MatchEventKind.LATE:
            latest[event.seat] = Lateness(
                event.n,
                event.seat,
                event.holder or 0,
                event.at,
                event.after_seq,
                event.fact(int) if event.detail else 1,
            )
        elif event.seat in latest:
            after = _after(latest[event.seat], event)
            if after is None:
                del latest[event.seat]
            else:
                latest[event.seat] = after
    return latest


def _after(late: Lateness, event: MatchEvent) -> Lateness | None:
    user = event.holder or 0
    if event.kind is MatchEventKind.WARNED:
        return replace(late, warned=event.at)
    if event.kind is MatchEventKind.VOTED:
        vote = event.fact(Vote)
        if vote.person is not None and not is_person(vote.person):
            return late  # the named person has been forgotten
        votes = {**dict(late.votes), user: vote}
        return replace(late, votes=tuple(votes.items()))
    if event.kind is MatchEventKind.OFFERED and is_person(user):
        return replace(late, offers=(*late.offers, user))
    if event.kind in (MatchEventKind.WAITED, MatchEventKind.STOOD_IN):
        return replace(late, waited=True, after_seq=event.after_seq)
    return None if event.kind is MatchEventKind.HANDED else late


def _is_current(loaded: Loaded, late: Lateness) -> bool:
    """Return whether the seat is still in the same turn, and has not moved.

    Another player can end that turn by taking back the move that led to it.
    """
    turn = loaded.turns.of(late.seat)
    same_turn = turn is not None and turn.run <= late.after_seq
    return same_turn and not _moved(loaded, late)


def _moved(loaded: Loaded, late: Lateness) -> bool:
    decisions = 0
    for entry in (stored.entry for stored in loaded.log[late.after_seq :]):
        if entry.actor == late.seat:
            decisions = max(0, decisions - 1) if entry.token == UNDO else decisions + 1
    return decisions > 0
