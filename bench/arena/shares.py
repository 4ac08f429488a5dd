"""Shares of the win, one a seed, and what they tell: a mean, its interval, Elo.

The unit is the seed. Its matches have the same luck, once from each seat, so that their results
depend on each other; the mean of each seed does not depend on that of another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt
from statistics import fmean

NORMAL = 1.959964
"""Standard deviations to either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure, and the 95 % interval about it."""

    value: float
    low: float
    high: float


def spread(shares: Sequence[float]) -> float:
    """The variance of one seed's share, as if one seed more had been seen, of a lone match.

    So a few seeds that agree leave some doubt.
    """
    mean = fmean(shares)
    return (sum((one - mean) ** 2 for one in shares) + mean * (1 - mean)) / (len(shares) + 1)


def interval(shares: Sequence[float]) -> Interval:
    """The mean share with Wilson's interval, which stays within 0 and 1.

    It counts as many matches as would tell as much if none had the same luck as another.
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
    """How much stronger than one rival a player is who wins so much of a table of so many.

    Each wins as often as it is strong, so 1 at a fair share; of a game for one, as with two.
    """
    return inf if share >= 1 else (max(seats, 2) - 1) * share / (1 - share)


def share(strength: float, seats: int) -> float:
    """The share of the win at a table of so many of who is so much stronger than each rival."""
    return strength / (strength + max(seats, 2) - 1)


def elo(share: float, seats: int = 2) -> float:
    """The lead in Elo points behind a share of the win, 400 for each factor of ten in strength."""
    strength = odds(share, seats)
    return 400 * log10(strength) if strength else -inf


def elo_interval(found: Interval, seats: int) -> Interval:
    """The Elo lead behind an Interval of shares."""
    return Interval(elo(found.value, seats), elo(found.low, seats), elo(found.high, seats))
