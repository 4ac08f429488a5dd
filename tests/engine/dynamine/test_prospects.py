"""The guess at who wins: fair to those who still have to play, and surer the later it is."""

from dataclasses import replace

import pytest

from engine.games.dynamine.prospects import turns_left
from engine.games.dynamine.state import Building, State
from tests.engine.dynamine.table import CONTENT, GAME, Laid, begun, building

AHEAD = {"2.0": "A5a"}
"""Two veins on level 2: 4 points, and the rewards for veins, depth and tiles."""


def state(seat: int, round_: int, *laid: Laid, budget: int = 0) -> State:
    """A seat's turn with so much left to spend; seat 0 begins each round."""
    return replace(building(*laid, budget=budget).state, stage=Building(seat), round=round_)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_is_ahead_at_first(seats: int) -> None:
    """All have the same chances before anybody has built."""
    assert GAME.shares(begun(seats).state) == pytest.approx((1 / seats,) * seats)


def test_turns_that_are_left_count() -> None:
    """Where all have the same points, those who still have to play are ahead."""
    middle = state(1, 5, {}, {}, {})
    assert [turns_left(CONTENT, middle, seat) for seat in range(3)] == [5, 5, 6]
    first, second, third = GAME.shares(middle)
    assert first == second < third
    assert sum((first, second, third)) == pytest.approx(1)
    spending = state(1, 5, {}, {}, {}, budget=3)
    assert GAME.shares(spending)[1] > GAME.shares(middle)[1]


def test_a_lead_is_surer_late() -> None:
    """A lead is worth more with fewer turns left, but never makes the win certain."""
    leads = [GAME.shares(state(1, round_, AHEAD, {}))[0] for round_ in (2, 6, 10)]
    assert leads == sorted(leads)
    assert 0.5 < leads[0] < leads[-1] < 1
