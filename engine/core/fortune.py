"""What luck brought a seat beside what it brings on average, in numbers that add up.

What a roll is worth, only a Game knows; how much of it chance explains is the same everywhere.
Each roll is compared with all that it could have shown, whatever led to it, so what somebody
decides neither helps nor hurts: the differences of a match, or of many, average to nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import erfc, sqrt

DICE_AT_LEAST = 20
"""Below so many dice nothing can be said."""
USUAL = 1.959964
"""Standard deviations within which chance stays 19 times of 20."""
RARE = 3.290527
"""Standard deviations within which chance stays 999 times of 1,000."""
_PARTS = 1000


class Verdict(Enum):
    """What can be said of someone's luck."""

    SILENT = "silent"
    """Nothing: too few dice were rolled."""
    AS_EXPECTED = "as expected"
    """Chance does as much to one in 20, or more often."""
    LUCKY = "lucky"
    """Above what chance does to one in 20."""
    UNLUCKY = "unlucky"
    """Below that."""
    BEYOND_LUCKY = "lucky beyond chance"
    """Above what chance does to one in 1,000."""
    BEYOND_UNLUCKY = "unlucky beyond chance"
    """Below that."""


@dataclass(frozen=True, slots=True)
class Fortune:
    """Rolls with their expectation. Whole numbers only, so that any order of sums is equal."""

    dice: int = 0
    """How many dice were rolled."""
    points: int = 0
    """What they were worth as they fell, in points."""
    expected: int = 0
    """What they are worth on average, in thousandths of a point."""
    variance: int = 0
    """The sum of the rolls' variances, in thousandths of a square point."""

    def __add__(self, other: "Fortune") -> "Fortune":
        return Fortune(
            self.dice + other.dice,
            self.points + other.points,
            self.expected + other.expected,
            self.variance + other.variance,
        )

    @property
    def excess(self) -> float:
        """Points above what the dice bring on average; below it negative."""
        return self.points - self.expected / _PARTS

    @property
    def deviation(self) -> float:
        """The standard deviation of `excess`, in points."""
        return sqrt(self.variance / _PARTS)

    @property
    def margin(self) -> float:
        """`excess` lies within so many points of 0 for 19 of 20, by chance alone."""
        return USUAL * self.deviation

    @property
    def sigmas(self) -> float:
        """`excess` in standard deviations; 0 where nothing could have differed."""
        return self.excess / self.deviation if self.variance else 0.0

    @property
    def chance(self) -> float:
        """How likely chance alone is to lead as far from the average, up or down: 0 to 1."""
        return erfc(abs(self.sigmas) / sqrt(2))

    @property
    def verdict(self) -> Verdict:
        """What can be said."""
        if self.dice < DICE_AT_LEAST or not self.variance:
            return Verdict.SILENT
        far = abs(self.sigmas)
        if far < USUAL:
            return Verdict.AS_EXPECTED
        if far < RARE:
            return Verdict.LUCKY if self.sigmas > 0 else Verdict.UNLUCKY
        return Verdict.BEYOND_LUCKY if self.sigmas > 0 else Verdict.BEYOND_UNLUCKY


NOTHING = Fortune()
"""No rolls."""


def of_roll(dice: int, points: int, mean: Fraction, variance: Fraction) -> Fortune:
    """One roll of so many dice: what it was worth, and mean and variance of what it could be."""
    return Fortune(dice, points, round(mean * _PARTS), round(variance * _PARTS))


def total(fortunes: Iterable[Fortune]) -> Fortune:
    """All of them together."""
    return sum(fortunes, NOTHING)
