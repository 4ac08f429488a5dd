"""How many people sit at each table, how they are dealt out, and in which order they sit."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TypeVar

from bot.match.tournaments.pairing.luck import draw


def table_sizes(people: int, seats: int, low: int = 2) -> tuple[int, ...]:
    """How many sit at each table, the largest first, so that there are as few tables as possible.

    Sizes differ by at most 1, none is above `seats`, and none below `low` (at least 2), the fewest
    that the game allows. If no sizes are right for all the people, as few as possible are left
    over: one of an odd number at tables of two.
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


Sat = Sequence[int]
"""How often somebody has sat in each seat, from the first; seats that are not in it: never."""


def seated(
    table: Sequence[int], sat: Mapping[int, Sat], seed: bytes, *parts: str | int
) -> tuple[int, ...]:
    """The people of a table of at most 4 in the order in which they sit.

    Everybody gets a seat in which they have seldom sat: what all of them have sat in their new
    seats adds up to as little as possible. Of two, whoever has been first less often, compared
    with second, is first. Several such orders: one by lot, drawn for these `parts`.
    """

    def key(order: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        before = sum(times(sat.get(person, ()), seat) for seat, person in enumerate(order))
        return before, draw(seed, "seats", *parts, *order), order

    return min(permutations(table), key=key)


def times(sat: Sat, seat: int) -> int:
    """How often somebody has sat in a seat."""
    return sat[seat] if seat < len(sat) else 0


def sat_too(sat: Sat, seat: int) -> tuple[int, ...]:
    """How often somebody has sat in each seat when they have sat in this one once more."""
    length = max(len(sat), seat + 1)
    return tuple(times(sat, each) + (each == seat) for each in range(length))
