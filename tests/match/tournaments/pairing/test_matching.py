"""Matching players at the lowest cost, with a unique answer."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.matching import (
    Pair,
    assign_columns,
    combine_levels,
    pairs,
    tables,
)
from bot.match.tournaments.pairing.seating import table_sizes

Grouping = tuple[tuple[int, ...], ...]


def all_pairings(people: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to pair an even number of people."""
    if not people:
        yield ()
        return
    first, *others = people
    for other in others:
        for rest in all_pairings(tuple(remaining for remaining in others if remaining != other)):
            yield ((first, other), *rest)


def total(grouping: Grouping, costs: dict[Pair, int]) -> int:
    """Return the cost of all meetings."""
    return sum(costs[pair] for table in grouping for pair in combinations(sorted(table), 2))


def drawn_costs(people: int, seed: bytes, high: int) -> dict[Pair, int]:
    """Return a random cost for each pair."""
    return {pair: draw(seed, *pair) % high for pair in combinations(range(people), 2)}


def test_one_of_a_level_outweighs_all_later_levels() -> None:
    weights = combine_levels({(0, 1): (1, 0, 0), (0, 2): (0, 9, 5), (0, 3): (0, 1, 0)}, 3)
    assert weights[0, 1] > 3 * weights[0, 2]
    assert weights[0, 3] > 3 * 5
    assert combine_levels({}, 3) == {}


@given(st.integers(1, 4), st.binary(max_size=8), st.sampled_from([3, 1000]))
def test_pairing_is_the_cheapest_of_all(half: int, seed: bytes, high: int) -> None:
    costs = drawn_costs(2 * half, seed, high)
    pairing = pairs(costs)
    cheapest = min(total(each, costs) for each in all_pairings(tuple(range(2 * half))))
    assert total(pairing, costs) == cheapest
    assert sorted(player for pair in pairing for player in pair) == list(range(2 * half))


@given(st.integers(1, 5), st.binary(max_size=8))
def test_assignment_is_the_cheapest_of_all(size: int, seed: bytes) -> None:
    costs = [[draw(seed, row, column) % 50 for column in range(size)] for row in range(size)]

    def cost(columns: tuple[int, ...]) -> int:
        return sum(costs[row][column] for row, column in enumerate(columns))

    assert cost(assign_columns(costs)) == min(map(cost, permutations(range(size))))


@given(st.integers(2, 30), st.integers(2, 4), st.binary(max_size=8))
def test_no_swap_of_two_people_is_cheaper(people: int, seats: int, seed: bytes) -> None:
    sizes = table_sizes(people, seats)
    playing = tuple(range(sum(sizes)))
    costs = drawn_costs(len(playing), seed, 10**6)
    seating = tables(playing, sizes, costs)
    assert sorted(player for table in seating for player in table) == list(playing)
    assert sorted(map(len, seating)) == sorted(sizes)
    place = {player: table for table, people_there in enumerate(seating) for player in people_there}
    for player, other in combinations(playing, 2):
        exchanged = {player: other, other: player}
        if place[player] != place[other]:
            after = tuple(tuple(exchanged.get(each, each) for each in table) for table in seating)
            assert total(after, costs) >= total(seating, costs)


@given(st.integers(4, 24), st.integers(2, 4), st.binary(max_size=8))
def test_answer_is_unique_if_the_last_level_is_a_lot(people: int, seats: int, seed: bytes) -> None:
    """It must not depend on the order in which the library looks at pairs."""
    sizes = table_sizes(people, seats)
    playing = tuple(range(sum(sizes)))
    levels = {
        pair: (draw(seed, "level", *pair) % 2, draw(seed, "lot", *pair) >> 16)
        for pair in combinations(playing, 2)
    }
    costs = combine_levels(levels, 6 * len(sizes))
    other_way = dict(reversed(costs.items()))
    assert pairs(costs) == pairs(other_way)
    assert tables(playing, sizes, costs) == tables(playing, sizes, other_way)


def test_networkx_is_imported_only_for_a_pairing() -> None:
    """The import is slow, and most bots have no tournament at the start."""
    code = (
        "import sys, bot.match.tournaments.pairing.swiss, bot.match.tournaments.pairing.groups; "
        "sys.exit('networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_free_tables_are_found(seats: int) -> None:
    costs = {
        (player, other): 0 if player % 6 == other % 6 else 1 + draw(b"", player, other) % 9
        for player, other in combinations(range(6 * seats), 2)
    }
    seating = tables(range(6 * seats), (seats,) * 6, costs)
    assert seating == tuple(tuple(range(first, 6 * seats, 6)) for first in range(6))
