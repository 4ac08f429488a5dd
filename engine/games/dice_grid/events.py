"""Events of a match, for text and pictures; derived, never stored."""

from dataclasses import dataclass

from engine.core.types import Event
from engine.games.dice_grid.state import EndedBy, Move, Score


@dataclass(frozen=True, slots=True)
class SquareMarked(Event):
    square: int
    type: int
    number: int
    move: Move | None
    """The move to the square; None in the set-up and with a star."""
    star: bool
    full_row: bool
    full_column: bool


@dataclass(frozen=True, slots=True)
class BoxPaid(Event):
    type: int
    number: int


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    type: int
    result: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    by: EndedBy
    score: Score
    stars: int
    full_lines: int
