"""The frozen Content of one rules version: the dice, the grid, stars and points.

games/dice_grid/rules_files.py reads it from data/games/; here nothing reads files.
"""

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from engine.core.errors import BadContent

LARGEST = 9
"""The most rows and columns that notation can name."""


@dataclass(frozen=True, slots=True)
class DieType:
    """One of the dice, and the column of boxes that belongs to it: one for each of its faces."""

    faces: int
    letter: str
    """Stands for it in the grid of ``replay --json``."""

    @property
    def name(self) -> str:
        """As in notation, for example ``d8``."""
        return f"d{self.faces}"


@dataclass(frozen=True, slots=True)
class Points:
    """What is worth how many points at the end."""

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
    """All numbers of one rules version, with the names that notation uses.

    A type is known by its place among the dice, a square by its place in square order, both
    from 0. Raises BadContent where no game can be played with it.
    """

    rules: int
    dice: tuple[DieType, ...]
    """One of each type, in type order."""
    size: int
    """Rows of the grid, and columns."""
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
        if len(letters) < len(self.dice) or any(len(one) != 1 or one == "." for one in letters):
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
        """A square in notation, for example ``c4``: its column's letter, its row from the top."""
        return self._square_names[square]

    def lines(self, square: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The squares of its row and those of its column, itself among both."""
        row, column = divmod(square, self.size)
        return self.rows[row], self.columns[column]

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The squares of each row, from the top."""
        return tuple(
            tuple(range(row * self.size, (row + 1) * self.size)) for row in range(self.size)
        )

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The squares of each column, from the left."""
        return tuple(zip(*self.rows, strict=True))

    @cached_property
    def _square_names(self) -> tuple[str, ...]:
        return tuple(
            f"{ascii_lowercase[square % self.size]}{square // self.size + 1}"
            for square in self.squares
        )
