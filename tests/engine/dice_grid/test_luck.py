"""The worth of rolls, and the statistics."""

import pytest

from engine.core import driver
from engine.core.fortune import Fortune
from engine.core.statistics import Statistic
from tests.engine.dice_grid.table import GAME, drawn, play

FEW = {"d4": (4,), "d6": (), "d8": (), "d10": (), "d12": (3,), "d20": (1, 2)}


@pytest.mark.parametrize(("result", "points"), [(2, 0), (3, 0), (4, 1)])
def test_worth_of_a_roll_is_its_difference_from_the_average(result: int, points: int) -> None:
    """Only a 4 helps: it leads to a square for a 2 or a 3, a third of a point on average."""
    walked = play("go b1 1", "write d20", after=drawn("4" + "." * 35, "a1", 2, 0, FEW))
    due = play("die d4", "cross 4", after=walked)
    advance = driver.settle(GAME, due, (result - 2,))
    assert GAME.fortunes(due.state, advance.position.state) == (Fortune(1, points, 333, 222),)
    assert (GAME.outcome(advance.position.state) is None) == bool(points)


def test_end_event_counts_points_by_kind_lines_and_stars() -> None:
    rows = "468TWX ...... ...... ...... ...... ......"
    boxes = {**FEW, "d4": (), "d12": (), "d20": (20,)}
    stuck = drawn(rows, "a1", 2, stars=2, boxes=boxes)
    end = next(
        action for action in GAME.legal_actions(stuck.state, 0) if GAME.notation(action) == "end"
    )
    (event,) = GAME.apply(stuck.state, 0, end).events
    assert GAME.statistics.count(event) == (
        Statistic(0, "squares", 6, 0),
        Statistic(0, "columns", 0, 0),
        Statistic(0, "rows", 3, 0),
        Statistic(0, "stars", 8, 0),
        Statistic(0, "lines", 1),
        Statistic(0, "kept", 2),
    )
