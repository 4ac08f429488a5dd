"""Worth of a hoard when the mountain is empty: expected further points, learned from matches.

Magic and later rounds are estimated instead of played: a weight for each feature of a hoard, and
for each pair of dice kinds in it, fitted to the results of matches (learned.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.dice_miner.fast.scoring import hazards
from engine.games.dice_miner.fast.state import EMPTY, FastState
from engine.games.dice_miner.fast.tables import (
    CHESTS,
    DIAMONDS,
    DRAGONS,
    GEMS,
    PICKS,
    ROCKFALLS,
    SHIELDS,
    TOOL,
    TREASURE,
    TUNNELS,
    Counts,
)

KINDS = 5
PAIRS = tuple((one, other) for one in range(KINDS) for other in range(one, KINDS))
MOST_CHESTS = 4
"""Largest number of chests with any use."""
_REMEMBERED = 100_000


@dataclass(frozen=True, slots=True)
class RoundWeights:
    shown: tuple[float, ...]
    kinds: tuple[float, ...] = ()
    pairs: tuple[float, ...] = ()
    """Weights by PAIRS, per 10 of the product of the two counts."""
    heroes: tuple[float, ...] = ()
    uncertain: float = 1.0
    """Lead in points that makes winning e times as likely as losing."""


def lead(gems: int, rival: int, step: float) -> float:
    """Return the chance of having the most gems, 0.05 to 0.95; each gem ahead adds `step`."""
    return min(0.95, max(0.05, 0.5 + step * (gems - rival)))


def features(counts: Counts, rival_gems: int, beers: Sequence[int]) -> tuple[float, ...]:
    going = counts[0]
    points = used = 0
    for number in range(TUNNELS):
        going = min(going, counts[number])
        points += (number + 1) * going
        used += going
    wasted = sum(counts[:TUNNELS]) - used
    gems, diamonds = counts[GEMS], counts[DIAMONDS]
    burden = counts[ROCKFALLS] + counts[DRAGONS]
    any_magic = 1 if diamonds else 0
    # Hazard dice are never rerolled.
    useless = wasted + beers[0] + sum(beers[TOOL:])
    return (
        points,
        hazards(counts),
        gems,
        gems * lead(gems, rival_gems, 0.3),
        diamonds,
        min(diamonds, useless),
        diamonds * wasted,
        any_magic * beers[TOOL],
        0 if counts[PICKS] else any_magic * counts[ROCKFALLS],
        0 if counts[SHIELDS] else any_magic * counts[DRAGONS],
        burden * min(diamonds, 3),
        any_magic * burden * beers[TOOL],
        any_magic * beers[TREASURE],
        min(counts[CHESTS], MOST_CHESTS),
    )


class HoardWorth:
    def __init__(self, rounds: Sequence[RoundWeights]) -> None:
        self.rounds = tuple(rounds)
        self._kinds: dict[tuple[int, ...], float] = {}
        self._more: dict[tuple[int, ...], tuple[float, ...]] = {}

    def number(self, state: FastState) -> int:
        left = state.tables.content.rounds - state.round
        return max(0, len(self.rounds) - left)

    def kinds(self, number: int, kinds: tuple[int, ...]) -> float:
        weights = self.rounds[number]
        if not weights.kinds:
            return 0.0
        key = (number, *kinds)
        points = self._kinds.get(key)
        if points is None:
            points = sum(map(float.__mul__, weights.kinds, map(float, kinds)))
            for weight, (first, second) in zip(weights.pairs, PAIRS, strict=True):
                points += weight * kinds[first] * kinds[second] / 10
            if len(self._kinds) >= _REMEMBERED:
                self._kinds.clear()
            self._kinds[key] = points
        return points

    def more(self, number: int, kinds: Sequence[int]) -> tuple[float, ...]:
        key = (number, *kinds)
        increases = self._more.get(key)
        if increases is None:
            mine = tuple(kinds)
            now = self.kinds(number, mine)
            increases = tuple(
                self.kinds(number, (*mine[:kind], mine[kind] + 1, *mine[kind + 1 :])) - now
                for kind in range(KINDS)
            )
            if len(self._more) >= _REMEMBERED:
                self._more.clear()
            self._more[key] = increases
        return increases

    def later(self, number: int, counts: Counts, kinds: Sequence[int], hero: int) -> float:
        weights = self.rounds[number]
        if not weights.kinds:
            return 0.0
        chests = weights.shown[-1] * min(counts[CHESTS], MOST_CHESTS)
        return self.kinds(number, tuple(kinds)) + chests + _of(weights, hero)

    def to_come(
        self,
        number: int,
        counts: Sequence[Counts],
        kinds: Sequence[Sequence[int]],
        beers: Sequence[Sequence[int]],
        heroes: Sequence[int],
    ) -> list[float]:
        weights = self.rounds[number]
        gems = [mine[GEMS] for mine in counts]
        expected = []
        for seat, mine in enumerate(counts):
            rival = max(other_gems for other, other_gems in enumerate(gems) if other != seat)
            values = features(mine, rival, beers[seat])
            points = sum(
                [weight * value for weight, value in zip(weights.shown, values, strict=True)]
            )
            if weights.kinds:
                points += self.kinds(number, tuple(kinds[seat])) + _of(weights, heroes[seat])
            expected.append(points)
        return expected


def _of(weights: RoundWeights, hero: int) -> float:
    return 0.0 if hero == EMPTY else weights.heroes[hero]
