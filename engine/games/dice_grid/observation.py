"""The view of a match, ready for text and pictures. The dice grid hides nothing."""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dice_grid.content import DieType
from engine.games.dice_grid.state import EndedBy, Move, Score


class Phase(Enum):
    """Phase of a match; the values are those of ``replay --json``."""

    SETUP = "setup"
    CHOOSE = "choose"
    """From a mark up to and including the next roll."""
    MOVE = "move"
    MARK = "mark"
    """From `go` or `star` to the mark."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class SeenColumn:
    die: DieType
    open: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """A square that can be marked now, with one length of the move."""

    token: str
    square: int
    types: tuple[int, ...]
    steps: int | None = None
    """Length of the move; None in the set-up and with a star."""
    number: int | None = None
    """Result minus steps: the box that would be crossed; None in the set-up and with a star."""


@dataclass(frozen=True, slots=True)
class SeenMark:
    star: bool
    square: int | None = None
    steps: int | None = None
    """Length of the move; None in the set-up and with a star."""
    number: int | None = None
    type: int | None = None
    way: tuple[int, ...] = ()
    """Squares of the move, from start to end; () in the set-up and with a star."""


@dataclass(frozen=True, slots=True)
class Observation:
    phase: Phase
    to_act: tuple[Seat, ...]
    """() if a roll is due or the match is over."""
    size: int
    round: int
    """From 1; 0 in the set-up."""
    grid: tuple[int | None, ...]
    columns: tuple[SeenColumn, ...]
    marker: int | None
    stars: int
    all_stars: int
    die: int | None
    rolling: bool
    result: int | None
    """The roll, until the round's mark is made or the match ends."""
    mark: SeenMark | None
    dice: tuple[int, ...]
    boxes: tuple[int, ...]
    types: tuple[int, ...]
    places: tuple[SeenPlace, ...]
    """Squares that can be marked now, in the set-up or with a star."""
    goes: tuple[SeenPlace, ...]
    """Squares that a move can mark now."""
    may_use_star: bool
    may_end: bool
    missing_in_rows: tuple[tuple[int, ...], ...]
    missing_in_columns: tuple[tuple[int, ...], ...]
    last: Move | None
    """The last move; None if a star or the set-up made the last mark."""
    last_way: tuple[int, ...]
    """Squares of the simplest way of the last move, from start to end (ways.py); () without one."""
    score: Score
    possible: int
    """Upper bound of the final points, not always reachable (prospects.py)."""
    ended_by: EndedBy | None
