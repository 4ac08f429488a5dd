"""Statistics of win shares: mean, interval, Elo.

The unit is the seed. The matches of a seed have the same luck from each seat, so their results
depend on each other; the means of two seeds do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt
from statistics import fmean

NORMAL = 1.959964
"""Half-width of a 95 % interval in standard deviations."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


def spread(shares: Sequence[float]) -> float:
    """Return the variance of one seed's share, with one match added to the sample. The extra match
    keeps the variance above 0 when all of a few seeds agree.
    """
    mean = fmean(shares)
    return (sum((value - mean) ** 2 for value in shares) + mean * (1 - mean)) / (len(shares) + 1)


def interval(shares: Sequence[float]) -> Interval:
    """Return the mean share with Wilson's interval, which stays within 0 and 1.

    The sample size is the number of independent matches with the same variance.
    """
    mean = fmean(shares)
    variance = spread(shares)
    lone = mean * (1 - mean)
    matches = len(shares) * lone / variance if variance else float(len(shares))
    square = NORMAL**2 / matches
    middle = (mean + square / 2) / (1 + square)
    half = sqrt(square * lone + square**2 / 4) / (1 + square)
    return Interval(mean, max(0.0, middle - half), min(1.0, middle + half))


def odds(share: float, seats: int) -> float:
    """Return the strength relative to one rival of a player with this share at a table of `seats`.

    Players win in proportion to their strength, so a fair share returns 1. A game for one counts as
    a table of two.
    """
    return inf if share >= 1 else (max(seats, 2) - 1) * share / (1 - share)


def share(strength: float, seats: int) -> float:
    """Return the share at a table of `seats` of a player with this strength relative to
    each rival.
    """
    return strength / (strength + max(seats, 2) - 1)


def elo(share: float, seats: int = 2) -> float:
    """Return the Elo lead for a share of the win; a factor of ten in strength is 400 points."""
    strength = odds(share, seats)
    return 400 * log10(strength) if strength else -inf


def elo_interval(share: Interval, seats: int) -> Interval:
    return Interval(elo(share.value, seats), elo(share.low, seats), elo(share.high, seats))
