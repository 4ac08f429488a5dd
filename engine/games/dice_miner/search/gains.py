"""Worth of one more die during a round, in a few lookups each."""

from collections.abc import Sequence

from engine.games.dice_miner.fast.tables import (
    CHESTS,
    DRAGONS,
    GEMS,
    PICKS,
    ROCKFALLS,
    SHIELDS,
    TUNNELS,
    Counts,
    Tables,
)
from engine.games.dice_miner.search.worth import MOST_CHESTS, HoardWorth, lead

BEER = 1.3
"""Worth of a beer while enough dice are left to share it."""
HOPES = (0.1, 0.25, 0.42)
"""Chance of getting a missing tunnel: late in a round, in the middle, early."""
_REMEMBERED = 50_000

_worth: dict[tuple[int, ...], float] = {}
_gains: dict[tuple[int, ...], tuple[float, ...]] = {}


def tunnels_worth(key: tuple[int, ...]) -> float:
    """Return expected points of sequences, from the tunnels 1 to 5 and an index of HOPES."""
    points = _worth.get(key)
    if points is None:
        hopes = [HOPES[key[TUNNELS]]] * TUNNELS
        points = 0.0
        for sequence in range(max(key[:TUNNELS])):
            chance = 1.0
            for number in range(TUNNELS):
                if key[number] > sequence:
                    points += (number + 1) * chance
                else:
                    chance *= hopes[number]
                    hopes[number] *= 0.5
        if len(_worth) >= _REMEMBERED:
            _worth.clear()
        _worth[key] = points
    return points


def tunnel_gains(key: tuple[int, ...]) -> tuple[float, ...]:
    increases = _gains.get(key)
    if increases is None:
        now = tunnels_worth(key)
        increases = tuple(
            tunnels_worth((*key[:n], key[n] + 1, *key[n + 1 :])) - now for n in range(TUNNELS)
        )
        if len(_gains) >= _REMEMBERED:
            _gains.clear()
        _gains[key] = increases
    return increases


def gains(
    tables: Tables,
    worth: HoardWorth,
    number: int,
    counts: Sequence[Counts],
    seat: int,
    kinds: Sequence[int],
    left: int,
    on_mountain: Counts,
) -> list[float]:
    """Return the worth of one more die to the seat in points, by face as in `Tables.face`. `number`
    is the round, `left` the number of dice on the mountain, and `lying` their Counts.
    """
    own, seats = counts[seat], len(counts)
    hope = 2 if left > 4 * seats else 1 if left > 2 * seats else 0
    tunnels = tunnel_gains((own[0], own[1], own[2], own[3], own[4], hope))
    picks, shields = own[PICKS], own[SHIELDS]
    share = 1.0 / seats
    rock = picks or (1.6 * min(0.7, on_mountain[PICKS] * share) - 1)
    dragon = shields or (1.6 * min(0.7, on_mountain[SHIELDS] * share) - 1)
    pick = own[ROCKFALLS] * (1 if picks else 1 - rock) + on_mountain[ROCKFALLS] * share * 0.6
    shield = own[DRAGONS] * (1 if shields else 1 - dragon) + on_mountain[DRAGONS] * share * 0.6
    weights = worth.rounds[number]
    learned, later = weights.shown, weights.kinds
    unit = (
        *tunnels,
        0.0,
        rock,
        dragon,
        pick,
        shield,
        learned[13] if later and own[CHESTS] < MOST_CHESTS else 0.0,
        learned[4] + 0.5 * learned[5],
        BEER * min(1.0, left / (2 * seats)),
    )
    if later:
        more = worth.more(number, kinds)
        values = [unit[thing] * amount + more[kind] for kind, thing, amount in tables.shown]
    else:
        values = [unit[thing] * amount for _, thing, amount in tables.shown]
    gems = own[GEMS]
    rival = max([mine[GEMS] for other, mine in enumerate(counts) if other != seat])
    step = 0.15 if left > seats else 0.3
    now = gems * (1 + lead(gems, rival, step))
    for face, amount in tables.gem_faces:
        more_gems = gems + amount
        values[face] += more_gems * (1 + lead(more_gems, rival, step)) - now
    return values
