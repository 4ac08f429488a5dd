"""The only caller of a Game's apply and resolve: takes tokens, gives Positions and Entries."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.core.capabilities import Undo
from engine.core.chance import Stream
from engine.core.errors import BadEntry, BadToken, NotLegal
from engine.core.game import Game
from engine.core.types import ChanceRequest, Entry, Event, Seat

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the O of the Game protocol

UNDO = "undo"
"""The token of the log that cancels the seat's own last Action; no Action itself."""


@dataclass(frozen=True, slots=True)
class Retractable(Generic[S]):
    """The last Entry that counts, where its seat may still cancel it."""

    seat: Seat
    before: S
    earlier: "Retractable[S] | None" = None
    """What the same seat may cancel next, once this is cancelled."""


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """Where a match stands after `seq` entries."""

    state: S
    seq: int = 0
    """The number of entries so far, so the seq of the next one."""
    drawn: int = 0
    """How many numbers of the stream have been used."""
    retractable: Retractable[S] | None = None


@dataclass(frozen=True, slots=True)
class Advance(Generic[S]):
    """One Entry that was accepted, and what it led to."""

    entry: Entry
    position: Position[S]
    events: tuple[Event, ...]


def start(game: Game[S, A, O], seats: int) -> Position[S]:
    """The Position before the first Entry; raises ValueError for a number of seats not played."""
    if seats not in game.info.seats:
        raise ValueError(f"{game.info.name} is not played with {seats} seats")
    return Position(game.new(seats))


def legal_tokens(game: Game[S, A, O], position: Position[S], seat: Seat) -> tuple[str, ...]:
    """All Actions of the seat as tokens, in the Game's order, without `undo`."""
    return tuple(game.notation(action) for action in game.legal_actions(position.state, seat))


def may_undo(position: Position[S], seat: Seat) -> bool:
    """Whether the seat may now cancel the last Entry."""
    return position.retractable is not None and position.retractable.seat == seat


def choose(game: Game[S, A, O], position: Position[S], seat: Seat, token: str) -> Advance[S]:
    """Let a seat decide; raises NotLegal, changing nothing."""
    state = position.state
    if token == UNDO:
        retractable = position.retractable
        if retractable is None or retractable.seat != seat:
            raise NotLegal("there is no move of this seat that can still be taken back")
        after = Position(retractable.before, position.seq + 1, position.drawn, retractable.earlier)
        return Advance(Entry(position.seq, seat, token), after, ())
    action = action_of(game, state, seat, token)
    step = game.apply(state, seat, action)
    retractable = None
    if isinstance(game, Undo) and game.undoable(state, action, step.state):
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
        return "an outcome of chance is due here"
    to_act = sorted(game.to_act(state))
    if seat not in to_act:
        return f"seat {seat} is not to act, but {' and '.join(map(str, to_act))}"
    return f"'{token[:60]}' is not legal for seat {seat} here"


def settle(game: Game[S, A, O], position: Position[S], drawn: tuple[int, ...]) -> Advance[S]:
    """Answer the chance that the State asks for with these numbers."""
    token = game.chance_notation(position.state, drawn)
    step = game.resolve(position.state, drawn)
    after = Position(step.state, position.seq + 1, position.drawn + len(drawn))
    return Advance(Entry(position.seq, None, token), after, step.events)


def advance(game: Game[S, A, O], position: Position[S], stream: Stream) -> tuple[Advance[S], ...]:
    """Let the stream answer until a seat must decide or the match is over; () if none is due."""
    advances = []
    while (request := game.chance(position.state)) is not None:
        made = settle(game, position, stream.answer(request, position.drawn))
        advances.append(made)
        position = made.position
    return tuple(advances)


def read(game: Game[S, A, O], position: Position[S], entry: Entry) -> Advance[S]:
    """Take one Entry of a log; raises BadEntry if it is not legal where it stands."""
    if entry.seq != position.seq:
        raise BadEntry(f"seq {position.seq} is due here, not {entry.seq}")
    try:
        if entry.actor is not None:
            return choose(game, position, entry.actor, entry.token)
        request = game.chance(position.state)
        if request is None:
            raise BadEntry("no outcome of chance is due here")
        drawn = game.read_chance(position.state, entry.token)
    except (NotLegal, BadToken) as error:
        raise BadEntry(str(error)) from error
    _check(request, drawn)
    return settle(game, position, drawn)


def _check(request: ChanceRequest, drawn: tuple[int, ...]) -> None:
    assert len(drawn) == len(request.bounds), "read_chance gives one number for each bound"
    assert all(0 <= number < bound for number, bound in zip(drawn, request.bounds, strict=True)), (
        "read_chance gives numbers below their bounds"
    )


def replay(game: Game[S, A, O], seats: int, log: Iterable[Entry]) -> Iterator[Advance[S]]:
    """Every Entry of a log in turn with what it led to; raises BadEntry at the first bad one."""
    position = start(game, seats)
    for entry in log:
        made = read(game, position, entry)
        yield made
        position = made.position


def without_undone(advances: Sequence[Advance[S]]) -> tuple[Advance[S], ...]:
    """Those that count: neither a move that was taken back nor the entry that says so."""
    kept: list[Advance[S]] = []
    for made in advances:
        if made.entry.token != UNDO:
            kept.append(made)
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
    """Whether a press made when the log had `seq` entries still means what its player saw.

    It does when nothing happened since; or when seats decide at the same time
    and since then only other seats of that same moment have decided.
    """
    if seq == position.seq:
        return True
    if not 0 <= seq < position.seq or not game.sealed(position.state):
        return False
    if any(entry.actor is None or entry.actor == seat for entry in log[seq:]):
        return False
    seen = start(game, seats)
    for made in replay(game, seats, log[:seq]):
        seen = made.position
    return game.sealed(seen.state) and seat in game.to_act(seen.state)


def digest(state: object) -> str:
    """A State's fingerprint, 16 hex digits: equal States have equal ones."""
    return hashlib.sha256(repr(state).encode()).hexdigest()[:16]
