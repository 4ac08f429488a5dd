"""What a computer player that searches is given from outside, and what it finds."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

A = TypeVar("A")


class Thinking(Protocol):
    """Time to think, and luck to think with. It has nothing of the match's own luck."""

    def more(self) -> bool:
        """Whether there is time for one more look. Cheap enough to be asked each time."""

    def random(self) -> float:
        """A number from 0 up to and without 1, each as likely as the others."""


@dataclass(frozen=True, slots=True)
class Assessed(Generic[A]):
    """What a search found of one Action."""

    action: A
    share: float
    """How much of the win the seat can expect after it, 0..1; of a Game for one seat, 0.5."""
    points: float
    """By how many points the seat can expect to lead the best rival in the end, below 0 to be
    behind; of a Game for one seat, its points."""
    error: float
    """The standard error of `points` from the luck that was drawn; 0 where none was."""
