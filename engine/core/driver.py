"""The only caller of a Game's `apply` and `resolve`: turns tokens into Positions and Entries.

Rules are pure and trust their caller. Their caller must check that an Action is legal, draw the
luck that a State asks for, count the numbers drawn, write the token into the log and remember which
moves can be taken back. If the bot, the replays and the computer players each did that, a match
could replay differently from how it was played. So all of them use this module, and a log entry
read from a file takes the same path as a press on a button.

The driver keeps no state. A Position is a value: State, number of entries, numbers drawn so far,
and the chain of moves that can be taken back. Each function takes a Position and returns an Advance
with the next one; an illegal token raises, and the caller still has its old Position.

Taking a move back is itself an entry ("undo"). It restores the State from before the move, but not
the number of entries: the log only grows. The count of numbers drawn never shrinks either, because
an outcome of chance can't be taken back: no player can roll again for a better result.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.core.chance import Stream
from engine.core.errors import BadEntry, BadToken, NotLegal
from engine.core.game import Game
from engine.core.types import Entry, Event, Seat

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the O of Game

UNDO = "undo"
"""Token that cancels the seat's own last Action; not an Action itself."""


@dataclass(frozen=True, slots=True)
class Retractable(Generic[S]):
    seat: Seat
    before: S
    earlier: "Retractable[S] | None" = None
    """The next move that the same seat can cancel after this one."""


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    state: S
    seq: int = 0
    """Number of entries so far, which is the seq of the next one."""
    drawn: int = 0
    """Count of stream numbers already used."""
    retractable: Retractable[S] | None = None


@dataclass(frozen=True, slots=True)
class Advance(Generic[S]):
    entry: Entry
    position: Position[S]
    events: tuple[Event, ...]


def start(game: Game[S, A, O], seats: int) -> Position[S]:
    """Return the Position before the first Entry; raise ValueError for a wrong number of seats."""
    if seats not in game.info.seats:
        raise ValueError(f"{game.info.name} is not played with {seats} seats")
    return Position(game.new(seats))


def legal_tokens(game: Game[S, A, O], position: Position[S], seat: Seat) -> tuple[str, ...]:
    """Return all Actions of the seat as tokens, in the Game's order, without `undo`."""
    return tuple(game.notation(action) for action in game.legal_actions(position.state, seat))


def may_undo(position: Position[S], seat: Seat) -> bool:
    return position.retractable is not None and position.retractable.seat == seat


def choose(game: Game[S, A, O], position: Position[S], seat: Seat, token: str) -> Advance[S]:
    """Apply a seat's decision; raise NotLegal if it is not legal."""
    state = position.state
    if token == UNDO:
        retractable = position.retractable
        if retractable is None or retractable.seat != seat:
            raise NotLegal("this seat has no move that can still be taken back")
        after = Position(retractable.before, position.seq + 1, position.drawn, retractable.earlier)
        return Advance(Entry(position.seq, seat, token), after, ())
    action = action_of(game, state, seat, token)
    step = game.apply(state, seat, action)
    retractable = None
    if game.undoable(state, action, step.state):
        earlier = position.retractable if may_undo(position, seat) else None
        retractable = Retractable(seat, state, earlier)
    after = Position(step.state, position.seq + 1, position.drawn, retractable)
    return Advance(Entry(position.seq, seat, token), after, step.events)


def action_of(game: Game[S, A, O], state: S, seat: Seat, token: str) -> A:
    """Return the legal Action that a token spells; raise NotLegal."""
    for action in game.legal_actions(state, seat):
        if game.notation(action) == token:
            return action
    raise NotLegal(_why_not(game, state, seat, token))


def _why_not(game: Game[S, A, O], state: S, seat: Seat, token: str) -> str:
    if game.outcome(state) is not None:
        return "the match is over"
    if game.chance(state) is not None:
        return "an outcome of chance is expected here"
    to_act = sorted(game.to_act(state))
    if seat not in to_act:
        return f"seat {seat} can't act now, only {' and '.join(map(str, to_act))}"
    return f"'{token[:60]}' is not legal for seat {seat} here"


def settle(game: Game[S, A, O], position: Position[S], drawn: tuple[int, ...]) -> Advance[S]:
    token = game.chance_notation(position.state, drawn)
    step = game.resolve(position.state, drawn)
    after = Position(step.state, position.seq + 1, position.drawn + len(drawn))
    return Advance(Entry(position.seq, None, token), after, step.events)


def advance(game: Game[S, A, O], position: Position[S], stream: Stream) -> tuple[Advance[S], ...]:
    """Draw luck until a seat must decide or the match is over; () if no chance is due."""
    advances = []
    while (bounds := game.chance(position.state)) is not None:
        outcome = settle(game, position, stream.answer(bounds, position.drawn))
        advances.append(outcome)
        position = outcome.position
    return tuple(advances)


def read(game: Game[S, A, O], position: Position[S], entry: Entry) -> Advance[S]:
    """Apply one Entry of a log; raise BadEntry if it is not legal at its place."""
    if entry.seq != position.seq:
        raise BadEntry(f"expected seq {position.seq} here, not {entry.seq}")
    try:
        if entry.actor is not None:
            return choose(game, position, entry.actor, entry.token)
        bounds = game.chance(position.state)
        if bounds is None:
            raise BadEntry("no outcome of chance is expected here")
        drawn = game.read_chance(position.state, entry.token)
    except (NotLegal, BadToken) as error:
        raise BadEntry(str(error)) from error
    _check(bounds, drawn)
    return settle(game, position, drawn)


def _check(bounds: tuple[int, ...], drawn: tuple[int, ...]) -> None:
    if len(drawn) != len(bounds):
        raise BadEntry("read_chance must return one number for each bound")
    if not all(0 <= number < bound for number, bound in zip(drawn, bounds, strict=True)):
        raise BadEntry("read_chance must return numbers below their bounds")


def replay(game: Game[S, A, O], seats: int, log: Iterable[Entry]) -> Iterator[Advance[S]]:
    """Yield each Entry of a log with its result; raise BadEntry at the first bad one."""
    position = start(game, seats)
    for entry in log:
        accepted = read(game, position, entry)
        yield accepted
        position = accepted.position


def without_undone(advances: Sequence[Advance[S]]) -> tuple[Advance[S], ...]:
    """Return the moves that count: neither a move that was taken back nor its undo."""
    kept: list[Advance[S]] = []
    for accepted in advances:
        if accepted.entry.token != UNDO:
            kept.append(accepted)
        elif kept:
            kept.pop()
    return tuple(kept)


def is_fresh(
    game: Game[S, A, O],
    seats: int,
    log: tuple[Entry, ...],
    position: Position[S],
    seat: Seat,
    seq: int,
) -> bool:
    """Return whether a press on a board of `seq` entries still means what its player intended.

    It does if the log has not grown since, or only by decisions of other seats in the same
    simultaneous decision.
    """
    if seq == position.seq:
        return True
    if not 0 <= seq < position.seq or not game.sealed(position.state):
        return False
    if any(entry.actor is None or entry.actor == seat for entry in log[seq:]):
        return False
    board = start(game, seats)
    for accepted in replay(game, seats, log[:seq]):
        board = accepted.position
    return game.sealed(board.state) and seat in game.to_act(board.state)


def digest(game: Game[S, A, O], state: S) -> str:
    """Return a State's fingerprint, 16 hex digits; equal States have equal digests."""
    return hashlib.sha256(game.canonical(state).encode()).hexdigest()[:16]
