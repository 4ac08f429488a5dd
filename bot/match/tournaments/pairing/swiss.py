"""Pairing of a Swiss: players with equal points meet, and no two meet twice.

Official Swiss rules describe pairing as a procedure of moves and exceptions, which is hard to
verify and doesn't extend to tables of three and four. Here a round is an optimisation instead: each
pair has a cost for every aim (`swiss_round` lists them by importance), and matching.py finds the
pairing of the lowest total. A bye is a meeting with nobody, with costs of its own, so the same
search decides who rests.

The result depends on the players, the order of seeds and the published seed alone, so anyone can
recompute it. A greedy search from the top would be simpler, but it would leave the last players
without an opponent they have not met.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.match.tournaments.pairing.luck import draw, shuffle
from bot.match.tournaments.pairing.matching import Pair, combine_levels, pairs, tables
from bot.match.tournaments.pairing.repeats import with_fewer_repeats
from bot.match.tournaments.pairing.seating import seat_players, table_sizes, times

LEAN = 2
"""The largest difference between how often a player sits first and second. Two players with that
difference in favour of the same seat meet only if it can't be avoided.
"""
_NOBODY = -1


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    number: int
    points: int = 0
    """In quarter points."""
    opponents: tuple[int, ...] = ()
    byes: int = 0
    firsts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    tables: tuple[tuple[int, ...], ...]
    """Each in the order of seats; the one with the most points comes first."""
    byes: tuple[int, ...] = ()
    """More than one only in a game that needs three or four people."""


def swiss_round(
    players: Sequence[SwissPlayer],
    seats: int,
    low: int,
    seed: bytes,
    round_number: int,
    order: Sequence[int] = (),
) -> Pairing:
    """Pair this round, counted from 1, at tables of up to `seats` (2 to 4), at least `low`.

    In the first round, each table gets one player from each part of the `order`, the best first: of
    ten at tables of two, the first meets the sixth. Players outside it come after all others, by
    lot. The last of the order has the bye, as in FIDE's C.04. After that these aims count, the most
    important first:

    1. The player with a bye has had as few byes as possible.
    2. As few players as possible meet again, and these as seldom as possible.
    3. At tables of two, no player sits in one seat much more often than in the other.
    4. The player with a bye has as few points as possible.
    5. Opponents differ in points as little as possible, by the squares of the differences.
    6. At tables of two, players meet who should not sit in the same seat; then, among equal points,
       the better half by the order meets the other half.
    7. The lot.

    At tables of two no other pairing is better by these aims. At larger tables byes are given
    first, then no exchange of two people improves the pairing; and if repeats remain, a search that
    is limited by its steps looks for fewer.
    """
    by_number = {player.number: player for player in players}
    rank = _ranks(by_number, seed, order)
    sizes = table_sizes(len(players), seats, low)
    left = len(players) - sum(sizes)
    is_new = not any(player.points or player.opponents or player.byes for player in players)
    paired: tuple[tuple[int, ...], ...]
    if seats == 2 and not is_new:
        paired, byes = _of_two(by_number, rank, seed, round_number, is_odd=bool(left))
    else:
        if is_new:
            lowest = sorted(by_number, key=rank.__getitem__)[len(by_number) - left :]
            byes = tuple(sorted(lowest))
        else:
            byes = _left_over(players, left, seed, round_number)
        playing = sorted(by_number.keys() - set(byes), key=rank.__getitem__)
        if is_new:
            paired = tuple(tuple(playing[table :: len(sizes)]) for table in range(len(sizes)))
        else:
            seated_now = [by_number[player] for player in playing]
            paired = _of_more(seated_now, sizes, seed, round_number)
    return Pairing(_in_order(paired, by_number, rank, seed, round_number), byes)


def _ranks(players: Iterable[int], seed: bytes, order: Sequence[int]) -> dict[int, int]:
    ordered = set(order)
    rest = shuffle(seed, "order", sorted(number for number in players if number not in ordered))
    return {number: index for index, number in enumerate((*order, *rest))}


def _left_over(
    players: Sequence[SwissPlayer], left: int, seed: bytes, round_number: int
) -> tuple[int, ...]:
    by_need = sorted(
        (player.byes, player.points, draw(seed, "bye", round_number, player.number), player.number)
        for player in players
    )
    return tuple(sorted(number for *_, number in by_need[:left]))


def _of_two(
    players: Mapping[int, SwissPlayer],
    rank: Mapping[int, int],
    seed: bytes,
    round_number: int,
    *,
    is_odd: bool,
) -> tuple[tuple[Pair, ...], tuple[int, ...]]:
    """Return tables of two and the byes. A pair with _NOBODY is a bye."""
    half, place = _halves(players, rank)
    levels: dict[Pair, tuple[int, ...]] = {}
    for first, second in combinations(sorted(players), 2):
        player, opponent = players[first], players[second]
        again, apart = _closeness(player, opponent)
        lean, other_lean = _lean(player), _lean(opponent)
        clash = min(abs(lean), abs(other_lean)) if lean * other_lean > 0 else 0
        fold = 0
        if player.points == opponent.points:
            fold = (abs(place[first] - place[second]) - half[player.points]) ** 2
        lot = draw(seed, "meeting", round_number, first, second) >> 16
        levels[first, second] = (0, again, max(clash - LEAN + 1, 0), 0, apart, clash, fold, lot)
    if is_odd:
        for number, player in players.items():
            lot = draw(seed, "bye", round_number, number) >> 16
            levels[_NOBODY, number] = (player.byes, 0, 0, player.points, 0, 0, 0, lot)
    pairing = pairs(combine_levels(levels, len(players) // 2 + 1))
    byes = tuple(second for first, second in pairing if first == _NOBODY)
    return tuple(pair for pair in pairing if pair[0] != _NOBODY), byes


def _of_more(
    players: Sequence[SwissPlayer],
    sizes: Sequence[int],
    seed: bytes,
    round_number: int,
) -> tuple[tuple[int, ...], ...]:
    by_number = {player.number: player for player in players}
    levels = {
        (first, second): (
            *_closeness(by_number[first], by_number[second]),
            draw(seed, "meeting", round_number, first, second) >> 16,
        )
        for first, second in combinations(sorted(by_number), 2)
    }
    people, costs = tuple(by_number), combine_levels(levels, 6 * len(sizes))
    seated_tables = tables(people, sizes, costs)
    repeats_of = {pair: costs_of[0] for pair, costs_of in levels.items()}
    repeats = sum(repeats_of[pair] for table in seated_tables for pair in combinations(table, 2))
    distances = {pair: costs_of[1] for pair, costs_of in levels.items()}
    better = with_fewer_repeats(people, sizes, repeats_of, distances, repeats)
    return seated_tables if better is None else tables(people, sizes, costs, begin=better)


def _closeness(player: SwissPlayer, opponent: SwissPlayer) -> tuple[int, int]:
    return player.opponents.count(opponent.number) ** 2, (player.points - opponent.points) ** 2


def _lean(player: SwissPlayer) -> int:
    return times(player.firsts, 0) - times(player.firsts, 1)


def _halves(
    players: Mapping[int, SwissPlayer], rank: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Return two values: by points, half the number of players with these points; and each player's
    index among players with equal points.
    """
    equals: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(players, key=rank.__getitem__):
        equals[players[number].points].append(number)
    half = {points: len(numbers) // 2 for points, numbers in equals.items()}
    return half, {
        number: index for numbers in equals.values() for index, number in enumerate(numbers)
    }


def _in_order(
    paired: Iterable[tuple[int, ...]],
    players: Mapping[int, SwissPlayer],
    rank: Mapping[int, int],
    seed: bytes,
    round_number: int,
) -> tuple[tuple[int, ...], ...]:
    sat = {number: player.firsts for number, player in players.items()}

    def key(table: tuple[int, ...]) -> tuple[int, int, int]:
        points = [players[number].points for number in table]
        return -max(points), -sum(points), min(rank[number] for number in table)

    return tuple(seat_players(table, sat, seed, round_number) for table in sorted(paired, key=key))
