"""Larger tables have no avoidable repeats, as far as a limited search can tell."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.tournaments.pairing.luck import draw
from bot.match.tournaments.pairing.repeats import STEPS, with_fewer_repeats
from bot.match.tournaments.pairing.seating import table_sizes
from bot.match.tournaments.pairing.swiss import swiss_round
from tests.match.tournaments.pairing.test_swiss import Players, after, by_luck, newcomers
from tests.tiers import every, full_or

Tables = Sequence[Sequence[int]]
Pairs = dict[tuple[int, int], int]
NO_LIMIT = 100 * STEPS


def meetings(tables: Tables, costs: Pairs) -> int:
    return sum(costs[pair] for table in tables for pair in combinations(sorted(table), 2))


def repeats_by_pair(players: Players) -> Pairs:
    return {
        (player, other): players[player].opponents.count(other) ** 2
        for player, other in combinations(sorted(players), 2)
    }


def every_seating(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to seat these people at tables of these sizes."""
    if not people:
        yield []
        return
    first, *others = people
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for table in combinations(others, size - 1):
            rest = [player for player in others if player not in table]
            for more in every_seating(rest, left):
                yield [(first, *table), *more]


@given(st.integers(5, 9), st.integers(3, 4), st.integers(1, 60), st.binary(max_size=4))
@settings(max_examples=full_or(60, 15), deadline=None)
def test_search_finds_the_fewest_repeats(
    people: int, seats: int, density: int, seed: bytes
) -> None:
    sizes = table_sizes(people, seats)
    again = {
        pair: int(draw(seed, *pair) % 60 < density) * (1 + draw(seed, "twice", *pair) % 2 * 3)
        for pair in combinations(range(people), 2)
    }
    fewest = min(meetings(tables, again) for tables in every_seating(range(people), sizes))
    seating = with_fewer_repeats(range(people), sizes, again, again, fewest + 2)
    assert seating is not None
    assert sorted(len(table) for table in seating) == sorted(sizes)
    assert sorted(player for table in seating for player in table) == list(range(people))
    assert meetings(seating, again) == fewest
    assert with_fewer_repeats(range(people), sizes, again, again, fewest) is None


def test_search_stops_after_its_steps() -> None:
    again = dict.fromkeys(combinations(range(16), 2), 1)
    assert with_fewer_repeats(range(16), (4,) * 4, again, again, 24, steps=3) is None


@pytest.mark.parametrize(
    ("people", "seats", "rounds", "tournament"),
    every(
        [
            *((15, 3, 5, number) for number in range(60)),
            *((16, 4, 3, number) for number in range(60)),
            *((13, 3, 4, number) for number in range(20)),
        ],
        lambda case: case[3] in (1, 2, 3),
        rows=True,
    ),
)
def test_unlimited_search_finds_no_fewer_repeats(
    people: int, seats: int, rounds: int, tournament: int
) -> None:
    players, seed = newcomers(people), b"t%d" % tournament
    for number in range(1, rounds + 1):
        pairing = swiss_round(tuple(players.values()), seats, 2, seed, number, range(people))
        again, sizes = repeats_by_pair(players), table_sizes(people, seats)
        repeats = meetings(pairing.tables, again)
        better = with_fewer_repeats(range(people), sizes, again, again, repeats, steps=NO_LIMIT)
        assert better is None
        players = after(players, pairing, number, by_luck(seed))
