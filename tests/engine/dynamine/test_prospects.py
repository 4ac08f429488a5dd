"""The estimate of the winner: fair to seats with turns left, and more certain later."""

from dataclasses import replace

import pytest

from engine.games.dynamine.prospects import turns_left
from engine.games.dynamine.state import State
from tests.engine.dynamine.table import CONTENT, GAME, Laid, begun, building

AHEAD = {"2.0": "A5a"}
"""Two veins on level 2: 4 points, and the rewards for veins, depth and tiles."""


def state(seat: int, round_: int, *laid: Laid, budget: int = 0) -> State:
    """Return a seat's turn with a remaining budget; seat 0 begins each round."""
    return replace(building(*laid, budget=budget).state, acting=seat, round=round_)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_are_equal_at_first(seats: int) -> None:
    assert GAME.shares(begun(seats).state) == pytest.approx((1 / seats,) * seats)


def test_seat_with_turns_left_is_ahead_at_equal_points() -> None:
    middle = state(1, 5, {}, {}, {})
    assert [turns_left(CONTENT, middle, seat) for seat in range(3)] == [5, 5, 6]
    first, second, third = GAME.shares(middle)
    assert first == second < third
    assert sum((first, second, third)) == pytest.approx(1)
    spending = state(1, 5, {}, {}, {}, budget=3)
    assert GAME.shares(spending)[1] > GAME.shares(middle)[1]


def test_lead_counts_more_later_but_is_never_certain() -> None:
    leads = [GAME.shares(state(1, round_, AHEAD, {}))[0] for round_ in (2, 6, 10)]
    assert leads == sorted(leads)
    assert 0.5 < leads[0] < leads[-1] < 1
