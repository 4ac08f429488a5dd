"""One scale for players who met in pairs: strengths by the Bradley-Terry model, as Elo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

# Seeded, so that each run draws the same bootstrap samples.
from random import Random  # noqa: TID251
from statistics import fmean

from bench.arena.shares import Interval, odds

_ROUNDS = 5000
"""Upper limit of iterations."""
_STILL = 1e-6
"""Relative change below which strengths count as converged."""
_DRAWS = 200
"""Bootstrap samples for the intervals."""


@dataclass(frozen=True, slots=True)
class Met:
    """Results between two players."""

    one: str
    other: str
    seats: int
    shares: Sequence[float]
    """Shares of the first player, one per seed."""


def ladder(met: Sequence[Met]) -> dict[str, Interval]:
    """Return each player's Elo above the weakest, strongest first.

    The intervals show how much the lead over the weakest varies with the sampled seeds.
    """
    elos = strengths(met)
    lowest = min(elos, key=elos.__getitem__)
    luck = Random(0)  # noqa: S311 - nothing is kept secret by it
    drawn: dict[str, list[float]] = {name: [] for name in elos}
    for _ in range(_DRAWS):
        again = [
            Met(
                meeting.one,
                meeting.other,
                meeting.seats,
                luck.choices(meeting.shares, k=len(meeting.shares)),
            )
            for meeting in met
        ]
        other = strengths(again)
        for name in drawn:
            drawn[name].append(other[name] - other[lowest])
    cut = round(_DRAWS * 0.025)
    order = sorted(elos, key=elos.__getitem__, reverse=True)
    return {
        name: Interval(
            elos[name] - elos[lowest], sorted(drawn[name])[cut], sorted(drawn[name])[-cut - 1]
        )
        for name in order
    }


def strengths(met: Sequence[Met]) -> Mapping[str, float]:
    """Return each player's Elo, with an average of 0.

    Maximum likelihood with one drawn seed added per pair, so that a player who won everything is
    not infinitely strong. A share at a larger table counts like the equivalent share between two
    players (shares.py).
    """
    won: dict[str, float] = {}
    pairs: dict[tuple[str, str], float] = {}
    for meeting in met:
        mean = (sum(meeting.shares) + 1 / max(meeting.seats, 2)) / (len(meeting.shares) + 1)
        strength = odds(mean, meeting.seats)
        seeds = len(meeting.shares) + 1
        mine = strength / (1 + strength)
        won[meeting.one] = won.get(meeting.one, 0.0) + seeds * mine
        won[meeting.other] = won.get(meeting.other, 0.0) + seeds * (1 - mine)
        for pair in ((meeting.one, meeting.other), (meeting.other, meeting.one)):
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
    elos = {name: 400 * log10(strength) for name, strength in strong.items()}
    middle = fmean(elos.values())
    return {name: elo - middle for name, elo in elos.items()}
