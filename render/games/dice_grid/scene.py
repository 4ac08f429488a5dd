"""What a picture of the dice grid shows, as plain values: the same for picture, alt text and text.

Types are places among the dice, squares are places in square order (a1, b1 …), both from 0.
"""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from math import isqrt
from string import ascii_lowercase

from render.players import Player


class Phase(Enum):
    """Where a match stands (dice-grid.md, Match files)."""

    SETUP = "setup"
    CHOOSE = "choose"
    MOVE = "move"
    MARK = "mark"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Column:
    """The boxes of one type."""

    faces: int
    """How many there are: those from 1 to this number."""
    open: tuple[int, ...]
    """The numbers of its open boxes, ascending."""


@dataclass(frozen=True, slots=True)
class Lit:
    """A way to mark a square that may be chosen now."""

    square: int
    types: tuple[int, ...]
    """Those that the square would take, in type order."""
    number: int | None = None
    """What the move leaves of the result; None in the set-up and with a star."""
    steps: int | None = None
    """How long the move is; None in the set-up and with a star."""


@dataclass(frozen=True, slots=True)
class Points:
    """Points by what they are for, not counts."""

    squares: int
    columns: int
    rows: int
    stars: int

    @property
    def total(self) -> int:
        """The sum of the four."""
        return self.squares + self.columns + self.rows + self.stars


@dataclass(frozen=True, slots=True)
class GridScene:
    """One grid at one moment."""

    player: Player
    """Whose grid it is."""
    day: date | None
    """The day of a grid of the day; None for practice."""
    phase: Phase
    grid: tuple[int | None, ...]
    """The type in each square, in square order; an empty square has None."""
    columns: tuple[Column, ...]
    """In type order."""
    marker: int | None
    """The square where it stands; None before the set-up is done."""
    way: tuple[int, ...]
    """The squares of the last move, from start to end; () if the last mark needed no move."""
    lit: tuple[Lit, ...]
    """What may be marked now, in square order, then by steps."""
    stars: int
    """Those left."""
    all_stars: int
    """How many there are at the beginning."""
    points: Points
    """As if the match ended now."""
    for_column: int
    """What a full column of the grid scores."""
    for_row: int
    """What a full row scores."""
    possible: int
    """No continuation scores more than this."""
    most: int
    """The most points that a grid can score."""
    die: int | None = None
    """The type of this round's die, once it is chosen."""
    result: int | None = None
    """What it shows, until the round's mark is made."""
    aim: int | None = None
    """The square that was chosen for a mark on its way; `lit` may tell the types it can take."""
    number: int | None = None
    """What the move to it leaves."""
    writing: int | None = None
    """The type that was chosen for it."""

    @property
    def size(self) -> int:
        """Rows of the grid, and columns."""
        return isqrt(len(self.grid))

    @property
    def types(self) -> range:
        """All types."""
        return range(len(self.columns))

    def name(self, square: int) -> str:
        """A square in notation, for example ``c4``."""
        row, column = divmod(square, self.size)
        return f"{ascii_lowercase[column]}{row + 1}"

    def die_name(self, type_: int) -> str:
        """A type in notation, for example ``d8``."""
        return f"d{self.columns[type_].faces}"

    def row(self, number: int) -> range:
        """The squares of a row, counted from 0."""
        return range(number * self.size, (number + 1) * self.size)

    def column(self, number: int) -> range:
        """The squares of a column of the grid, counted from 0."""
        return range(number, len(self.grid), self.size)

    def missing(self, line: range) -> tuple[int, ...]:
        """The types that don't stand in a row or a column; () if it is full."""
        there = {self.grid[square] for square in line}
        return tuple(type_ for type_ in self.types if type_ not in there)

    def chances(self, square: int) -> tuple[Lit, ...]:
        """The ways to mark a square now, by steps."""
        return tuple(lit for lit in self.lit if lit.square == square)

    @property
    def stuck(self) -> bool:
        """Whether the die was rolled and there is nowhere to go."""
        return self.phase is Phase.MOVE and not self.lit
