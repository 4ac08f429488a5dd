"""Round robins: schedules in which all players meet."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.matching import Pair, combine_levels, tables
from bot.match.tournaments.pairing.seating import count_seat, seat_players, table_sizes

Round = tuple[tuple[int, ...], ...]
"""Tables, each in the order of seats. Players without a table have a bye."""

FEW, DRAWS = 20, 8
"""For up to FEW people at larger tables, the shortest of DRAWS schedules is used. That saves a
round or two; with more people it would take too long.
"""
MANY = 40
"""From this number of people on, a round is only improved by exchanges, without a matching
first.
"""


def schedule(order: Sequence[int], seats: int, seed: bytes, low: int = 2) -> tuple[Round, ...]:
    """Return the rounds of a round robin at tables of up to `seats` (2 to 4), at least `low`.

    At tables of two these are Berger tables, numbered by `order`. At larger tables rounds follow
    until all players have met: in each, players meet who have met the least, and byes differ by at
    most one. For 128 people that takes some seconds.
    """
    if len(order) < max(low, 2):
        return ()
    if seats == 2:
        return _berger(order)
    draws = range(DRAWS if len(order) <= FEW else 1)
    return min((_covering(order, seats, seed, low, number) for number in draws), key=len)


def _berger(order: Sequence[int]) -> tuple[Round, ...]:
    """Return Berger tables: in round r, players meet whose numbers from 1 add up to r + 1, modulo
    the number of rounds.

    A player who would meet themselves meets the last number, which stands for the bye if the number
    of people is odd.
    """
    last = len(order) + len(order) % 2
    rounds = last - 1
    rounds_drawn = []
    for number in range(1, last):
        wanted_sum = number + 1
        self_paired = next(low for low in range(1, last) if (2 * low - wanted_sum) % rounds == 0)
        numbers = [(self_paired, last) if self_paired <= last // 2 else (last, self_paired)]
        for low, high in combinations(range(1, last), 2):
            if (low + high - wanted_sum) % rounds == 0:
                # The lower number sits first if the sum is odd, so that each player alternates.
                numbers.append((low, high) if (low + high) % 2 else (high, low))
        rounds_drawn.append(
            tuple(
                (order[first - 1], order[second - 1])
                for first, second in numbers
                if max(first, second) <= len(order)
            )
        )
    return tuple(rounds_drawn)


def opponent(order: Sequence[int], round_number: int, player: int) -> int | None:
    last = len(order) + len(order) % 2
    own_number, rounds = order.index(player) + 1, last - 1
    numbers = range(1, last)
    if own_number == last:
        other = next(
            candidate for candidate in numbers if (2 * candidate - round_number - 1) % rounds == 0
        )
    else:
        other = next(
            candidate
            for candidate in numbers
            if (candidate + own_number - round_number - 1) % rounds == 0
        )
        other = last if other == own_number else other
    return order[other - 1] if other <= len(order) else None


def _covering(
    order: Sequence[int], seats: int, seed: bytes, low: int, drawn: int
) -> tuple[Round, ...]:
    sizes = table_sizes(len(order), seats, low)
    met: Counter[Pair] = Counter()
    byes: Counter[int] = Counter()
    sat: dict[int, tuple[int, ...]] = {}
    all_pairs = tuple(combinations(sorted(order), 2))
    rounds: list[Round] = []
    while any(not met[pair] for pair in all_pairs):
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
        pairing = tables(
            playing, sizes, combine_levels(levels, 6 * len(sizes)), is_quick=len(order) >= MANY
        )
        met.update(pair for table in pairing for pair in combinations(table, 2))
        in_seats = tuple(seat_players(table, sat, seed, number) for table in pairing)
        for table in in_seats:
            for seat, player in enumerate(table):
                sat[player] = count_seat(sat.get(player, ()), seat)
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
    def key(player: int) -> tuple[int, int, int]:
        others = sum(met[min(player, other), max(player, other)] > 0 for other in order)
        return byes[player], -others, draw(seed, "bye", number, player)

    return tuple(sorted(order, key=key)[:left])
