"""Dealing in a snake makes equal tables and groups."""

from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.seating import columns, dealt


def test_the_best_come_apart() -> None:
    """Of ten in three columns."""
    assert dealt(range(10), 3) == ((0, 5, 6), (1, 4, 7), (2, 3, 8, 9))
    assert columns(7, 3) == (0, 1, 2, 2, 1, 0, 0)


@given(st.integers(0, 128), st.integers(1, 43))
def test_everybody_is_dealt_out_evenly(people: int, width: int) -> None:
    """Columns differ by at most 1."""
    found = dealt(range(people), width)
    assert sorted(one for column in found for one in column) == list(range(people))
    assert len(found) == width
    assert max(map(len, found)) - min(map(len, found)) <= 1
