"""Since when each seat has had to act: worked out along with the log."""

from dataclasses import dataclass, replace
from typing import Any

from bot.match.values.times import Span
from engine.core.driver import UNDO
from engine.core.game import AnyGame
from engine.core.types import Entry, Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that must act now."""

    run: int
    """How many entries the log had when the turn began."""
    before: int | None
    """`run` of the seat's turn before this one; None in its first."""
    since: int
    """When its time began, in seconds since 1970: then, or with its own last decision since."""
    asked: int
    """How many entries the log had at that time: a board that shows them shows the decision."""
    undone: tuple[Span, ...] = ()
    """The time between decisions of the seat and taking them back, in which it need not act."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of all seats at one moment, and before the last entry, which may be taken back."""

    now: tuple[Turn | None, ...] = ()
    """By seat; None: it need not act."""
    last: tuple[int | None, ...] = ()
    """By seat, `run` of its latest turn; None: it has had none."""
    previous: tuple[Turn | None, ...] = ()
    """What `now` was before the last entry."""
    last_entry_at: int = 0
    """When the last entry was made."""

    def of(self, seat: Seat) -> Turn | None:
        """The seat's turn; None if it need not act."""
        return self.now[seat] if seat < len(self.now) else None


def begin(game: AnyGame, state: Any, seats: int, at: int) -> Turns:
    """The turns when a match begins."""
    to_act = game.to_act(state)
    now = tuple(Turn(0, None, at, 0) if seat in to_act else None for seat in range(seats))
    last = tuple(0 if seat in to_act else None for seat in range(seats))
    return Turns(now, last, (None,) * seats, at)


def follow(game: AnyGame, turns: Turns, entry: Entry, state: Any, at: int) -> Turns:
    """The turns after one more entry, which led to this State at time `at`."""
    if game.chance(state) is not None:
        # Nobody is to act until luck has answered; who was before it goes on after it.
        now = tuple(
            _decided(turn, entry, at) if turn and entry.actor == seat else turn
            for seat, turn in enumerate(turns.now)
        )
        return Turns(now, turns.last, (None,) * len(now), at)
    to_act = game.to_act(state)
    now = tuple(
        _turn(turns, entry, seat, at) if seat in to_act else None for seat in range(len(turns.now))
    )
    last = tuple(
        earlier if turn is None else turn.run for turn, earlier in zip(now, turns.last, strict=True)
    )
    return Turns(now, last, turns.now, at)


def _turn(turns: Turns, entry: Entry, seat: Seat, at: int) -> Turn:
    turn = turns.now[seat]
    if entry.actor == seat and entry.token == UNDO:
        previous = turns.previous[seat]
        if previous is not None:
            return replace(previous, undone=(*previous.undone, Span(turns.last_entry_at, at)))
    if turn is None:
        return Turn(entry.seq + 1, turns.last[seat], at, entry.seq + 1)
    if entry.actor == seat:
        return _decided(turn, entry, at)
    return turn


def _decided(turn: Turn, entry: Entry, at: int) -> Turn:
    """The turn of a seat that goes on after a decision of its own."""
    return replace(turn, since=at, asked=entry.seq + 1, undone=())
