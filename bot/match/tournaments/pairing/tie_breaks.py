"""Standings: who is ahead, and what decides between those with equal points."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations

from bot.match.tournaments.pairing.luck import draw

WIN = 12
"""What the first at a table gets, and who has a bye, in quarter points."""


def quarters(places: Sequence[int]) -> tuple[int, ...]:
    """The quarter points for these places at one table of at most 4, in the same order.

    The first gets 12, the last 0 and those between them evenly less; who tie share evenly what
    their places are worth together. One alone gets 12.
    """
    if len(places) == 1:
        return (WIN,)
    return tuple(_shared(places, place) for place in places)


def _shared(places: Sequence[int], place: int) -> int:
    """What each of those with this place gets."""
    better = sum(other < place for other in places)
    equal = sum(other == place for other in places)
    last = len(places) - 1
    worth = [WIN * (last - rank) // last for rank in range(better, better + equal)]
    return sum(worth) // equal


class Measure(Enum):
    """What can put somebody ahead of somebody else."""

    POINTS = "points"
    HEAD_TO_HEAD = "head to head"
    """What those with equal points got against each other, if all of them met."""
    BUCHHOLZ = "buchholz"
    """The points of one's opponents."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The points of those one was ahead of, and half of those one tied with."""
    WINS = "wins"
    """How often one was first alone; a bye counts."""
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Played:
    """A table that has been decided."""

    table: tuple[int, ...]
    """Who sat there; one alone had a bye."""
    places: tuple[int, ...]
    """Their places, from 1, in the same order; who tie share one. () if there was no result: it
    brought nobody anything, and nobody counts as an opponent by it."""


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody has achieved so far."""

    number: int
    points: int
    """In quarter points."""
    buchholz: int
    """In quarter points."""
    sonneborn_berger: int
    """In eighths of a point, as ties count half."""
    wins: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody's line in the standings."""

    place: int
    """From 1. Those whom only the lot could part share one."""
    score: Score
    decided_by: Measure | None
    """By what they are behind the one above them; None for the first line."""

    @property
    def number(self) -> int:
        """Whose line it is."""
        return self.score.number


@dataclass(frozen=True, slots=True)
class Extra:
    """Additions to tie-breaks for unplayed rounds, by person."""

    buchholz: Mapping[int, int] = field(default_factory=dict)
    """In quarter points."""
    sonneborn_berger: Mapping[int, int] = field(default_factory=dict)
    """In eighths of a point."""


def points(played: Iterable[Played]) -> Counter[int]:
    """The quarter points of everybody who has a result."""
    found: Counter[int] = Counter()
    for one in played:
        found.update(dict(zip(one.table, quarters(one.places), strict=True)) if one.places else {})
    return found


def buchholz(played: Sequence[Played], points_of: Mapping[int, int] | None = None) -> Counter[int]:
    """For each, the sum of their opponents' points, in quarter points.

    An opponent counts as often as they met. A bye is no opponent; see unplayed.py for what a
    Swiss adds for it.
    """
    have = points(played) if points_of is None else Counter(points_of)
    found = Counter[int]()
    for one in played:
        if one.places:
            everybody = sum(have[person] for person in one.table)
            found.update({person: everybody - have[person] for person in one.table})
    return found


def sonneborn_berger(
    played: Sequence[Played], points_of: Mapping[int, int] | None = None
) -> Counter[int]:
    """For each, the sum of the points of those they were ahead of, and half of those they tied
    with, in eighths of a point."""
    have = points(played) if points_of is None else Counter(points_of)
    found = Counter[int]()
    for one in played:
        for (person, place), (other, place_of_other) in combinations(_places(one), 2):
            found[person] += have[other] * _ahead(place, place_of_other)
            found[other] += have[person] * _ahead(place_of_other, place)
    return found


def wins(played: Iterable[Played]) -> Counter[int]:
    """How often each was first alone; a bye counts."""
    found: Counter[int] = Counter()
    for one in played:
        if one.places.count(1) == 1:
            found[one.table[one.places.index(1)]] += 1
    return found


