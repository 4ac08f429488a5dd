"""The State of a match of the dice grid: everything true now, frozen values only.

`stage` says what is due: a decision, luck, or nothing any more. Squares and types are numbers
(see Content); boxes are known by the number that stands in them.
"""

from dataclasses import dataclass
from enum import Enum


class EndedBy(Enum):
    """Why a match ended."""

    LAST_STAR = "last star"
    """The last star was used."""
    FULL = "full"
    """All squares are marked."""
    NO_BOXES = "no boxes"
    """All boxes are crossed, so nothing can be rolled."""
    STUCK = "stuck"
    """With this result there is nowhere to go, and no star could be used."""
    PLAYER = "player"
    """There was nowhere to go, and the player kept the stars."""


# The stages. Luck is due in Rolling.


@dataclass(frozen=True, slots=True)
class Placing:
    """A square is chosen, in the set-up or with a star."""


@dataclass(frozen=True, slots=True)
class Writing:
    """A type is chosen for a square."""

    square: int
    steps: int | None = None
    """Of the move that ends there; None in the set-up and with a star."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A box of the type is chosen, in the set-up or with a star."""

    square: int
    type: int


@dataclass(frozen=True, slots=True)
class Choosing:
    """A die is chosen: a round begins."""


@dataclass(frozen=True, slots=True)
class Paying:
    """A box of the die's column is chosen, which its roll costs."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """The die rolls (luck)."""


@dataclass(frozen=True, slots=True)
class Moving:
    """The player goes, uses a star, or ends the match."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""

    by: EndedBy


Stage = Placing | Writing | Crossing | Choosing | Paying | Rolling | Moving | Finished


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the marker."""

    start: int
    end: int
    steps: int


@dataclass(frozen=True, slots=True)
class Score:
    """Points by what they are for."""

    squares: int
    columns: int
    rows: int
    stars: int

    @property
    def total(self) -> int:
        """The sum of the four."""
        return self.squares + self.columns + self.rows + self.stars


@dataclass(frozen=True, slots=True)
class State:
    """Everything true now in a match.

    A mark changes grid, boxes, marker and stars at once, with its last word; until then they are
    as before.
    """

    stage: Stage
    grid: tuple[int | None, ...]
    """The type in each square, in square order; an empty square has None."""
    open: tuple[tuple[int, ...], ...]
    """The open boxes of each type, ascending."""
    stars: int
    """Those left."""
    marker: int | None = None
    """The square where it stands; None before the set-up is done."""
    die: int | None = None
    """The type of the die of this round; None before it is chosen."""
    result: int | None = None
    """What it shows, until the round's mark is made or the match ends."""
    move: Move | None = None
    """That of the last mark; None if it was made in the set-up or with a star."""

    @property
    def marked(self) -> int:
        """How many squares are marked."""
        return sum(type_ is not None for type_ in self.grid)

    @property
    def uses_star(self) -> bool:
        """Whether a star was chosen in this round, and its mark is not made yet."""
        match self.stage:
            case Placing() | Crossing() | Writing(steps=None):
                return self.result is not None
            case _:
                return False
