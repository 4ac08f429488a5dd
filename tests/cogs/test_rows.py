"""Buttons share rows so that phones need few lines for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.screens.rows import IN_ROW, in_rows, lines, width

DIE, TILE = width("A", emoji=True), width("B3 · 5", emoji=True)
"""A phone fits three of the first per line, and two of the second."""


@pytest.mark.parametrize(
    ("wide", "count", "rows", "sizes"),
    [
        (DIE, 0, 5, []),
        (DIE, 5, 5, [5]),
        (DIE, 6, 5, [3, 3]),
        (DIE, 7, 5, [5, 2]),
        (DIE, 9, 5, [3, 3, 3]),
        (DIE, 9, 2, [5, 4]),
        (DIE, 12, 5, [3, 3, 3, 3]),
        (DIE, 25, 5, [5, 5, 5, 5, 5]),
        (TILE, 5, 5, [5]),
        (TILE, 8, 5, [4, 4]),
        (TILE, 20, 5, [4, 4, 4, 4, 4]),
    ],
)
def test_sizes_of_rows(wide: float, count: int, rows: int, sizes: list[int]) -> None:
    arranged = in_rows(range(count), [wide] * count, rows)
    assert [len(row) for row in arranged] == sizes


@given(st.lists(st.integers(60, 290), max_size=25), st.integers(0, 5))
def test_rows_keep_the_order_and_need_no_more_lines_than_full_rows(
    widths: list[int], more: int
) -> None:
    most = min(-(-len(widths) // IN_ROW) + more, 5)
    rows = in_rows(widths, widths, most)
    assert [wide for row in rows for wide in row] == widths
    assert len(rows) <= most
    assert all(1 <= len(row) <= IN_ROW for row in rows)
    full = [widths[start : start + IN_ROW] for start in range(0, len(widths), IN_ROW)]
    assert lines(rows) <= lines(full)
