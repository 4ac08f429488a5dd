"""Content of one rules version, immutable; games/dice_grid/rules_files.py reads it from data/."""

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from engine.core.errors import BadContent

LARGEST = 9
"""Largest number of rows and columns that notation can name."""


@dataclass(frozen=True, slots=True)
class DieType:
    faces: int
    letter: str
    """Its letter in the grid of ``replay --json``."""

    @property
    def name(self) -> str:
        return f"d{self.faces}"


@dataclass(frozen=True, slots=True)
class Points:
    square: int
    column: int
    row: int
    star: int


@dataclass(frozen=True)
class Content:
    """All numbers of one rules version; types and squares are indexes from 0. Raises BadContent."""

    rules: int
    dice: tuple[DieType, ...]
    size: int
    stars: int
    points: Points

    def __post_init__(self) -> None:
        if not 2 <= self.size <= LARGEST:
            raise BadContent(f"the grid must have 2 to {LARGEST} rows")
        if len(self.dice) != self.size:
            raise BadContent("the grid needs as many dice as a line has squares")
        faces = [die.faces for die in self.dice]
        if faces != sorted(set(faces)) or not 2 <= faces[0] <= faces[-1] <= 99:
            raise BadContent("dice must have 2 to 99 faces, each more than the die before it")
        letters = {die.letter for die in self.dice}
        if len(letters) < len(self.dice) or any(
            len(letter) != 1 or letter == "." for letter in letters
        ):
            raise BadContent("each die needs a letter of its own, which can't be a full stop")
        if self.stars < 0:
            raise BadContent("the number of stars can't be negative")

    @property
    def squares(self) -> range:
        return range(self.size * self.size)

    @property
    def types(self) -> range:
        return range(len(self.dice))

    def square_name(self, square: int) -> str:
        """Return a square in notation, for example ``c4``: column letter, row from the top."""
        return self._square_names[square]

    def lines(self, square: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        row, column = divmod(square, self.size)
        return self.rows[row], self.columns[column]

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(range(row * self.size, (row + 1) * self.size)) for row in range(self.size)
        )

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        return tuple(zip(*self.rows, strict=True))

    @cached_property
    def _square_names(self) -> tuple[str, ...]:
        return tuple(
            f"{ascii_lowercase[square % self.size]}{square // self.size + 1}"
            for square in self.squares
        )
