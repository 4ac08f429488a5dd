"""People are put together at the lowest cost, and there is one answer only."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.matching import Pair, assigned, pairs, tables, weighed
from bot.match.tournaments.pairing.seating import table_sizes

Grouping = tuple[tuple[int, ...], ...]


def all_pairings(people: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Every way to pair an even number of people."""
    if not people:
        yield ()
        return
    first, *others = people
    for other in others:
        for rest in all_pairings(tuple(one for one in others if one != other)):
            yield ((first, other), *rest)


def total(grouping: Grouping, costs: dict[Pair, int]) -> int:
    """What all meetings cost."""
    return sum(costs[pair] for table in grouping for pair in combinations(sorted(table), 2))


def drawn_costs(people: int, seed: bytes, high: int) -> dict[Pair, int]:
    """A cost for every two."""
    return {pair: draw(seed, *pair) % high for pair in combinations(range(people), 2)}


def test_one_of_a_level_outweighs_everything_after_it() -> None:
    """Even when everybody costs the most at all later levels."""
    weights = weighed({(0, 1): (1, 0, 0), (0, 2): (0, 9, 5), (0, 3): (0, 1, 0)}, 3)
    assert weights[0, 1] > 3 * weights[0, 2]
    assert weights[0, 3] > 3 * 5
    assert weighed({}, 3) == {}


@given(st.integers(1, 4), st.binary(max_size=8), st.sampled_from([3, 1000]))
def test_no_pairing_is_cheaper(half: int, seed: bytes, high: int) -> None:
    """All others have been tried."""
    costs = drawn_costs(2 * half, seed, high)
    found = pairs(costs)
    cheapest = min(total(each, costs) for each in all_pairings(tuple(range(2 * half))))
    assert total(found, costs) == cheapest
    assert sorted(one for pair in found for one in pair) == list(range(2 * half))


@given(st.integers(1, 5), st.binary(max_size=8))
def test_no_assignment_is_cheaper(size: int, seed: bytes) -> None:
    """All others have been tried."""
    costs = [[draw(seed, row, column) % 50 for column in range(size)] for row in range(size)]

    def cost(columns: tuple[int, ...]) -> int:
        return sum(costs[row][column] for row, column in enumerate(columns))

    assert cost(assigned(costs)) == min(map(cost, permutations(range(size))))


@given(st.integers(2, 30), st.integers(2, 4), st.binary(max_size=8))
def test_no_exchange_of_two_people_is_cheaper(people: int, seats: int, seed: bytes) -> None:
    """Everybody sits once, at tables of the sizes asked for."""
    sizes = table_sizes(people, seats)
    playing = tuple(range(sum(sizes)))
    costs = drawn_costs(len(playing), seed, 10**6)
    found = tables(playing, sizes, costs)
    assert sorted(one for table in found for one in table) == list(playing)
    assert sorted(map(len, found)) == sorted(sizes)
    place = {one: table for table, people_there in enumerate(found) for one in people_there}
    for one, other in combinations(playing, 2):
        exchanged = {one: other, other: one}
        if place[one] != place[other]:
            after = tuple(tuple(exchanged.get(each, each) for each in table) for table in found)
            assert total(after, costs) >= total(found, costs)


@given(st.integers(4, 24), st.integers(2, 4), st.binary(max_size=8))
def test_there_is_one_answer_only(people: int, seats: int, seed: bytes) -> None:
    """Whatever the library that pairs looks at first, if the last level is a lot."""
    sizes = table_sizes(people, seats)
    playing = tuple(range(sum(sizes)))
    levels = {
        pair: (draw(seed, "level", *pair) % 2, draw(seed, "lot", *pair) >> 16)
        for pair in combinations(playing, 2)
    }
    costs = weighed(levels, 6 * len(sizes))
    other_way = dict(reversed(costs.items()))
    assert pairs(costs) == pairs(other_way)
    assert tables(playing, sizes, costs) == tables(playing, sizes, other_way)


def test_the_library_is_loaded_only_when_somebody_is_paired() -> None:
    """It takes a while, and most bots have no tournament when they start."""
    code = (
        "import sys, bot.match.tournaments.pairing.swiss, bot.match.tournaments.pairing.groups; "
        "sys.exit('networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_friends_who_cost_nothing_are_kept_together(seats: int) -> None:
    """Where tables that cost nothing are possible, they are found."""
    costs = {
        (one, other): 0 if one % 6 == other % 6 else 1 + draw(b"", one, other) % 9
        for one, other in combinations(range(6 * seats), 2)
    }
    found = tables(range(6 * seats), (seats,) * 6, costs)
    assert found == tuple(tuple(range(first, 6 * seats, 6)) for first in range(6))
