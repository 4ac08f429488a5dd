"""Sample statistics of one choice."""

from dataclasses import dataclass
from math import sqrt

FEW_SPREAD = 20.0
"""Assumed standard deviation in points while there are too few samples."""


@dataclass(slots=True)
class Found:
    looks: int = 0
    shares: float = 0.0
    leads: float = 0.0
    squares: float = 0.0

    def add(self, share: float, lead: float) -> None:
        self.looks += 1
        self.shares += share
        self.leads += lead
        self.squares += lead * lead

    @property
    def share(self) -> float:
        return self.shares / self.looks

    @property
    def points(self) -> float:
        return self.leads / self.looks

    @property
    def error(self) -> float:
        if self.looks < 4:
            return FEW_SPREAD / sqrt(max(1, self.looks))
        spread = max(0.0, self.squares / self.looks - self.points**2)
        return sqrt(spread / (self.looks - 1))
