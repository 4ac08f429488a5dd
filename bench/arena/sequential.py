"""A sequential test that stops once it is sure: is the win share at most `below` or at least
`above`?

Wald's sequential probability ratio test on the shares of seeds, with a normal approximation, as for
chess engines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf, log
from statistics import fmean

from bench.arena.shares import spread


class Verdict(Enum):
    BETTER = "better"
    """The share is higher than `below`."""
    NOT_BETTER = "not better"
    """The share is lower than `above`."""
    OPEN = "open"
    """More seeds are necessary."""


@dataclass(frozen=True, slots=True)
class Sequential:
    """The hypotheses and the error rate."""

    below: float
    """Share of the win at which a player is not good enough, 0..1."""
    above: float
    """Share of the win at which a player is good enough, 0..1."""
    error: float = 0.05
    """Probability of BETTER at a share of `below`, and of NOT_BETTER at `above`."""
    least: int = 16
    """Number of seeds before the first verdict, so that the variance is roughly known."""

    def __post_init__(self) -> None:
        if not 0 < self.below < self.above < 1:
            raise ValueError("below must be less than above, and both between 0 and 1")

    def evidence(self, shares: Sequence[float]) -> float:
        """Return the log-likelihood ratio of these shares between `above` and `below`."""
        middle = (self.below + self.above) / 2
        lead = len(shares) * (self.above - self.below) * (fmean(shares) - middle)
        variance = spread(shares)
        if variance:
            return lead / variance
        return inf if lead > 0 else -inf

    def verdict(self, shares: Sequence[float]) -> Verdict:
        if len(shares) < self.least:
            return Verdict.OPEN
        evidence, sure = self.evidence(shares), log((1 - self.error) / self.error)
        if evidence >= sure:
            return Verdict.BETTER
        return Verdict.NOT_BETTER if evidence <= -sure else Verdict.OPEN
