"""Table sizes: as few tables as possible, as equal as possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.seating import table_sizes


@pytest.mark.parametrize(
    ("people", "seats", "sizes"),
    [
        (4, 2, (2, 2)),
        (5, 2, (2, 2)),
        (4, 3, (2, 2)),
        (5, 3, (3, 2)),
        (7, 3, (3, 2, 2)),
        (5, 4, (3, 2)),
        (9, 4, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (128, 4, (4,) * 32),
        (1, 4, ()),
        (0, 2, ()),
    ],
)
def test_sizes(people: int, seats: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(people, seats, 1) == sizes


@given(st.integers(2, 128), st.integers(2, 4))
def test_all_sit_at_the_fewest_tables(people: int, seats: int) -> None:
    """At tables of two, one of an odd number of players has a bye."""
    sizes = table_sizes(people, seats)
    left = people % 2 if seats == 2 else 0
    assert sum(sizes) == people - left
    assert len(sizes) == -(-(people - left) // seats)
    assert max(sizes) <= seats
    assert min(sizes) >= max(2, max(sizes) - 1)
    assert sizes == tuple(sorted(sizes, reverse=True))


@given(st.integers(0, 128), st.integers(3, 4))
def test_game_for_three_has_no_smaller_tables_and_leaves_few_over(people: int, seats: int) -> None:
    sizes = table_sizes(people, seats, 3)
    assert all(3 <= size <= seats for size in sizes)
    assert people - sum(sizes) <= (2 if seats == 3 or people < 6 else 0)


def test_game_for_three_cannot_be_played_at_tables_of_two() -> None:
    with pytest.raises(ValueError, match="3 to 2"):
        table_sizes(8, 2, 3)
