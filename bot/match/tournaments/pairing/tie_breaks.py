"""Standings: points, and tie-breaks between players with equal points.

Points are whole numbers of quarters, and Sonneborn-Berger of eighths: with floats, rounding errors
could separate equal scores.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations

from bot.match.tournaments.pairing.luck import draw

WIN = 12
"""Quarter points of the first at a table, and of a bye."""


def quarters(places: Sequence[int]) -> tuple[int, ...]:
    """Return the quarter points for these places at one table of at most 4.

    The first gets 12, the last 0 and others evenly spaced values; ties share the sum of their
    places' values.
    """
    if len(places) == 1:
        return (WIN,)
    return tuple(_shared(places, place) for place in places)


def _shared(places: Sequence[int], place: int) -> int:
    better = sum(other < place for other in places)
    equal = sum(other == place for other in places)
    last = len(places) - 1
    worth = [WIN * (last - rank) // last for rank in range(better, better + equal)]
    return sum(worth) // equal


class TieBreak(Enum):
    POINTS = "points"
    HEAD_TO_HEAD = "head to head"
    """The points from meetings among the tied players, if all of them met."""
    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn-berger"
    WINS = "wins"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class DecidedTable:
    table: tuple[int, ...]
    places: tuple[int, ...]
    """Places of these players, from 1; ties share one. () without a result: the table gives no
    points and counts as no meeting.
    """


@dataclass(frozen=True, slots=True)
class Ranked:
    number: int
    points: int
    buchholz: int
    sonneborn_berger: int
    wins: int
    place: int = 1
    """From 1; shared by players whom only the lot could separate."""
    decided_by: TieBreak | None = None


Extra = tuple[Mapping[int, int], Mapping[int, int]]
"""Additions to Buchholz and to Sonneborn-Berger for unplayed rounds, by player."""


def points(played: Iterable[DecidedTable]) -> Counter[int]:
    totals: Counter[int] = Counter()
    for table in played:
        totals.update(
            dict(zip(table.table, quarters(table.places), strict=True)) if table.places else {}
        )
    return totals


def buchholz(
    played: Sequence[DecidedTable], points_of: Mapping[int, int] | None = None
) -> Counter[int]:
    points_of_all = points(played) if points_of is None else Counter(points_of)
    sums = Counter[int]()
    for table in played:
        if table.places:
            total = sum(points_of_all[person] for person in table.table)
            sums.update({person: total - points_of_all[person] for person in table.table})
    return sums


def sonneborn_berger(
    played: Sequence[DecidedTable], points_of: Mapping[int, int] | None = None
) -> Counter[int]:
    """Return the sum of beaten opponents' points, and half of tied ones', in eighths of a point."""
    points_of_all = points(played) if points_of is None else Counter(points_of)
    sums = Counter[int]()
    for table in played:
        for (person, place), (other, place_of_other) in combinations(_places(table), 2):
            sums[person] += points_of_all[other] * _ahead(place, place_of_other)
            sums[other] += points_of_all[person] * _ahead(place_of_other, place)
    return sums


def wins(played: Iterable[DecidedTable]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for table in played:
        if table.places.count(1) == 1:
            counts[table.table[table.places.index(1)]] += 1
    return counts


def head_to_head(tied: Iterable[int], played: Iterable[DecidedTable]) -> dict[int, int] | None:
    """Return each player's quarter points against the others; None unless all of them met.

    Each pair counts once, however often they met.
    """
    tied_numbers = sorted(tied)
    balance: dict[tuple[int, int], int] = {}
    for table in played:
        for (person, place), (other, place_of_other) in combinations(sorted(_places(table)), 2):
            ahead = (place < place_of_other) - (place > place_of_other)
            balance[person, other] = balance.get((person, other), 0) + ahead
    points_against = dict.fromkeys(tied_numbers, 0)
    for pair in combinations(tied_numbers, 2):
        if pair not in balance:
            return None
        for person, sign in zip(pair, (1, -1), strict=True):
            ahead = sign * balance[pair]
            points_against[person] += WIN if ahead > 0 else WIN // 2 * (ahead == 0)
    return points_against


def rank_players(
    numbers: Iterable[int],
    played: Sequence[DecidedTable],
    measures: Sequence[TieBreak],
    seed: bytes,
    extra: Extra | None = None,
) -> tuple[Ranked, ...]:
    """Return the standings, the best first: by points, then by the measures in order, then by lot.

    Each measure compares only players whom all earlier ones left equal.
    """
    points_of, opponents = points(played), buchholz(played)
    beaten, first = sonneborn_berger(played), wins(played)
    if extra is not None:
        more_opponents, more_beaten = extra
        opponents.update(more_opponents)
        beaten.update(more_beaten)
    scores = {
        number: Ranked(number, points_of[number], opponents[number], beaten[number], first[number])
        for number in numbers
    }
    order = sorted(scores, key=lambda number: (draw(seed, "standings", number), number))
    groups = _parted([(tuple(order), None)], TieBreak.POINTS, scores, played)
    for measure in measures:
        groups = _parted(groups, measure, scores, played)
    lines: list[Ranked] = []
    for group, behind_by in groups:
        place = len(lines) + 1
        for number in group:
            decided_by = behind_by if len(lines) < place else TieBreak.LOT
            lines.append(replace(scores[number], place=place, decided_by=decided_by))
    return tuple(lines)


_Equal = tuple[tuple[int, ...], TieBreak | None]
"""Players whom all measures so far left equal, and the one that put them behind others."""


def _parted(
    groups: Iterable[_Equal],
    measure: TieBreak,
    scores: Mapping[int, Ranked],
    played: Sequence[DecidedTable],
) -> list[_Equal]:
    parted = []
    for group, behind_by in groups:
        value = _value(measure, group, scores, played)
        equal: defaultdict[int, list[int]] = defaultdict(list)
        for number in group:
            equal[value(number)].append(number)
        for index, amount in enumerate(sorted(equal, reverse=True)):
            parted.append((tuple(equal[amount]), measure if index else behind_by))
    return parted


def _value(
    measure: TieBreak,
    tied: Sequence[int],
    scores: Mapping[int, Ranked],
    played: Sequence[DecidedTable],
) -> Callable[[int], int]:
    match measure:
        case TieBreak.POINTS:
            return lambda number: scores[number].points
        case TieBreak.HEAD_TO_HEAD:
            against = head_to_head(tied, played) if len(tied) > 1 else None
            return lambda number: against[number] if against else 0
        case TieBreak.BUCHHOLZ:
            return lambda number: scores[number].buchholz
        case TieBreak.SONNEBORN_BERGER:
            return lambda number: scores[number].sonneborn_berger
        case TieBreak.WINS:
            return lambda number: scores[number].wins
        case TieBreak.LOT:
            return lambda _: 0


def _places(played: DecidedTable) -> list[tuple[int, int]]:
    return list(zip(played.table, played.places, strict=True)) if played.places else []


def _ahead(place: int, other: int) -> int:
    return 1 + (place < other) - (place > other)
