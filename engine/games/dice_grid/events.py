"""Events of a match, for text and pictures; derived, never stored."""

from dataclasses import dataclass

from engine.core.types import Event
from engine.games.dice_grid.state import EndedBy, Move, Score


@dataclass(frozen=True, slots=True)
class SquareMarked(Event):
    """A square was marked: its type written and a box crossed."""

    square: int
    type: int
    number: int
    """Number of the box."""
    move: Move | None
    """The move that ended there; None in the set-up and with a star."""
    star: bool
    full_row: bool
    full_column: bool


@dataclass(frozen=True, slots=True)
class BoxPaid(Event):
    """A box was crossed as the price of a roll."""

    type: int
    number: int


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """A die was rolled."""

    type: int
    result: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is over."""

    by: EndedBy
    score: Score
    stars: int
    """Unused stars."""
    full_lines: int
    """Full rows and columns."""