def head_to_head(tied: Iterable[int], played: Iterable[Played]) -> dict[int, int] | None:
    """What each of these got against the others, in quarter points; None unless all of them met.

    Every two count once, however often they met: 12 to whoever was ahead more often, 6 each if
    neither was.
    """
    among = sorted(tied)
    balance: dict[tuple[int, int], int] = {}
    for one in played:
        for (person, place), (other, place_of_other) in combinations(sorted(_places(one)), 2):
            ahead = (place < place_of_other) - (place > place_of_other)
            balance[person, other] = balance.get((person, other), 0) + ahead
    found = dict.fromkeys(among, 0)
    for pair in combinations(among, 2):
        if pair not in balance:
            return None
        for person, sign in zip(pair, (1, -1), strict=True):
            ahead = sign * balance[pair]
            found[person] += WIN if ahead > 0 else WIN // 2 * (ahead == 0)
    return found


def ranked(
    numbers: Iterable[int],
    played: Sequence[Played],
    measures: Sequence[Measure],
    seed: bytes,
    extra: Extra | None = None,
) -> tuple[Ranked, ...]:
    """The standings of all these, the best first: by points, then by the measures one after the
    other, then by a lot drawn from the seed.

    A measure looks at those alone whom all before it have left equal. `extra` is added to
    Buchholz and Sonneborn-Berger.
    """
    have, opponents = points(played), buchholz(played)
    beaten, first = sonneborn_berger(played), wins(played)
    if extra is not None:
        opponents.update(extra.buchholz)
        beaten.update(extra.sonneborn_berger)
    scores = {
        number: Score(number, have[number], opponents[number], beaten[number], first[number])
        for number in numbers
    }
    order = sorted(scores, key=lambda number: (draw(seed, "standings", number), number))
    groups = _parted([_Equal(tuple(order), None)], Measure.POINTS, scores, played)
    for measure in measures:
        groups = _parted(groups, measure, scores, played)
    lines: list[Ranked] = []
    for group in groups:
        place = len(lines) + 1
        for number in group.numbers:
            by = group.behind_by if len(lines) < place else Measure.LOT
            lines.append(Ranked(place, scores[number], by))
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class _Equal:
    """Those whom nothing has parted yet, in the order of the lot."""

    numbers: tuple[int, ...]
    behind_by: Measure | None
    """What puts them behind those before them."""


def _parted(
    groups: Iterable[_Equal],
    measure: Measure,
    scores: Mapping[int, Score],
    played: Sequence[Played],
) -> list[_Equal]:
    """The groups, each parted into those that the measure leaves equal, the best first."""
    found = []
    for group in groups:
        value = _value(measure, group.numbers, scores, played)
        equal: defaultdict[int, list[int]] = defaultdict(list)
        for number in group.numbers:
            equal[value(number)].append(number)
        for index, amount in enumerate(sorted(equal, reverse=True)):
            behind_by = measure if index else group.behind_by
            found.append(_Equal(tuple(equal[amount]), behind_by))
    return found


def _value(
    measure: Measure,
    tied: Sequence[int],
    scores: Mapping[int, Score],
    played: Sequence[Played],
) -> Callable[[int], int]:
    """What the measure gives each of those who are tied."""
    match measure:
        case Measure.POINTS:
            return lambda number: scores[number].points
        case Measure.HEAD_TO_HEAD:
            met = head_to_head(tied, played) if len(tied) > 1 else None
            return lambda number: met[number] if met else 0
        case Measure.BUCHHOLZ:
            return lambda number: scores[number].buchholz
        case Measure.SONNEBORN_BERGER:
            return lambda number: scores[number].sonneborn_berger
        case Measure.WINS:
            return lambda number: scores[number].wins
        case Measure.LOT:
            return lambda _: 0


def _places(played: Played) -> list[tuple[int, int]]:
    """Everybody at a table with their place; nobody if there was no result."""
    return list(zip(played.table, played.places, strict=True)) if played.places else []


def _ahead(place: int, other: int) -> int:
    """2 for ahead, 1 for equal, 0 for behind."""
    return 1 + (place < other) - (place > other)
