"""Content of one rules version: dice, grid, stars and points. Immutable.

games/dice_grid/rules_files.py reads it from data/games/; this package reads no files.
"""

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from engine.core.errors import BadContent

LARGEST = 9
"""Largest number of rows and columns that notation can name."""


@dataclass(frozen=True, slots=True)
class DieType:
    """One of the dice, with its column of boxes, one for each face."""

    faces: int
    letter: str
    """Its letter in the grid of ``replay --json``."""

    @property
    def name(self) -> str:
        """Notation, for example ``d8``."""
        return f"d{self.faces}"


@dataclass(frozen=True, slots=True)
class Points:
    """Final points for each kind of achievement."""

    square: int
    """A marked square."""
    column: int
    """A full column of the grid."""
    row: int
    """A full row of the grid."""
    star: int
    """An unused star."""


@dataclass(frozen=True)
class Content:
    """All numbers of one rules version, with the names of notation.

    A type is identified by its place among the dice, a square by its place in square order, both
    from
    0. Raise BadContent for unplayable content.
    """

    rules: int
    dice: tuple[DieType, ...]
    """One per type, in type order."""
    size: int
    """Number of rows and of columns."""
    stars: int
    points: Points

    def __post_init__(self) -> None:
        if not 2 <= self.size <= LARGEST:
            raise BadContent(f"the grid has 2 to {LARGEST} rows")
        if len(self.dice) != self.size:
            raise BadContent("there are as many dice as a line has squares")
        faces = [die.faces for die in self.dice]
        if faces != sorted(set(faces)) or not 2 <= faces[0] <= faces[-1] <= 99:
            raise BadContent("dice have 2 to 99 faces, each more than the one before it")
        letters = {die.letter for die in self.dice}
        if len(letters) < len(self.dice) or any(
            len(letter) != 1 or letter == "." for letter in letters
        ):
            raise BadContent("each die has a letter of its own, which is no full stop")
        if self.stars < 0:
            raise BadContent("there are at least 0 stars")

    @property
    def squares(self) -> range:
        """All squares, in square order."""
        return range(self.size * self.size)

    @property
    def types(self) -> range:
        """All types, in type order."""
        return range(len(self.dice))

    def square_name(self, square: int) -> str:
        """Return a square in notation, for example ``c4``: column letter, row from the top."""
        return self._square_names[square]

    def lines(self, square: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the squares of its row and of its column, both including itself."""
        row, column = divmod(square, self.size)
        return self.rows[row], self.columns[column]

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Squares of each row, from the top."""
        return tuple(
            tuple(range(row * self.size, (row + 1) * self.size)) for row in range(self.size)
        )

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """Squares of each column, from the left."""
        return tuple(zip(*self.rows, strict=True))

    @cached_property
    def _square_names(self) -> tuple[str, ...]:
        return tuple(
            f"{ascii_lowercase[square % self.size]}{square // self.size + 1}"
            for square in self.squares
        )
