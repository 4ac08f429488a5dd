"""A round of a Swiss: those meet who have as many points and have not met yet."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.match.tournaments.pairing.luck import draw, shuffled
from bot.match.tournaments.pairing.matching import Pair, pairs, tables, weighed
from bot.match.tournaments.pairing.repeats import with_fewer_repeats
from bot.match.tournaments.pairing.seating import seated, table_sizes, times

LEAN = 2
"""How much more often somebody may sit first than second, or second than first. Two who are both
that far do not meet if it can be helped."""
_NOBODY = -1
"""Who meets this one has a bye."""


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """Somebody who plays in the next round, and what they have played so far."""

    number: int
    """From 0."""
    points: int = 0
    """In quarter points."""
    opponents: tuple[int, ...] = ()
    """Everybody they have met, as often as they met."""
    byes: int = 0
    firsts: tuple[int, ...] = ()
    """How often they have sat in each seat, from the first."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who sits where in a round."""

    tables: tuple[tuple[int, ...], ...]
    """Each in the order of seats; the one with the most points comes first."""
    byes: tuple[int, ...] = ()
    """Those who have a bye. More than one only in a game that needs three or four people."""


def swiss_round(
    players: Sequence[SwissPlayer],
    seats: int,
    low: int,
    seed: bytes,
    round_number: int,
    order: Sequence[int] = (),
    *,
    is_first_edition: bool = False,
) -> Pairing:
    """Pair this round, counted from 1, at tables of up to `seats` (2 to 4), at least `low`.

    Before any players have met, each table gets one from each part of the `order`, the best
    first: of ten at tables of two, the first meets the sixth. Players outside it come
    after all others, by lot. The last of the order has the bye, as in FIDE's C.04. From then on
    these count, the most important first:

    1. Whoever has a bye has had as few as possible.
    2. As few as possible meet again, and those seldom.
    3. At tables of two, nobody sits first or second much more often than the other.
    4. Whoever has a bye has as few points as possible.
    5. Those who meet differ in points as little as possible, by the squares of the differences.
    6. At tables of two, those meet who should not sit in the same seat; then, of those with
       equal points, the better half by the order meets the other half.
    7. The lot.

    At tables of two no other pairing is better by these. For larger ones, at which byes are given
    before everything else, none is that differs only by an exchange of two people; and if that
    leaves repeats, a search that is limited by its steps looks for fewer.

    `is_first_edition`: by the first edition of the rules, which drew the first bye by lot and made
    exchanges only.
    """
    by_number = {player.number: player for player in players}
    rank = _ranks(by_number, seed, order)
    sizes = table_sizes(len(players), seats, low)
    left = len(players) - sum(sizes)
    is_new = not any(one.points or one.opponents or one.byes for one in players)
    found: tuple[tuple[int, ...], ...]
    if seats == 2 and not is_new:
        found, byes = _of_two(by_number, rank, seed, round_number, is_odd=bool(left))
    else:
        if is_new and not is_first_edition:
            lowest = sorted(by_number, key=rank.__getitem__)[len(by_number) - left :]
            byes = tuple(sorted(lowest))
        else:
            byes = _left_over(players, left, seed, round_number)
        playing = sorted(by_number.keys() - set(byes), key=rank.__getitem__)
        if is_new:
            found = tuple(tuple(playing[table :: len(sizes)]) for table in range(len(sizes)))
        else:
            seated_now = [by_number[one] for one in playing]
            found = _of_more(
                seated_now, sizes, seed, round_number, is_searched=not is_first_edition
            )
    return Pairing(_in_order(found, by_number, rank, seed, round_number), byes)


def _ranks(players: Iterable[int], seed: bytes, order: Sequence[int]) -> dict[int, int]:
    """Where each player is in the order, from 0; who is not in it comes last, by lot."""
    known = set(order)
    rest = shuffled(seed, "order", sorted(number for number in players if number not in known))
    return {number: index for index, number in enumerate((*order, *rest))}


