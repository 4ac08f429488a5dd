"""Setup: the start player, and the heroes."""

import pytest

from engine.games.dice_miner.events import FirstRolled, HeroChosen, MountainFilled
from engine.games.dice_miner.state import Draft, Excavation, First, SimpleStage
from tests.engine.dice_miner.table import FILL, GAME, after, legal, told


@pytest.mark.parametrize(
    ("rolls", "start"),
    [("3,6,2", 1), ("5,4,6", 2), ("5,1,2", 0), ("6,5,5", 0)],
)
def test_highest_face_starts_and_beer_beats_five(rolls: str, start: int) -> None:
    assert start == after(GAME.new(3), f"* first {rolls}").start


def test_tied_seats_roll_again() -> None:
    state = after(GAME.new(4), "* first 6,2,6,6")
    assert First((0, 2, 3)) == state.stage
    assert state.start is None
    state = after(state, "* first 4,5,5")
    assert First((2, 3)) == state.stage
    state = after(state, "* first 1,1", "* first 1,3")
    assert state.start == 3


def test_each_roll_is_an_event() -> None:
    events = told(GAME.new(3), "* first 6,2,6", "* first 1,2")
    tie = FirstRolled(((0, 6), (1, 2), (2, 6)), None)
    assert (tie, FirstRolled(((0, 1), (2, 2)), 2)) == events


@pytest.mark.parametrize(
    ("seats", "rolls", "queue"),
    [
        (2, "6,1", (1, 0)),
        (3, "1,6,2", (0, 2, 1)),
        (4, "6,1,1,1", (3, 2, 1, 0)),
        (4, "1,1,6,1", (1, 0, 3, 2)),
    ],
)
def test_heroes_are_chosen_counter_clockwise(
    seats: int, rolls: str, queue: tuple[int, ...]
) -> None:
    assert Draft(queue) == after(GAME.new(seats), f"* first {rolls}").stage


def test_a_hero_is_chosen_once() -> None:
    state = after(GAME.new(2), "* first 6,1")
    assert len(legal(state, 1)) == 6
    assert legal(state, 0) == []
    state = after(state, "1 hero engineer")
    assert len(legal(state, 0)) == 5
    assert "hero engineer" not in legal(state, 0)


def test_first_round_begins_with_a_filled_mountain() -> None:
    lines = ["* first 1,6", "0 hero alchemist", "1 hero treasurer"]
    state = after(GAME.new(2), *lines)
    assert state.stage == SimpleStage.FILL
    state = after(state, f"* fill {FILL}")
    assert Excavation(1) == state.stage
    assert list(range(20)) == [r.die for r in state.mountain if r is not None]
    assert len(state.bag) == 40
    events = told(GAME.new(2), *lines, f"* fill {FILL}")
    assert [HeroChosen, MountainFilled] == [type(event) for event in events[-2:]]
    assert MountainFilled(0, 1) == events[-1]


def test_dice_are_drawn_from_the_bag_in_die_order() -> None:
    state = after(GAME.new(2), "* first 1,6", "0 hero alchemist", "1 hero treasurer")
    bounds = GAME.chance(state)
    assert bounds is not None
    assert bounds[:4] == (60, 6, 59, 6)
    assert bounds[38] == 41
    drawn = (59, 5, 0, 0, 0, 1, 56, 2) + (0, 0) * 16
    token = GAME.chance_notation(state, drawn)
    assert token.startswith("fill m08=6,t01=1,t02=2,m07=3,t03=1,")
    assert drawn == GAME.read_chance(state, token)
