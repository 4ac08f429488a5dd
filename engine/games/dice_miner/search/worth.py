"""What a hoard is worth once the mountain is empty: points to come, as learned from matches.

Magic and later rounds are not played but valued: a weight for each thing that a hoard shows, and
one for each pair of kinds of dice in it, fitted to how matches ended (learned.py).
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
"""Pairs of kinds of dice, in the order of their weights."""
MOST_CHESTS = 4
"""More of them keep nothing more that is worth keeping."""
_REMEMBERED = 100_000


@dataclass(frozen=True, slots=True)
class RoundWeights:
    """What things are worth when the mountain of one round is empty, in points."""

    shown: tuple[float, ...]
    """One for each of `features`."""
    kinds: tuple[float, ...] = ()
    """One for each die of a kind; () in the last round."""
    pairs: tuple[float, ...] = ()
    """One for each pair of PAIRS, a tenth of it for each product of their numbers."""
    heroes: tuple[float, ...] = ()
    """One for each hero, in the order in which they are offered."""
    uncertain: float = 1.0
    """Points of a lead that make it e times as likely to win as to lose."""


def lead(gems: int, rival: int, step: float) -> float:
    """How likely most gems are, 0.05 to 0.95; `step` is what each gem of a lead adds."""
    return min(0.95, max(0.05, 0.5 + step * (gems - rival)))


def features(counts: Counts, rival_gems: int, beers: Sequence[int]) -> tuple[float, ...]:
    """What matters of what a hoard and its hero show before magic; `beers` by kind of dice."""
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


class Worth:
    """What the weights of each round say."""

    def __init__(self, rounds: Sequence[RoundWeights]) -> None:
        self.rounds = tuple(rounds)
        self._kinds: dict[tuple[int, ...], float] = {}
        self._more: dict[tuple[int, ...], tuple[float, ...]] = {}

    def number(self, state: FastState) -> int:
        """Which of the rounds holds: the last for the last, whatever rules say how many."""
        left = state.tables.content.rounds - state.round
        return max(0, len(self.rounds) - left)

    def kinds(self, number: int, kinds: tuple[int, ...]) -> float:
        """What dice of these kinds bring in the rounds after this one."""
        weights = self.rounds[number]
        if not weights.kinds:
            return 0.0
        key = (number, *kinds)
        found = self._kinds.get(key)
        if found is None:
            found = sum(map(float.__mul__, weights.kinds, map(float, kinds)))
            for weight, (one, other) in zip(weights.pairs, PAIRS, strict=True):
                found += weight * kinds[one] * kinds[other] / 10
            if len(self._kinds) >= _REMEMBERED:
                self._kinds.clear()
            self._kinds[key] = found
        return found

    def more(self, number: int, kinds: Sequence[int]) -> tuple[float, ...]:
        """By kind: what one die more of it adds to `kinds`."""
        key = (number, *kinds)
        found = self._more.get(key)
        if found is None:
            mine = tuple(kinds)
            now = self.kinds(number, mine)
            found = tuple(
                self.kinds(number, (*mine[:kind], mine[kind] + 1, *mine[kind + 1 :])) - now
                for kind in range(KINDS)
            )
            if len(self._more) >= _REMEMBERED:
                self._more.clear()
            self._more[key] = found
        return found

    def later(self, number: int, counts: Counts, kinds: Sequence[int], hero: int) -> float:
        """Points of the rounds after this one, once its magic is over."""
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
        """Each seat's points from the empty mountain of this round to the end of the match."""
        weights = self.rounds[number]
        gems = [mine[GEMS] for mine in counts]
        found = []
        for seat, mine in enumerate(counts):
            rival = max(many for other, many in enumerate(gems) if other != seat)
            told = features(mine, rival, beers[seat])
            points = sum(
                [weight * value for weight, value in zip(weights.shown, told, strict=True)]
            )
            if weights.kinds:
                points += self.kinds(number, tuple(kinds[seat])) + _of(weights, heroes[seat])
            found.append(points)
        return found


def _of(weights: RoundWeights, hero: int) -> float:
    return 0.0 if hero == EMPTY else weights.heroes[hero]
