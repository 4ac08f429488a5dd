"""The mountain: what lies on what, and every slide."""

from collections import Counter

import pytest

from engine.games.dice_miner import mountain
from engine.games.dice_miner.mountain import Mountain
from engine.games.dice_miner.observation import Reach
from engine.games.dice_miner.state import Rolled

ROWS = (2, 3, 4, 5, 6)
FULL: Mountain = tuple(Rolled(die, 1) for die in range(20))
SHAPE = mountain.shape(ROWS)


def place(row: int, column: int) -> int:
    """The place in reading order."""
    return SHAPE.spots.index((row, column))


def test_a_full_mountain() -> None:
    """At the start 2 dice are at the top, 8 at the side, 10 buried."""
    reaches = Counter(mountain.reach(ROWS, FULL, here) for here in range(20))
    assert reaches == {Reach.TOP: 2, Reach.SIDE: 8, Reach.BURIED: 10}


def test_reading_order() -> None:
    """Places count row by row from the top, from left to right."""
    assert SHAPE.spots[0] == (0, 0)
    assert SHAPE.spots[2] == (1, 0)
    assert SHAPE.spots[19] == (4, 5)


@pytest.mark.parametrize(
    ("spot", "below", "above"),
    [
        ((0, 0), [(1, 0), (1, 1)], []),
        ((1, 0), [(2, 0), (2, 1)], [(0, 0)]),
        ((1, 1), [(2, 1), (2, 2)], [(0, 0), (0, 1)]),
        ((3, 4), [(4, 4), (4, 5)], [(2, 3)]),
        ((4, 0), [], [(3, 0)]),
        ((4, 3), [], [(3, 2), (3, 3)]),
    ],
)
def test_what_touches(
    spot: tuple[int, int], below: list[tuple[int, int]], above: list[tuple[int, int]]
) -> None:
    """A die rests on the two below it, and carries those that rest on it."""
    here = place(*spot)
    assert below == [SHAPE.spots[other] for other in SHAPE.below[here]]
    assert above == [SHAPE.spots[other] for other in SHAPE.above[here]]


def test_takeable() -> None:
    """Plain turns take from the top; after ¡Salud! also from the side."""
    assert mountain.takeable(ROWS, FULL, sides=False) == (0, 1)
    assert len(mountain.takeable(ROWS, FULL, sides=True)) == 10


@pytest.mark.parametrize(("row", "moved"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)])
@pytest.mark.parametrize("right", [False, True])
def test_slides_at_both_edges(row: int, moved: int, *, right: bool) -> None:
    """The dice up the edge follow one another into the hole, with their faces."""
    edge = [place(r, r + 1 if right else 0) for r in range(row, -1, -1)]
    taken = mountain.take(ROWS, FULL, edge[0])
    assert moved == len(taken.slid)
    assert tuple(zip(edge[1:], edge[:-1], strict=True)) == taken.slid
    assert taken.mountain[edge[-1]] is None
    for start, end in taken.slid:
        assert FULL[start] == taken.mountain[end]


def test_slides_to_either_side() -> None:
    """A die slides to the left or to the right, wherever the hole is."""
    lying = list(FULL)
    for gone in [(0, 0), (1, 0), (0, 1), (1, 2)]:
        lying[place(*gone)] = None
    to_the_left = mountain.take(ROWS, tuple(lying), place(2, 1))
    assert ((place(1, 1), place(2, 1)),) == to_the_left.slid
    to_the_right = mountain.take(ROWS, tuple(lying), place(2, 2))
    assert ((place(1, 1), place(2, 2)),) == to_the_right.slid


def test_a_buried_die_cannot_be_taken() -> None:
    """Taking a die under two others is a bug of the caller."""
    with pytest.raises(AssertionError):
        mountain.take(ROWS, FULL, place(1, 1))


def test_every_way_to_dig_is_stable() -> None:
    """Whatever top or side die is taken: all that is left rests on two dice, and no die is lost.

    Every mountain of three rows that can be reached is tried, and on each every die.
    """
    rows = (2, 3, 4)
    shape = mountain.shape(rows)
    full: Mountain = tuple(Rolled(die, 1) for die in range(9))
    seen = {tuple(rolled is not None for rolled in full)}
    todo = [full]
    steps = 0
    while todo:
        lying = todo.pop()
        for here in mountain.takeable(rows, lying, sides=True):
            steps += 1
            taken = mountain.take(rows, lying, here)
            left = {rolled.die for rolled in taken.mountain if rolled is not None}
            before = {rolled.die for rolled in lying if rolled is not None}
            gone = lying[here]
            assert gone is not None
            assert before - {gone.die} == left
            for other, rolled in enumerate(taken.mountain):
                if rolled is not None:
                    assert all(taken.mountain[low] is not None for low in shape.below[other])
            outline = tuple(rolled is not None for rolled in taken.mountain)
            if outline not in seen:
                seen.add(outline)
                todo.append(taken.mountain)
    assert tuple([False] * 9) in seen
    assert steps > 100
