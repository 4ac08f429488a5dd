"""Putting people together at the lowest cost.

Costs have levels, the most important first: a whole number of each level for every two people. The
last level is a lot drawn from the seed. It makes the cheapest answer the only one of its cost, so
that everybody gets the same, whatever the version of the library that finds it.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice

from bot.match.tournaments.pairing.luck import draw

Pair = tuple[int, int]
"""Two people; in a mapping of costs the one with the lower number first."""
Table = tuple[int, ...]


def weighed(levels: Mapping[Pair, Sequence[int]], most: int) -> dict[Pair, int]:
    """One number for each pair, given its cost at each level, from 0.

    Up to `most` pairs may be added up: whatever the levels after one sum up to, they never
    outweigh 1 of it.
    """
    if not levels:
        return {}
    scales, scale = [], 1
    for costs in reversed(list(zip(*levels.values(), strict=True))):
        scales.append(scale)
        scale *= max(costs) * most + 1
    scales.reverse()
    return {
        pair: sum(cost * scale for cost, scale in zip(costs, scales, strict=True))
        for pair, costs in levels.items()
    }


def pairs(costs: Mapping[Pair, int]) -> tuple[Pair, ...]:
    """As many of these pairs as possible without anybody in two, for the lowest cost in total.

    Each has the lower number first, and they are in order.
    """
    # networkx takes a while to load, and a bot without tournaments never needs it.
    import networkx as nx

    top = max(costs.values(), default=0) + 1
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((one, other, top - costs[one, other]) for one, other in costs)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def tables(
    people: Sequence[int],
    sizes: Sequence[int],
    costs: Mapping[Pair, int],
    *,
    is_quick: bool = False,
    begin: Sequence[Table] = (),
) -> tuple[Table, ...]:
    """People at tables of these sizes, so that the costs of all who meet are low in total.

    `costs` has all pairs. Sizes are at most 4 and differ by at most 1, their sum is the number of
    people. The total is the lowest possible for tables of two; for larger ones it is one that no
    exchange of two people lowers. If `is_quick`, those are all that is looked for: it takes a
    fifth of the time and finds nearly as low a total. Exchanges start from the tables in `begin`,
    if there are any. Each table is in the order of numbers, and they are in order.
    """
    if not sizes:
        return ()
    size = max(sizes)
    if size == 2 and min(sizes) == 2:
        return pairs(costs)
    # A smaller table is one with an empty chair. Whether somebody meets a chair counts for nothing
    # but a lot, as chairs that are all alike would leave several answers. Two chairs must not get
    # to the same table: that costs more than everything else together.
    chairs = [-1 - number for number in range(sum(size - each for each in sizes))]
    lots = {
        (chair, person): draw(b"", "chair", chair, person) >> 16
        for chair in chairs
        for person in people
    }
    scale = sum(lots.values()) + 1
    full = lots | {pair: cost * scale for pair, cost in costs.items()}
    apart = sum(full.values()) + 1
    full |= {_key(*two): apart for two in combinations(chairs, 2)}
    sitting = [*chairs, *people]
    if begin:
        left = iter(chairs)
        begun = [[*table, *islice(left, size - len(table))] for table in begin]
    elif is_quick:
        begun = [sitting[first :: len(sizes)] for first in range(len(sizes))]
    else:
        begun = _fours(full) if size == 4 else _threes(sitting, full)
    improved = _improved(begun, full)
    return tuple(sorted(tuple(sorted(one for one in table if one >= 0)) for table in improved))


def assigned(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The column for each row, each column once, for the lowest cost in total."""
    rows = len(costs)
    found = pairs(
        {(row, rows + column): costs[row][column] for row in range(rows) for column in range(rows)}
    )
    return tuple(column - rows for _, column in found)


def _key(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _between(these: Iterable[int], those: Sequence[int], costs: Mapping[Pair, int]) -> int:
    """What it costs that these meet those."""
    return sum(costs[_key(one, other)] for one in these for other in those)


def _fours(costs: Mapping[Pair, int]) -> list[list[int]]:
    """Tables of four: pairs, and pairs of those."""
    twos = pairs(costs)
    joined = pairs(
        {
            (one, other): _between(twos[one], twos[other], costs)
            for one, other in combinations(range(len(twos)), 2)
        }
    )
    return [[*twos[one], *twos[other]] for one, other in joined]


def _threes(people: Sequence[int], costs: Mapping[Pair, int]) -> list[list[int]]:
    """Tables of three: a third of the people wait, the others are paired, and each pair gets one
    of them."""
    waiting = people[1::3]
    others = [person for index, person in enumerate(people) if index % 3 != 1]
    twos = pairs({_key(*two): costs[_key(*two)] for two in combinations(others, 2)})
    thirds = assigned([[_between([third], two, costs) for third in waiting] for two in twos])
    return [[*two, waiting[third]] for two, third in zip(twos, thirds, strict=True)]


def _improved(begun: list[list[int]], costs: Mapping[Pair, int]) -> list[list[int]]:
    """The tables after every exchange of two people that lowers the cost, until there is none."""
    now = [list(table) for table in begun]
    is_changed = True
    while is_changed:
        is_changed = False
        for one, other in combinations(now, 2):
            while _exchange(one, other, costs):
                is_changed = True
    return now


def _exchange(one: list[int], other: list[int], costs: Mapping[Pair, int]) -> bool:
    """Make the first exchange between two tables that lowers the cost, if there is one."""
    here = [[_toward(person, table, costs) for person in table] for table in (one, other)]
    there = [
        [_toward(person, table, costs) for person in away]
        for away, table in ((one, other), (other, one))
    ]
    for i, mine in enumerate(one):
        for j, theirs in enumerate(other):
            # Who change places do not meet there, though both sums count that they do.
            between = 2 * costs[_key(mine, theirs)]
            if there[0][i] + there[1][j] - between < here[0][i] + here[1][j]:
                one[i], other[j] = theirs, mine
                return True
    return False


def _toward(person: int, table: Sequence[int], costs: Mapping[Pair, int]) -> int:
    """What it costs that somebody meets the others of this table."""
    return sum(costs[_key(person, other)] for other in table if other != person)
