"""Everybody meets everybody."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.matching import Pair, tables, weighed
from bot.match.tournaments.pairing.seating import sat_too, seated, table_sizes

Round = tuple[tuple[int, ...], ...]
"""Its tables, each in the order of seats. Who is at none of them has a bye."""

FEW, DRAWS = 20, 8
"""Up to how many people several schedules at larger tables are drawn, to take the shortest, and
how many. It saves them a round or two; more people would wait for it."""
MANY = 40
"""From how many people on a round is not matched but only improved by exchanges."""


def schedule(order: Sequence[int], seats: int, seed: bytes, low: int = 2) -> tuple[Round, ...]:
    """The rounds of a round robin at tables of up to `seats` (2 to 4), at least `low`.

    At tables of two everybody meets everybody else exactly once and has at most one bye, and how
    often somebody sits first and second differs by at most 1: these are Berger tables, in which
    the order gives the numbers. At larger tables there are rounds until everybody has met
    everybody, in each of which those meet who have met as seldom as possible; nobody has more
    than one bye more than somebody else. For 128 people that takes some seconds. Too few people
    for a table: no rounds.
    """
    if len(order) < max(low, 2):
        return ()
    if seats == 2:
        return _berger(order)
    draws = range(DRAWS if len(order) <= FEW else 1)
    return min((_covering(order, seats, seed, low, number) for number in draws), key=len)


def _berger(order: Sequence[int]) -> tuple[Round, ...]:
    """Berger tables: in each round, those meet whose numbers from 1 have the sum that it asks for.

    Sums count modulo the number of rounds. Who would meet themselves by this meets the last
    number, which stands for the bye if there is an odd number of people.
    """
    last = len(order) + len(order) % 2
    rounds = last - 1
    found = []
    for number in range(1, last):
        asked = number + 1
        alone = next(one for one in range(1, last) if (2 * one - asked) % rounds == 0)
        numbers = [(alone, last) if alone <= last // 2 else (last, alone)]
        for one, other in combinations(range(1, last), 2):
            if (one + other - asked) % rounds == 0:
                # The lower number sits first if the sum is odd: so each is first every other time.
                numbers.append((one, other) if (one + other) % 2 else (other, one))
        found.append(
            tuple(
                (order[first - 1], order[second - 1])
                for first, second in numbers
                if max(first, second) <= len(order)
            )
        )
    return tuple(found)


def opponent(order: Sequence[int], round_number: int, one: int) -> int | None:
    """Return a player's opponent in a round of Berger tables, from 1; None for a rest."""
    last = len(order) + len(order) % 2
    mine, rounds = order.index(one) + 1, last - 1
    numbers = range(1, last)
    if mine == last:
        other = next(x for x in numbers if (2 * x - round_number - 1) % rounds == 0)
    else:
        other = next(x for x in numbers if (x + mine - round_number - 1) % rounds == 0)
        other = last if other == mine else other
    return order[other - 1] if other <= len(order) else None


def _covering(
    order: Sequence[int], seats: int, seed: bytes, low: int, drawn: int
) -> tuple[Round, ...]:
    """Rounds at larger tables, until everybody has met everybody, by the lots of this draw."""
    sizes = table_sizes(len(order), seats, low)
    met: Counter[Pair] = Counter()
    byes: Counter[int] = Counter()
    sat: dict[int, tuple[int, ...]] = {}
    everybody = tuple(combinations(sorted(order), 2))
    rounds: list[Round] = []
    while any(not met[pair] for pair in everybody):
        number = len(rounds) + 1
        resting = _resting(order, len(order) - sum(sizes), met, byes, seed, number)
        byes.update(resting)
        playing = sorted(set(order) - set(resting))
        levels = {
            pair: (
                min(met[pair], 1),
                met[pair] ** 2,
                draw(seed, "round", drawn, number, *pair) >> 16,
            )
            for pair in combinations(playing, 2)
        }
        found = tables(playing, sizes, weighed(levels, 6 * len(sizes)), is_quick=len(order) >= MANY)
        met.update(pair for table in found for pair in combinations(table, 2))
        in_seats = tuple(seated(table, sat, seed, number) for table in found)
        for table in in_seats:
            for seat, one in enumerate(table):
                sat[one] = sat_too(sat.get(one, ()), seat)
        rounds.append(in_seats)
    return tuple(rounds)


def _resting(
    order: Sequence[int],
    left: int,
    met: Counter[Pair],
    byes: Counter[int],
    seed: bytes,
    number: int,
) -> tuple[int, ...]:
    """So many who have a bye: those with the fewest so far, then who has met the most others."""

    def key(one: int) -> tuple[int, int, int]:
        others = sum(met[min(one, other), max(one, other)] > 0 for other in order)
        return byes[one], -others, draw(seed, "bye", number, one)

    return tuple(sorted(order, key=key)[:left])
