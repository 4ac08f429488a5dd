"""The mountain: the order of its dice, and every slide."""

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
    """Return the place in reading order."""
    return SHAPE.spots.index((row, column))


def test_full_mountain_has_two_top_eight_side_and_ten_buried_dice() -> None:
    reaches = Counter(mountain.reach(ROWS, FULL, here) for here in range(20))
    assert reaches == {Reach.TOP: 2, Reach.SIDE: 8, Reach.BURIED: 10}


def test_places_count_row_by_row_from_the_top() -> None:
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
def test_die_rests_on_the_two_below(
    spot: tuple[int, int], below: list[tuple[int, int]], above: list[tuple[int, int]]
) -> None:
    here = place(*spot)
    assert below == [SHAPE.spots[other] for other in SHAPE.below[here]]
    assert above == [SHAPE.spots[other] for other in SHAPE.above[here]]


def test_top_dice_are_takeable_and_side_dice_after_salud() -> None:
    assert mountain.takeable(ROWS, FULL, sides=False) == (0, 1)
    assert len(mountain.takeable(ROWS, FULL, sides=True)) == 10


@pytest.mark.parametrize(("row", "moved"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)])
@pytest.mark.parametrize("right", [False, True])
def test_slides_at_both_edges(row: int, moved: int, *, right: bool) -> None:
    edge = [place(r, r + 1 if right else 0) for r in range(row, -1, -1)]
    left, slid = mountain.take(ROWS, FULL, edge[0])
    assert moved == len(slid)
    assert tuple(zip(edge[1:], edge[:-1], strict=True)) == slid
    assert left[edge[-1]] is None
    for start, end in slid:
        assert FULL[start] == left[end]


def test_slides_to_either_side() -> None:
    lying = list(FULL)
    for hole in [(0, 0), (1, 0), (0, 1), (1, 2)]:
        lying[place(*hole)] = None
    _, to_the_left = mountain.take(ROWS, tuple(lying), place(2, 1))
    assert ((place(1, 1), place(2, 1)),) == to_the_left
    _, to_the_right = mountain.take(ROWS, tuple(lying), place(2, 2))
    assert ((place(1, 1), place(2, 2)),) == to_the_right


def test_a_buried_die_cannot_be_taken() -> None:
    with pytest.raises(AssertionError):
        mountain.take(ROWS, FULL, place(1, 1))


def test_every_reachable_mountain_of_three_rows_is_stable() -> None:
    rows = (2, 3, 4)
    shape = mountain.shape(rows)
    full: Mountain = tuple(Rolled(die, 1) for die in range(9))
    mountains = {tuple(rolled is not None for rolled in full)}
    todo = [full]
    steps = 0
    while todo:
        lying = todo.pop()
        for here in mountain.takeable(rows, lying, sides=True):
            steps += 1
            taken, _ = mountain.take(rows, lying, here)
            left = {rolled.die for rolled in taken if rolled is not None}
            before = {rolled.die for rolled in lying if rolled is not None}
            removed = lying[here]
            assert removed is not None
            assert before - {removed.die} == left
            for other, rolled in enumerate(taken):
                if rolled is not None:
                    assert all(taken[low] is not None for low in shape.below[other])
            outline = tuple(rolled is not None for rolled in taken)
            if outline not in mountains:
                mountains.add(outline)
                todo.append(taken)
    assert tuple([False] * 9) in mountains
    assert steps > 100
