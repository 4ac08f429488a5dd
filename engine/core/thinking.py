"""Input (Thinking) and output (Assessed) of a computer player's search."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

A = TypeVar("A")


class Thinking(Protocol):
    """Time and random numbers for a search, independent of the match's own luck."""

    def more(self) -> bool:
        """Return whether there is time for another sample; cheap enough to call each time."""

    def random(self) -> float:
        """Return a uniform number in [0, 1)."""


@dataclass(frozen=True, slots=True)
class AccuracyScale:
    """What the accuracies 50 and 0 mean in a Game, measured by ``python -m bench.accuracy``."""

    apprentice: float = 0.8
    """Points that computers of the lowest level are behind the best moves, for each point that the
    search expects random moves to be behind.
    """
    random: float = 1.1
    """The same for random moves. It exceeds 1 if the search examines bad moves only briefly."""


@dataclass(frozen=True, slots=True)
class PuzzleScale:
    """How much must be at stake in a puzzle: shares of the win, or points in a Game for one
    seat.
    """

    clear: float = 0.02
    """Least lead of the best move over every other."""
    worse: float = 0.06
    """Least lead of the best move over the tempting one."""


@dataclass(frozen=True, slots=True)
class Assessed(Generic[A]):
    action: A
    share: float
    """Expected share of the win, 0..1; 0.5 in a Game for one seat."""
    points: float
    """Expected final lead over the best rival; in a Game for one seat, its points."""
    error: float
    """Standard error of `points` from sampling; 0 if nothing was sampled."""
    paired: float | None = None
    """Standard error of the difference in points to the best Action if both had the same luck,
    which cancels most of the noise; None for independent errors.
    """
