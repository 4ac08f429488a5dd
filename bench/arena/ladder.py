"""One scale for players who met in pairs: Bradley and Terry's strengths, as Elo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

# What is drawn again is drawn alike in each run.
from random import Random  # noqa: TID251
from statistics import fmean

from bench.arena.shares import Interval, odds

_ROUNDS = 5000
"""At most."""
_STILL = 1e-6
"""Strengths that change by a smaller part than this are found."""
_DRAWS = 200
"""So often seeds are drawn again to tell how sure a place is."""


@dataclass(frozen=True, slots=True)
class Met:
    """What two players made of each other."""

    one: str
    other: str
    seats: int
    shares: Sequence[float]
    """The one's, a seed."""


def ladder(met: Sequence[Met]) -> dict[str, Interval]:
    """Each player's Elo above the weakest, the strongest first.

    The intervals tell how much the lead over the weakest changes with the seeds that are drawn.
    """
    found = strengths(met)
    lowest = min(found, key=found.__getitem__)
    luck = Random(0)  # noqa: S311 - nothing is kept secret by it
    drawn: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(_DRAWS):
        again = [
            Met(one.one, one.other, one.seats, luck.choices(one.shares, k=len(one.shares)))
            for one in met
        ]
        other = strengths(again)
        for name in drawn:
            drawn[name].append(other[name] - other[lowest])
    cut = round(_DRAWS * 0.025)
    order = sorted(found, key=found.__getitem__, reverse=True)
    return {
        name: Interval(
            found[name] - found[lowest], sorted(drawn[name])[cut], sorted(drawn[name])[-cut - 1]
        )
        for name in order
    }


def strengths(met: Sequence[Met]) -> Mapping[str, float]:
    """Each player's Elo, on average 0 in all.

    As likely as can be, with one seed shared evenly beside those of each pair, so that who won all
    is not infinitely strong. A share of a larger table counts like the share between two that
    tells the same (shares.py).
    """
    won: dict[str, float] = {}
    pairs: dict[tuple[str, str], float] = {}
    for one in met:
        mean = (sum(one.shares) + 1 / max(one.seats, 2)) / (len(one.shares) + 1)
        strength = odds(mean, one.seats)
        seeds = len(one.shares) + 1
        mine = strength / (1 + strength)
        won[one.one] = won.get(one.one, 0.0) + seeds * mine
        won[one.other] = won.get(one.other, 0.0) + seeds * (1 - mine)
        for pair in ((one.one, one.other), (one.other, one.one)):
            pairs[pair] = pairs.get(pair, 0.0) + seeds
    strong = dict.fromkeys(won, 1.0)
    for _ in range(_ROUNDS):
        before = strong
        strong = {
            name: won[name]
            / sum(
                seeds / (strong[name] + strong[other])
                for (mine, other), seeds in pairs.items()
                if mine == name
            )
            for name in strong
        }
        if all(abs(strong[name] / before[name] - 1) < _STILL for name in strong):
            break
    told = {name: 400 * log10(one) for name, one in strong.items()}
    middle = fmean(told.values())
    return {name: one - middle for name, one in told.items()}
