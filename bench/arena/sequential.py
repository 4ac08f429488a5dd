"""A sequential test: is the share of the win at most this, or at least that? It stops when sure.

Wald's test on the shares of seeds, with a normal approximation, as engines of chess are tested.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf, log
from statistics import fmean

from bench.arena.shares import spread


class Verdict(Enum):
    """What the test says."""

    BETTER = "better"
    """The share is not as low as `below`."""
    NOT_BETTER = "not better"
    """The share is not as high as `above`."""
    OPEN = "open"
    """More seeds would have to be played."""


@dataclass(frozen=True, slots=True)
class Sequential:
    """The question, and how sure the answer must be."""

    below: float
    """The share of who is not better enough, 0..1."""
    above: float
    """The share of who is, 0..1."""
    error: float = 0.05
    """How often it may say BETTER at a share of `below`, and NOT_BETTER at one of `above`."""
    least: int = 16
    """It says nothing before so many seeds: the variance must be known a little."""

    def __post_init__(self) -> None:
        if not 0 < self.below < self.above < 1:
            raise ValueError("below must be less than above, and both between 0 and 1")

    def evidence(self, shares: Sequence[float]) -> float:
        """The logarithm of how much likelier these shares are at `above` than at `below`."""
        middle = (self.below + self.above) / 2
        lead = len(shares) * (self.above - self.below) * (fmean(shares) - middle)
        variance = spread(shares)
        if variance:
            return lead / variance
        return inf if lead > 0 else -inf

    def verdict(self, shares: Sequence[float]) -> Verdict:
        """What the shares of the seeds so far say."""
        if len(shares) < self.least:
            return Verdict.OPEN
        evidence, sure = self.evidence(shares), log((1 - self.error) / self.error)
        if evidence >= sure:
            return Verdict.BETTER
        return Verdict.NOT_BETTER if evidence <= -sure else Verdict.OPEN
