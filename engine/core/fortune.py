"""A seat's luck compared with its expectation, in numbers that can be added up (docs/luck.md).

Points alone can't tell who was lucky: good play also brings points, and a player who rolls many
promising dice can expect many. So each roll is compared with itself, that is, with all results that
the same dice could have shown in the same hoard. Decisions therefore neither help nor hurt, and
over many matches the differences average to zero for any strategy.

A difference means nothing without its scatter, so the variance over the same results is added up,
too. The square root of that sum is the standard deviation that chance alone causes, and the verdict
compares the difference with it. With fewer than DICE_AT_LEAST dice there is no verdict.

Sums are integers. With floats, a player's total over all matches would depend on their order.

A Game only rates its rolls; everything else is the same for all Games.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import erfc, sqrt

DICE_AT_LEAST = 20
"""Fewest dice that allow a verdict on luck."""
USUAL = 1.959964
"""Standard deviations of a two-sided 95 % interval."""
RARE = 3.290527
"""Standard deviations of a two-sided 99.9 % interval."""
_PARTS = 1000


class Verdict(Enum):
    SILENT = "silent"
    """Too few dice to judge."""
    AS_EXPECTED = "as expected"
    LUCKY = "lucky"
    UNLUCKY = "unlucky"
    BEYOND_LUCKY = "lucky beyond chance"
    BEYOND_UNLUCKY = "unlucky beyond chance"


@dataclass(frozen=True, slots=True)
class Fortune:
    """Rolls with their expectation."""

    dice: int = 0
    points: int = 0
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
        return erfc(abs(self.sigmas) / sqrt(2))

    @property
    def verdict(self) -> Verdict:
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
    return sum(fortunes, NOTHING)
