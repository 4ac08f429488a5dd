"""The start of each seat's turn, derived entry by entry from the log.

A player's clock restarts with each decision within their turn. If the player takes a decision back,
the clock continues as it was before the decision. The time in between (`undone`) does not count,
because the player had nothing to decide.
"""

from dataclasses import dataclass, replace
from typing import Any

from bot.match.values.times import Span
from engine.core.driver import UNDO
from engine.core.game import AnyGame
from engine.core.types import Entry, Seat


@dataclass(frozen=True, slots=True)
class SeatTurn:
    run: int
    before: int | None
    """`run` of the seat's previous turn."""
    since: int
    """The start of the clock, in seconds since 1970: the start of the turn, or the seat's last
    decision in it.
    """
    asked: int
    """Length of the log when the seat's current decision began: the board of that length
    shows it.
    """
    undone: tuple[Span, ...] = ()
    """Spans from a decision until it was taken back, in which the seat did not have to act."""


@dataclass(frozen=True, slots=True)
class Turns:
    current: tuple[SeatTurn | None, ...] = ()
    last: tuple[int | None, ...] = ()
    previous: tuple[SeatTurn | None, ...] = ()
    last_entry_at: int = 0

    def of(self, seat: Seat) -> SeatTurn | None:
        return self.current[seat] if seat < len(self.current) else None


def begin(game: AnyGame, state: Any, seats: int, at: int) -> Turns:
    to_act = game.to_act(state)
    current = tuple(SeatTurn(0, None, at, 0) if seat in to_act else None for seat in range(seats))
    last = tuple(0 if seat in to_act else None for seat in range(seats))
    return Turns(current, last, (None,) * seats, at)


def follow(game: AnyGame, turns: Turns, entry: Entry, state: Any, at: int) -> Turns:
    if game.chance(state) is not None:
        # While luck decides, no seat can act. Earlier turns continue after that.
        current = tuple(
            _decided(turn, entry, at) if turn and entry.actor == seat else turn
            for seat, turn in enumerate(turns.current)
        )
        return Turns(current, turns.last, (None,) * len(current), at)
    to_act = game.to_act(state)
    current = tuple(
        _turn(turns, entry, seat, at) if seat in to_act else None
        for seat in range(len(turns.current))
    )
    last = tuple(
        run if turn is None else turn.run for turn, run in zip(current, turns.last, strict=True)
    )
    return Turns(current, last, turns.current, at)


def _turn(turns: Turns, entry: Entry, seat: Seat, at: int) -> SeatTurn:
    turn = turns.current[seat]
    # The earlier turn continues, without the time since the decision that is undone here.
    if entry.actor == seat and entry.token == UNDO:
        previous = turns.previous[seat]
        if previous is not None:
            return replace(previous, undone=(*previous.undone, Span(turns.last_entry_at, at)))
    if turn is None:
        return SeatTurn(entry.seq + 1, turns.last[seat], at, entry.seq + 1)
    if entry.actor == seat:
        return _decided(turn, entry, at)
    return turn


def _decided(turn: SeatTurn, entry: Entry, at: int) -> SeatTurn:
    return replace(turn, since=at, asked=entry.seq + 1, undone=())
