"""Dealing people out in a snake: to the first table, on to the last, and back again."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def columns(items: int, width: int) -> tuple[int, ...]:
    """The column, from 0, to which each item goes: 0, 1, 2, 2, 1, 0, 0, 1, … for a width of 3."""
    return tuple(
        index % width if index // width % 2 == 0 else width - 1 - index % width
        for index in range(items)
    )


def dealt(items: Sequence[T], width: int) -> tuple[tuple[T, ...], ...]:
    """The items of each column, in their order; how many differs by at most 1."""
    found: list[list[T]] = [[] for _ in range(width)]
    for item, column in zip(items, columns(len(items), width), strict=True):
        found[column].append(item)
    return tuple(map(tuple, found))
