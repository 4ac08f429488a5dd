"""Reasons why a square can't be marked now: the rule, and the facts.

Only `legal_actions` decides legality. This module derives a reason for all other squares from the
same State. Each square is either legal or has a reason (tests/laws/test_dice_grid.py).
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from engine.games.dice_grid import grid, ways
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.phases import mark
from engine.games.dice_grid.state import Crossing, Finished, SimpleStage, State, Writing


class Because(Enum):
    """Rules that forbid marking a square (dice-grid.md)."""

    OVER = auto()
    ROLL_FIRST = auto()
    """The player must choose, pay for and roll a die before moving the marker."""
    CHOSEN = auto()
    """The player has already chosen a square; its type or box is next."""
    MARKED = auto()
    OUT_OF_REACH = auto()
    """Every way takes at least as many steps as the result; at least 1 must be left over."""
    NO_TYPE_FITS = auto()
    """No way leaves a number whose box is open in a type that fits."""
    NO_TYPE_LEFT = auto()
    """In the set-up or with a star: every type with an open box is already in the row or the
    column.
    """


class Refusal(Enum):
    IN_LINE = auto()
    NO_SUCH_BOX = auto()
    CROSSED = auto()
    """The box with the number is crossed; with a star: all boxes are."""


class RefusedWay(NamedTuple):
    steps: int | None
    number: int | None
    """Number left over; None in the set-up and with a star."""
    types: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    because: Because
    type: int | None = None
    steps: int | None = None
    ways: tuple[RefusedWay, ...] = ()
    """If no type fits: each length within the result, ascending, with the reasons."""


def why_not(content: Content, state: State, square: int) -> Reason | None:
    match state.stage:
        case Finished():
            return Reason(Because.OVER)
        case Writing() | Crossing():
            return Reason(Because.CHOSEN)
        case SimpleStage.PLACING | SimpleStage.MOVING:
            pass
        case _:
            return Reason(Because.ROLL_FIRST)
    if state.grid[square] is not None:
        return Reason(Because.MARKED, type=state.grid[square])
    if state.stage is SimpleStage.PLACING:
        refused = RefusedWay(None, None, _refusals(content, state, square, None))
        fits = grid.fitting(content, state, square, None)
        return None if fits else Reason(Because.NO_TYPE_LEFT, ways=(refused,))
    assert state.marker is not None, "a move needs a marker"
    assert state.result is not None, "a move needs a roll"
    lengths = ways.lengths(content.size)[state.marker][square]
    if lengths[0] >= state.result:
        return Reason(Because.OUT_OF_REACH, steps=lengths[0])
    refusals = []
    for steps in lengths:
        number = state.result - steps
        if number < 1:
            break
        if grid.fitting(content, state, square, number):
            return None
        refusals.append(RefusedWay(steps, number, _refusals(content, state, square, number)))
    return Reason(Because.NO_TYPE_FITS, ways=tuple(refusals))


def why_not_type(content: Content, state: State, stage: Writing, type_: int) -> Refusal | None:
    return _refusal(content, state, stage.square, type_, mark.number_left(state, stage))


def _refusals(
    content: Content, state: State, square: int, number: int | None
) -> tuple[Refusal, ...]:
    reasons = (_refusal(content, state, square, type_, number) for type_ in content.types)
    return tuple(refusal for refusal in reasons if refusal is not None)


def _refusal(
    content: Content, state: State, square: int, type_: int, number: int | None
) -> Refusal | None:
    if type_ not in grid.free_types(content, state, square):
        return Refusal.IN_LINE
    if number is not None and number > content.dice[type_].faces:
        return Refusal.NO_SUCH_BOX
    if not state.open[type_] or (number is not None and number not in state.open[type_]):
        return Refusal.CROSSED
    return None
