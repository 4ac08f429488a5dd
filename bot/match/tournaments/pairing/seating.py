"""In which order people sit at a table."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from bot.match.tournaments.pairing.luck import draw

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
