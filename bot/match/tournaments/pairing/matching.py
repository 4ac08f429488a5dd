"""Seating people together at the lowest total cost.

Pairing has several aims of different weight: no repeats first, then fair seats, then equal points.
A matching algorithm knows only one cost per pair. So each aim is a level with a whole number per
pair, and `combine_levels` packs all levels into one large integer, like digits: one unit of a level
outweighs any possible sum of the levels after it. Python's integers don't overflow.

The last level is a lot drawn from the seed. It makes the cheapest solution unique. Otherwise
another version of networkx could return a different pairing of equal cost, and nobody could verify
the old one.

Tables of two are solved exactly, as a maximum weight matching. For tables of three and four the
problem is NP-hard, so they start from good pairs, and exchanges of two people improve them until
none helps.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice

from bot.match.tournaments.pairing.luck import draw

Pair = tuple[int, int]
"""Two people; in a mapping of costs the lower number comes first."""
Table = tuple[int, ...]


def combine_levels(levels: Mapping[Pair, Sequence[int]], most: int) -> dict[Pair, int]:
    """Combine the costs of each pair, one per level, into a single number.

    Sums of up to `most` such numbers still compare level by level.
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
    """Return as many disjoint pairs as possible, at the lowest total cost.

    Each has the lower number first, and they are sorted.
    """
    # Loading networkx takes a while, and a bot without tournaments never needs it.
    import networkx as nx

    top = max(costs.values(), default=0) + 1
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(
        (first, second, top - costs[first, second]) for first, second in costs
    )
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in matching))


def tables(
    people: Sequence[int],
    sizes: Sequence[int],
    costs: Mapping[Pair, int],
    *,
    is_quick: bool = False,
    begin: Sequence[Table] = (),
) -> tuple[Table, ...]:
    """Seat people at tables of these sizes, at a low total cost of all meetings.

    Sizes are at most 4, differ by at most 1 and add up to the number of people. The total is
    minimal for tables of two; for larger tables no exchange of two people lowers it. `is_quick`
    leaves out the search for a good start, which saves four fifths of the time. Exchanges start
    from `begin`, if given.
    """
    if not sizes:
        return ()
    size = max(sizes)
    if size == 2 and min(sizes) == 2:
        return pairs(costs)
    # Fill smaller tables with empty chairs. Two chairs at one table cost more than everything else
    # together, because no table may lack two players. A person and a chair cost only a lot, which
    # distinguishes the chairs: otherwise several answers would be equally cheap.
    chairs = [-1 - number for number in range(sum(size - table_size for table_size in sizes))]
    lots = {
        (chair, person): draw(b"", "chair", chair, person) >> 16
        for chair in chairs
        for person in people
    }
    scale = sum(lots.values()) + 1
    full = lots | {pair: cost * scale for pair, cost in costs.items()}
    apart = sum(full.values()) + 1
    full |= {_key(*pair): apart for pair in combinations(chairs, 2)}
    sitting = [*chairs, *people]
    if begin:
        free_chairs = iter(chairs)
        start = [[*table, *islice(free_chairs, size - len(table))] for table in begin]
    elif is_quick:
        start = [sitting[first :: len(sizes)] for first in range(len(sizes))]
    else:
        start = _fours(full) if size == 4 else _threes(sitting, full)
    improved = _improved(start, full)
    return tuple(
        sorted(tuple(sorted(person for person in table if person >= 0)) for table in improved)
    )


def assign_columns(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Assign a column to each row of a square matrix, each column once, at the lowest
    total cost.
    """
    rows = len(costs)
    matched = pairs(
        {(row, rows + column): costs[row][column] for row in range(rows) for column in range(rows)}
    )
    return tuple(column - rows for _, column in matched)


def _key(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)


def _between(group: Iterable[int], other_group: Sequence[int], costs: Mapping[Pair, int]) -> int:
    return sum(
        costs[_key(person, other_person)] for person in group for other_person in other_group
    )


def _fours(costs: Mapping[Pair, int]) -> list[list[int]]:
    couples = pairs(costs)
    matched = pairs(
        {
            (first, second): _between(couples[first], couples[second], costs)
            for first, second in combinations(range(len(couples)), 2)
        }
    )
    return [[*couples[first], *couples[second]] for first, second in matched]


def _threes(people: Sequence[int], costs: Mapping[Pair, int]) -> list[list[int]]:
    waiting = people[1::3]
    others = [person for index, person in enumerate(people) if index % 3 != 1]
    couples = pairs({_key(*couple): costs[_key(*couple)] for couple in combinations(others, 2)})
    thirds = assign_columns(
        [[_between([third], couple, costs) for third in waiting] for couple in couples]
    )
    return [[*couple, waiting[third]] for couple, third in zip(couples, thirds, strict=True)]


def _improved(start: list[list[int]], costs: Mapping[Pair, int]) -> list[list[int]]:
    improved = [list(table) for table in start]
    is_changed = True
    while is_changed:
        is_changed = False
        for table, other in combinations(improved, 2):
            while _exchange(table, other, costs):
                is_changed = True
    return improved


def _exchange(first: list[int], second: list[int], costs: Mapping[Pair, int]) -> bool:
    """Make the first exchange between two tables that lowers the cost; return False if
    none does.
    """
    costs_now = [[_toward(person, table, costs) for person in table] for table in (first, second)]
    costs_after = [
        [_toward(person, table, costs) for person in away]
        for away, table in ((first, second), (second, first))
    ]
    for i, person in enumerate(first):
        for j, other_person in enumerate(second):
            # Both sums include the cost between the two who change places, but these still don't
            # meet.
            between = 2 * costs[_key(person, other_person)]
            if costs_after[0][i] + costs_after[1][j] - between < costs_now[0][i] + costs_now[1][j]:
                first[i], second[j] = other_person, person
                return True
    return False


def _toward(person: int, table: Sequence[int], costs: Mapping[Pair, int]) -> int:
    return sum(costs[_key(person, other)] for other in table if other != person)
