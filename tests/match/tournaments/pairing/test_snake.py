"""Dealing in a snake, for equal tables and groups."""

from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.seating import columns, deal


def test_snake_separates_the_best() -> None:
    assert deal(range(10), 3) == ((0, 5, 6), (1, 4, 7), (2, 3, 8, 9))
    assert columns(7, 3) == (0, 1, 2, 2, 1, 0, 0)


@given(st.integers(0, 128), st.integers(1, 43))
def test_columns_differ_by_at_most_one(people: int, width: int) -> None:
    dealt_columns = deal(range(people), width)
    assert sorted(player for column in dealt_columns for player in column) == list(range(people))
    assert len(dealt_columns) == width
    assert max(map(len, dealt_columns)) - min(map(len, dealt_columns)) <= 1
