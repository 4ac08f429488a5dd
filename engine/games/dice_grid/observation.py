"""What is seen of a match, ready for text and pictures. The dice grid hides nothing."""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dice_grid.content import DieType
from engine.games.dice_grid.state import EndedBy, Move, Score


class Phase(Enum):
    """Where a match stands; the values are those of ``replay --json``."""

    SETUP = "setup"
    """Until the first mark is made."""
    CHOOSE = "choose"
    """From a mark to the next roll, also while that is due."""
    MOVE = "move"
    """After the roll."""
    MARK = "mark"
    """From `go` or `star` until that mark is made."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class SeenColumn:
    """The boxes of one type."""

    die: DieType
    open: tuple[int, ...]
    """The numbers of its open boxes, ascending."""


@dataclass(frozen=True, slots=True)
class SeenGo:
    """A move that the player may make now."""

    token: str
    square: int
    steps: int
    number: int
    """What it leaves of the result: the box that would be crossed."""
    types: tuple[int, ...]
    """Those that the square would take, in type order."""


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """A square that may be marked now, in the set-up or with a star."""

    token: str
    square: int
    types: tuple[int, ...]
    """Those that the square would take, in type order."""


@dataclass(frozen=True, slots=True)
class SeenMark:
    """A mark on its way: what of it has been chosen."""

    star: bool
    """Whether it uses a star."""
    square: int | None = None
    steps: int | None = None
    """Of the move that ends there; None in the set-up and with a star."""
    number: int | None = None
    """What the move leaves."""
    type: int | None = None
    way: tuple[int, ...] = ()
    """A way of the move, from start to end; () in the set-up and with a star."""


@dataclass(frozen=True, slots=True)
class SeenMove:
    """The move that led to the last mark."""

    move: Move
    way: tuple[int, ...]
    """A way of so many steps, from start to end: of several the plainest (ways.py)."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The whole table at one moment. Squares and types are numbers, as in the State."""

    phase: Phase
    to_act: tuple[Seat, ...]
    """() where a roll is due or the match is over."""
    size: int
    """Rows of the grid, and columns."""
    round: int
    """From 1; 0 in the set-up."""
    grid: tuple[int | None, ...]
    """The type in each square, in square order; an empty square has None."""
    columns: tuple[SeenColumn, ...]
    """The boxes, in type order."""
    marker: int | None
    stars: int
    """Those left."""
    all_stars: int
    """How many a match begins with."""
    die: int | None
    """The die of this round, once it is chosen."""
    rolling: bool
    """Whether its roll is due."""
    result: int | None
    """What it shows, until the round's mark is made or the match ends."""
    mark: SeenMark | None
    """The mark on its way; None while none is."""
    dice: tuple[int, ...]
    """The dice that may be chosen now."""
    boxes: tuple[int, ...]
    """The boxes that may be crossed now."""
    types: tuple[int, ...]
    """The types that may be written now."""
    places: tuple[SeenPlace, ...]
    """The squares that may be marked now, in the set-up or with a star."""
    goes: tuple[SeenGo, ...]
    """The moves that may be made now, in square order, then by steps."""
    may_use_star: bool
    may_end: bool
    missing_in_rows: tuple[tuple[int, ...], ...]
    """The types that stand nowhere in each row, from the top."""
    missing_in_columns: tuple[tuple[int, ...], ...]
    """The types that stand nowhere in each column, from the left."""
    last: SeenMove | None
    """None if the last mark was made in the set-up or with a star."""
    score: Score
    """In points, as if the match ended now."""
    possible: int
    """An upper bound of the final points, which may be out of reach (prospects.py)."""
    ended_by: EndedBy | None
    """None until the end."""
