"""Points of a table, with equal totals for equal sizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.tournaments.pairing.tie_breaks import quarters


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (12, 0)),
        ((2, 1), (0, 12)),
        ((1, 1), (6, 6)),
        ((2, 3, 1), (6, 0, 12)),
        ((1, 1, 3), (9, 9, 0)),
        ((1, 2, 2), (12, 3, 3)),
        ((4, 2, 3, 1), (0, 8, 4, 12)),
        ((1, 1, 1, 4), (8, 8, 8, 0)),
        ((1, 2, 2, 2), (12, 4, 4, 4)),
        ((1, 1, 3, 3), (10, 10, 2, 2)),
        ((1,), (12,)),
    ],
)
def test_quarters(places: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert quarters(places) == points


@given(st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_points_add_up_to_six_quarters_per_seat_in_order_of_places(places: list[int]) -> None:
    """A better place always has more points, and equal places have equal points."""
    points = quarters(places)
    assert sum(points) == 6 * len(places)
    for place, got in zip(places, points, strict=True):
        for other, other_got in zip(places, points, strict=True):
            assert (place < other) == (got > other_got)
