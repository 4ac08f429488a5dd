"""The mountain: its places, dice on top of others, and sliding (rules.md, The mountain)."""

from functools import cache
from typing import NamedTuple

from engine.games.dice_miner.observation import Reach
from engine.games.dice_miner.state import Rolled

Mountain = tuple[Rolled | None, ...]
"""Places in reading order; None for an empty place."""


class Shape(NamedTuple):
    """Places of a mountain and their neighbours; a place is a number in reading order."""

    spots: tuple[tuple[int, int], ...]
    above: tuple[tuple[int, ...], ...]
    """Places of the dice directly on top of this one, left before right: at most two."""
    below: tuple[tuple[int, ...], ...]
    """The two places that support this one; () in the bottom row."""


@cache
def shape(rows: tuple[int, ...]) -> Shape:
    spots = tuple((row, column) for row, places in enumerate(rows) for column in range(places))
    places = {spot: place for place, spot in enumerate(spots)}

    def existing(*near: tuple[int, int]) -> tuple[int, ...]:
        return tuple(places[spot] for spot in near if spot in places)

    return Shape(
        spots,
        above=tuple(existing((row - 1, column - 1), (row - 1, column)) for row, column in spots),
        below=tuple(existing((row + 1, column), (row + 1, column + 1)) for row, column in spots),
    )


def lying_on(rows: tuple[int, ...], mountain: Mountain, place: int) -> tuple[int, ...]:
    return tuple(above for above in shape(rows).above[place] if mountain[above] is not None)


def reach(rows: tuple[int, ...], mountain: Mountain, place: int) -> Reach:
    return (Reach.TOP, Reach.SIDE, Reach.BURIED)[len(lying_on(rows, mountain, place))]


def takeable(rows: tuple[int, ...], mountain: Mountain, *, sides: bool) -> tuple[int, ...]:
    """Return the places of all top dice, and of side dice if `sides` (rules.md, The mountain)."""
    most = 1 if sides else 0
    return tuple(
        place
        for place, rolled in enumerate(mountain)
        if rolled is not None and len(lying_on(rows, mountain, place)) <= most
    )


def take(
    rows: tuple[int, ...], mountain: Mountain, place: int
) -> tuple[Mountain, tuple[tuple[int, int], ...]]:
    """Take a top or side die; the dice above slide down (rules.md, The mountain).

    Return the mountain without it, and the dice that slid, lowest first: old place, new place.
    """
    left = list(mountain)
    left[place] = None
    slid = []
    hole = place
    while on_it := [above for above in shape(rows).above[hole] if left[above] is not None]:
        assert len(on_it) == 1, "a die that can be taken or slides has at most one die on top"
        left[hole], left[on_it[0]] = left[on_it[0]], None
        slid.append((on_it[0], hole))
        hole = on_it[0]
    return tuple(left), tuple(slid)


def place_of(mountain: Mountain, die: int) -> int | None:
    return next((place for place, on in enumerate(mountain) if on and on.die == die), None)


def is_empty(mountain: Mountain) -> bool:
    return not any(mountain)
