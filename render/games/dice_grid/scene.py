"""The content of a dice grid's picture as plain values, shared by pictures, alt texts and the text
mode.

Types and squares are indexes from 0: types by number of faces, squares in the order a1, b1 …
"""

from dataclasses import dataclass, field
from datetime import date
from string import ascii_lowercase

from engine.games.dice_grid import prospects
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import Observation, Phase, SeenPlace
from render.players import Player


@dataclass(frozen=True, slots=True)
class GridScene:
    view: Observation
    content: Content
    player: Player
    day: date | None
    focus: int | None = None
    """The row to repeat in large below the board, counted from 0."""
    lit: tuple[SeenPlace, ...] = field(init=False)
    """Squares that can be marked now, in square order, then by steps."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lit", _lit(self.view))

    @property
    def way(self) -> tuple[int, ...]:
        """The squares of the last move, from start to end; () if the last mark was made without a
        move.
        """
        return self.view.last_way

    @property
    def aim(self) -> int | None:
        """The square of the mark in progress. `lit` then has the types that the square can take."""
        return None if self.view.mark is None else self.view.mark.square

    @property
    def number(self) -> int | None:
        return None if self.view.mark is None else self.view.mark.number

    @property
    def writing(self) -> int | None:
        return None if self.view.mark is None else self.view.mark.type

    @property
    def most(self) -> int:
        return prospects.most(self.content)

    @property
    def size(self) -> int:
        return self.view.size

    @property
    def types(self) -> range:
        return range(len(self.view.columns))

    def name(self, square: int) -> str:
        """Return a square in notation, for example ``c4``."""
        row, column = divmod(square, self.size)
        return f"{ascii_lowercase[column]}{row + 1}"

    def die_name(self, type_: int) -> str:
        return f"d{self.view.columns[type_].die.faces}"

    def row(self, number: int) -> range:
        return range(number * self.size, (number + 1) * self.size)

    def column(self, number: int) -> range:
        return range(number, len(self.view.grid), self.size)

    def missing(self, line: range) -> tuple[int, ...]:
        """Return the types that a row or a column lacks; () if it is full."""
        there = {self.view.grid[square] for square in line}
        return tuple(type_ for type_ in self.types if type_ not in there)

    def chances(self, square: int) -> tuple[SeenPlace, ...]:
        return tuple(lit for lit in self.lit if lit.square == square)

    @property
    def stuck(self) -> bool:
        """Whether the die has been rolled but no square is in reach."""
        return self.view.phase is Phase.MOVE and not self.lit


def _lit(view: Observation) -> tuple[SeenPlace, ...]:
    mark = view.mark
    if mark is not None and mark.square is not None and view.types:
        return (SeenPlace("", mark.square, view.types, mark.steps, mark.number),)
    return view.goes or view.places
