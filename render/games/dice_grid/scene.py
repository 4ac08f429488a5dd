"""What a picture of the dice grid shows, as plain values: the same for picture, alt text and text.

Types are places among the dice, squares are places in square order (a1, b1 …), both from 0.
"""

from dataclasses import dataclass, field
from datetime import date
from string import ascii_lowercase

from engine.games.dice_grid import prospects
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import Observation, Phase
from render.players import Player


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
class GridScene:
    """One grid at one moment, as the player sees it."""

    view: Observation
    content: Content
    player: Player
    """Whose grid it is."""
    day: date | None
    """The day of a grid of the day; None for practice."""
    lit: tuple[Lit, ...] = field(init=False)
    """What may be marked now, in square order, then by steps."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lit", _lit(self.view))

    @property
    def way(self) -> tuple[int, ...]:
        """The squares of the last move, from start to end; () if the last mark needed no move."""
        return () if self.view.last is None else self.view.last.way

    @property
    def aim(self) -> int | None:
        """The square of a mark on its way; `lit` may tell the types that it can take."""
        return None if self.view.mark is None else self.view.mark.square

    @property
    def number(self) -> int | None:
        """What the move to it leaves."""
        return None if self.view.mark is None else self.view.mark.number

    @property
    def writing(self) -> int | None:
        """The type that was chosen for it."""
        return None if self.view.mark is None else self.view.mark.type

    @property
    def most(self) -> int:
        """The most points that a grid can score."""
        return prospects.most(self.content)

    @property
    def size(self) -> int:
        """Rows of the grid, and columns."""
        return self.view.size

    @property
    def types(self) -> range:
        """All types."""
        return range(len(self.view.columns))

    def name(self, square: int) -> str:
        """A square in notation, for example ``c4``."""
        row, column = divmod(square, self.size)
        return f"{ascii_lowercase[column]}{row + 1}"

    def die_name(self, type_: int) -> str:
        """A type in notation, for example ``d8``."""
        return f"d{self.view.columns[type_].die.faces}"

    def row(self, number: int) -> range:
        """The squares of a row, counted from 0."""
        return range(number * self.size, (number + 1) * self.size)

    def column(self, number: int) -> range:
        """The squares of a column of the grid, counted from 0."""
        return range(number, len(self.view.grid), self.size)

    def missing(self, line: range) -> tuple[int, ...]:
        """The types that don't stand in a row or a column; () if it is full."""
        there = {self.view.grid[square] for square in line}
        return tuple(type_ for type_ in self.types if type_ not in there)

    def chances(self, square: int) -> tuple[Lit, ...]:
        """The ways to mark a square now, by steps."""
        return tuple(lit for lit in self.lit if lit.square == square)

    @property
    def stuck(self) -> bool:
        """Whether the die was rolled and there is nowhere to go."""
        return self.view.phase is Phase.MOVE and not self.lit


def _lit(view: Observation) -> tuple[Lit, ...]:
    """The squares that can be marked now, or the types of the one that was chosen."""
    if view.goes:
        return tuple(Lit(go.square, go.types, go.number, go.steps) for go in view.goes)
    if view.mark is not None and view.mark.square is not None and view.types:
        return (Lit(view.mark.square, view.types, view.mark.number, view.mark.steps),)
    return tuple(Lit(place.square, place.types) for place in view.places)
