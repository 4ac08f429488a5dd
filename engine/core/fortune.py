"""A seat's luck compared with its expectation, in numbers that can be added up.

A Game knows the worth of a roll; the share that chance explains is the same everywhere. Each roll
is compared with all results that the same dice could have shown, whatever led to the roll. Player
decisions therefore neither help nor hurt, and the differences average to zero over many matches.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import erfc, sqrt

DICE_AT_LEAST = 20
"""Fewest dice from which luck can be judged."""
USUAL = 1.959964
"""Standard deviations of a two-sided 95 % interval."""
RARE = 3.290527
"""Standard deviations of a two-sided 99.9 % interval."""
_PARTS = 1000


class Verdict(Enum):
    """Judgement of a player's luck."""

    SILENT = "silent"
    """Too few dice to judge."""
    AS_EXPECTED = "as expected"
    """Within the 95 % interval."""
    LUCKY = "lucky"
    """Above the 95 % interval."""
    UNLUCKY = "unlucky"
    """Below the 95 % interval."""
    BEYOND_LUCKY = "lucky beyond chance"
    """Above the 99.9 % interval."""
    BEYOND_UNLUCKY = "unlucky beyond chance"
    """Below the 99.9 % interval."""


@dataclass(frozen=True, slots=True)
class Fortune:
    """Rolls with their expectation. Integers only, so that the order of summing can't matter."""

    dice: int = 0
    points: int = 0
    """Points that the rolls were worth."""
    expected: int = 0
    """Expected worth, in thousandths of a point."""
    variance: int = 0
    """Sum of the rolls' variances, in thousandths of a square point."""

    def __add__(self, other: "Fortune") -> "Fortune":
        return Fortune(
            self.dice + other.dice,
            self.points + other.points,
            self.expected + other.expected,
            self.variance + other.variance,
        )

    @property
    def excess(self) -> float:
        """Return the points above expectation; negative below."""
        return self.points - self.expected / _PARTS

    @property
    def deviation(self) -> float:
        """Return the standard deviation of `excess`, in points."""
        return sqrt(self.variance / _PARTS)

    @property
    def margin(self) -> float:
        """Return the half-width of the 95 % interval of `excess` around 0."""
        return USUAL * self.deviation

    @property
    def sigmas(self) -> float:
        """Return `excess` in standard deviations; 0 if only one result was possible."""
        return self.excess / self.deviation if self.variance else 0.0

    @property
    def chance(self) -> float:
        """Return the two-sided probability of a deviation this large, 0..1."""
        return erfc(abs(self.sigmas) / sqrt(2))

    @property
    def verdict(self) -> Verdict:
        """Judge the luck; SILENT below DICE_AT_LEAST dice."""
        if self.dice < DICE_AT_LEAST or not self.variance:
            return Verdict.SILENT
        far = abs(self.sigmas)
        if far < USUAL:
            return Verdict.AS_EXPECTED
        if far < RARE:
            return Verdict.LUCKY if self.sigmas > 0 else Verdict.UNLUCKY
        return Verdict.BEYOND_LUCKY if self.sigmas > 0 else Verdict.BEYOND_UNLUCKY


NOTHING = Fortune()


def of_roll(dice: int, points: int, mean: Fraction, variance: Fraction) -> Fortune:
    """Return the Fortune of one roll from its worth and the distribution's mean and variance."""
    return Fortune(dice, points, round(mean * _PARTS), round(variance * _PARTS))


def total(fortunes: Iterable[Fortune]) -> Fortune:
    """Return the sum of all fortunes."""
    return sum(fortunes, NOTHING)
