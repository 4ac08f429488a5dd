"""Sizes of tables, dealing players to them, and the order of seats."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TypeVar

from bot.match.tournaments.pairing.luck import draw


def table_sizes(people: int, seats: int, low: int = 2) -> tuple[int, ...]:
    """Return the size of each table, the largest first, for as few tables as possible.

    Sizes differ by at most 1, and are from `low` (at least 2) to `seats`. If no sizes fit, as few
    people as possible are left over.
    """
    low = max(low, 2)
    if seats < low:
        raise ValueError(f"No table has {low} to {seats} seats.")
    for seated in range(people, low - 1, -1):
        tables = -(-seated // seats)
        size, larger = divmod(seated, tables)
        if size >= low:
            return (size + 1,) * larger + (size,) * (tables - larger)
    return ()


T = TypeVar("T")


def columns(items: int, width: int) -> tuple[int, ...]:
    """Return the column of each item, from 0: 0, 1, 2, 2, 1, 0, 0, 1, … for a width of 3."""
    return tuple(
        index % width if index // width % 2 == 0 else width - 1 - index % width
        for index in range(items)
    )


def deal(items: Sequence[T], width: int) -> tuple[tuple[T, ...], ...]:
    dealt_columns: list[list[T]] = [[] for _ in range(width)]
    for item, column in zip(items, columns(len(items), width), strict=True):
        dealt_columns[column].append(item)
    return tuple(map(tuple, dealt_columns))


Sat = Sequence[int]


def seat_players(
    table: Sequence[int], sat: Mapping[int, Sat], seed: bytes, *parts: str | int
) -> tuple[int, ...]:
    """Return the people of a table of at most 4 in the order of seats.

    Each gets a seat in which they have seldom sat: the sum of their earlier times in the new seats
    is minimal. A lot drawn for `parts` decides between equal orders.
    """

    def key(order: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        before = sum(times(sat.get(person, ()), seat) for seat, person in enumerate(order))
        return before, draw(seed, "seats", *parts, *order), order

    return min(permutations(table), key=key)


def times(sat: Sat, seat: int) -> int:
    return sat[seat] if seat < len(sat) else 0


def count_seat(sat: Sat, seat: int) -> tuple[int, ...]:
    length = max(len(sat), seat + 1)
    return tuple(times(sat, other) + (other == seat) for other in range(length))
