"""Wishes for the next turn (plans.py)."""

from engine.games.dynamine.actions import Take
from tests.engine.dynamine.table import CONTENT, GAME, building, play


def pile(name: str) -> Take:
    return Take([other.name for other in CONTENT.piles].index(name))


def test_waiting_seats_can_wish_for_fitting_tiles_at_any_price() -> None:
    state = building({}, {"2.0": "A2b", "1.1": "A2c", "1.-1": "A2a"}, {}).state
    assert GAME.plannable(state, 0) == ()
    assert GAME.plannable(state, 1) == ()  # that mine has no open end
    wished = GAME.plannable(state, 2)
    assert pile("B6") in wished
    assert pile("C2") not in wished  # C2a is open only to the south


def test_wish_is_for_one_tile_and_not_the_one_below() -> None:
    then = building({}, {})
    now = play(then, "take A1", "place 1.1", "done", "roll 3")
    assert GAME.still_planned(then.state, now.state, pile("B1"))
    assert not GAME.still_planned(then.state, now.state, pile("A1"))


def test_round_with_a_first_question_drops_the_wish() -> None:
    then = building({}, {})
    for number, why in ((2, None), (5, None), (7, "reroll"), (9, "guess")):
        now = play(then, "done", "roll 3", "done", f"turn {number}")
        assert GAME.plan_broken(then.state, (), now.state, 0) == why
