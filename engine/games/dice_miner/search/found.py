"""What looks have found of one choice."""

from dataclasses import dataclass
from math import sqrt

FEW_SPREAD = 20.0
"""Points: how far apart the ends of single looks lie, where too few were taken to tell."""


@dataclass(slots=True)
class Found:
    """Sums over the looks at one choice."""

    looks: int = 0
    shares: float = 0.0
    leads: float = 0.0
    squares: float = 0.0

    def add(self, share: float, lead: float) -> None:
        """One look gave the chooser this share of the win, and this lead in points."""
        self.looks += 1
        self.shares += share
        self.leads += lead
        self.squares += lead * lead

    @property
    def share(self) -> float:
        """The mean share of the win; there was a look."""
        return self.shares / self.looks

    @property
    def points(self) -> float:
        """The mean lead in points; there was a look."""
        return self.leads / self.looks

    @property
    def error(self) -> float:
        """The standard error of `points`."""
        if self.looks < 4:
            return FEW_SPREAD / sqrt(max(1, self.looks))
        spread = max(0.0, self.squares / self.looks - self.points**2)
        return sqrt(spread / (self.looks - 1))
