"""State of a dice grid match, frozen values only.

`stage` determines the next event: a decision, luck, or the end. Squares and types are numbers (see
Content); boxes are identified by their number.
"""

from dataclasses import dataclass
from enum import Enum, auto


class EndedBy(Enum):
    LAST_STAR = "last star"
    FULL = "full"
    NO_BOXES = "no boxes"
    STUCK = "stuck"
    """The result allowed no move, and no star could be used."""
    PLAYER = "player"
    """The result allowed no move, and the player kept the stars."""


class SimpleStage(Enum):
    """Stages that need no fields."""

    PLACING = auto()
    """The player chooses a square, in the set-up or with a star."""
    CHOOSING = auto()
    """The player chooses a die: a round begins."""
    PAYING = auto()
    """The player chooses a box of the die's column as the price of the roll."""
    ROLLING = auto()
    """The die rolls (luck)."""
    MOVING = auto()
    """The player moves, uses a star, or ends the match."""


@dataclass(frozen=True, slots=True)
class Writing:
    square: int
    steps: int | None = None
    """Length of the move; None in the set-up and with a star."""


@dataclass(frozen=True, slots=True)
class Crossing:
    square: int
    type: int


@dataclass(frozen=True, slots=True)
class Finished:
    by: EndedBy


Stage = SimpleStage | Writing | Crossing | Finished


@dataclass(frozen=True, slots=True)
class Move:
    start: int
    end: int
    steps: int


@dataclass(frozen=True, slots=True)
class Score:
    squares: int
    columns: int
    rows: int
    stars: int

    @property
    def total(self) -> int:
        return self.squares + self.columns + self.rows + self.stars


@dataclass(frozen=True, slots=True)
class State:
    """The current position. The last Action of a mark changes grid, boxes, marker and stars
    together.
    """

    stage: Stage
    grid: tuple[int | None, ...]
    """Type in each square, in square order; None for an empty square."""
    open: tuple[tuple[int, ...], ...]
    """Open boxes of each type, ascending."""
    stars: int
    marker: int | None = None
    """Its square; None before the end of the set-up."""
    die: int | None = None
    result: int | None = None
    """The roll, until the round's mark is made or the match ends."""
    move: Move | None = None
    """Move of the last mark; None in the set-up and with a star."""

    @property
    def marked(self) -> int:
        return sum(type_ is not None for type_ in self.grid)

    @property
    def uses_star(self) -> bool:
        match self.stage:
            case SimpleStage.PLACING | Crossing() | Writing(steps=None):
                return self.result is not None
            case _:
                return False