def _left_over(
    players: Sequence[SwissPlayer], left: int, seed: bytes, round_number: int
) -> tuple[int, ...]:
    """So many who have a bye: those with the fewest byes so far, then the fewest points."""
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
    """Tables of two, and who has the bye: whoever of an odd number meets nobody."""
    half, place = _halves(players, rank)
    levels: dict[Pair, tuple[int, ...]] = {}
    for one, other in combinations(sorted(players), 2):
        mine, theirs = players[one], players[other]
        again, apart = _closeness(mine, theirs)
        lean, other_lean = _lean(mine), _lean(theirs)
        clash = min(abs(lean), abs(other_lean)) if lean * other_lean > 0 else 0
        fold = 0
        if mine.points == theirs.points:
            fold = (abs(place[one] - place[other]) - half[mine.points]) ** 2
        lot = draw(seed, "meeting", round_number, one, other) >> 16
        levels[one, other] = (0, again, max(clash - LEAN + 1, 0), 0, apart, clash, fold, lot)
    if is_odd:
        for number, player in players.items():
            lot = draw(seed, "bye", round_number, number) >> 16
            levels[_NOBODY, number] = (player.byes, 0, 0, player.points, 0, 0, 0, lot)
    found = pairs(weighed(levels, len(players) // 2 + 1))
    byes = tuple(other for one, other in found if one == _NOBODY)
    return tuple(pair for pair in found if pair[0] != _NOBODY), byes


def _of_more(
    players: Sequence[SwissPlayer],
    sizes: Sequence[int],
    seed: bytes,
    round_number: int,
    *,
    is_searched: bool,
) -> tuple[tuple[int, ...], ...]:
    """Tables of these sizes."""
    by_number = {player.number: player for player in players}
    levels = {
        (one, other): (
            *_closeness(by_number[one], by_number[other]),
            draw(seed, "meeting", round_number, one, other) >> 16,
        )
        for one, other in combinations(sorted(by_number), 2)
    }
    people, costs = tuple(by_number), weighed(levels, 6 * len(sizes))
    found = tables(people, sizes, costs)
    if not is_searched:
        return found
    again = {pair: costs_of[0] for pair, costs_of in levels.items()}
    repeats = sum(again[pair] for table in found for pair in combinations(table, 2))
    near = {pair: costs_of[1] for pair, costs_of in levels.items()}
    better = with_fewer_repeats(people, sizes, again, near, repeats)
    return found if better is None else tables(people, sizes, costs, begin=better)


def _closeness(one: SwissPlayer, other: SwissPlayer) -> tuple[int, int]:
    """What it costs that two meet again, and that they differ in points."""
    return one.opponents.count(other.number) ** 2, (one.points - other.points) ** 2


def _lean(player: SwissPlayer) -> int:
    """How much more often somebody has sat first than second."""
    return times(player.firsts, 0) - times(player.firsts, 1)


def _halves(
    players: Mapping[int, SwissPlayer], rank: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Half of how many have as many points, by points; and where each is among those, from 0."""
    alike: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(players, key=rank.__getitem__):
        alike[players[number].points].append(number)
    half = {points: len(numbers) // 2 for points, numbers in alike.items()}
    return half, {number: i for numbers in alike.values() for i, number in enumerate(numbers)}


def _in_order(
    found: Iterable[tuple[int, ...]],
    players: Mapping[int, SwissPlayer],
    rank: Mapping[int, int],
    seed: bytes,
    round_number: int,
) -> tuple[tuple[int, ...], ...]:
    """The tables, those with the most points first, with everybody in their seat."""
    sat = {number: player.firsts for number, player in players.items()}

    def key(table: tuple[int, ...]) -> tuple[int, int, int]:
        points = [players[number].points for number in table]
        return -max(points), -sum(points), min(rank[number] for number in table)

    return tuple(seated(table, sat, seed, round_number) for table in sorted(found, key=key))
