"""The view of a match, ready for text and pictures. The dice grid hides nothing."""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dice_grid.content import DieType
from engine.games.dice_grid.state import EndedBy, Move, Score


class Phase(Enum):
    """Phase of a match; the values are those of ``replay --json``."""

    SETUP = "setup"
    """Until the first mark."""
    CHOOSE = "choose"
    """From a mark up to and including the next roll."""
    MOVE = "move"
    """After the roll."""
    MARK = "mark"
    """From `go` or `star` to the mark."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class SeenColumn:
    """Boxes of one type."""

    die: DieType
    open: tuple[int, ...]
    """Numbers of its open boxes, ascending."""


@dataclass(frozen=True, slots=True)
class SeenGo:
    """A legal move."""

    token: str
    square: int
    steps: int
    number: int
    """Result minus steps: the box that would be crossed."""
    types: tuple[int, ...]
    """Types that fit the square, in type order."""


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """A square that can be marked now, in the set-up or with a star."""

    token: str
    square: int
    types: tuple[int, ...]
    """Types that fit the square, in type order."""


@dataclass(frozen=True, slots=True)
class SeenMark:
    """An unfinished mark: the parts chosen so far."""

    star: bool
    square: int | None = None
    steps: int | None = None
    """Length of the move; None in the set-up and with a star."""
    number: int | None = None
    """Number left over from the move."""
    type: int | None = None
    way: tuple[int, ...] = ()
    """A way of the move, from start to end; () in the set-up and with a star."""


@dataclass(frozen=True, slots=True)
class SeenMove:
    """The move before the last mark."""

    move: Move
    way: tuple[int, ...]
    """The simplest way of that length, from start to end (ways.py)."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The whole table at one moment. Squares and types are numbers, as in the State."""

    phase: Phase
    to_act: tuple[Seat, ...]
    """() if a roll is due or the match is over."""
    size: int
    round: int
    """From 1; 0 in the set-up."""
    grid: tuple[int | None, ...]
    """Type in each square, in square order; None for an empty square."""
    columns: tuple[SeenColumn, ...]
    """Boxes, in type order."""
    marker: int | None
    stars: int
    """Stars left."""
    all_stars: int
    die: int | None
    """Die of this round, once chosen."""
    rolling: bool
    result: int | None
    """The roll, until the round's mark is made or the match ends."""
    mark: SeenMark | None
    """The unfinished mark, if any."""
    dice: tuple[int, ...]
    """Dice that can be chosen now."""
    boxes: tuple[int, ...]
    """Boxes that can be crossed now."""
    types: tuple[int, ...]
    """Types that can be written now."""
    places: tuple[SeenPlace, ...]
    """Squares that can be marked now, in the set-up or with a star."""
    goes: tuple[SeenGo, ...]
    """Legal moves, in square order, then by steps."""
    may_use_star: bool
    may_end: bool
    missing_in_rows: tuple[tuple[int, ...], ...]
    """Types missing from each row, from the top."""
    missing_in_columns: tuple[tuple[int, ...], ...]
    """Types missing from each column, from the left."""
    last: SeenMove | None
    """None if the last mark was made in the set-up or with a star."""
    score: Score
    """Points if the match ended now."""
    possible: int
    """Upper bound of the final points, not always reachable (prospects.py)."""
    ended_by: EndedBy | None
    """None until the end."""
