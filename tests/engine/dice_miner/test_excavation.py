"""Excavation: taking dice, ¡Salud!, and the rulings about both."""

from dataclasses import replace

import pytest

from engine.core import driver
from engine.core.errors import BadEntry
from engine.games.dice_miner.events import BeerShared, DieTaken, SecondLeft
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import Excavation, Magic, Rolled, Sharing, State
from tests.engine.dice_miner.table import (
    CONTENT,
    GAME,
    PLACES,
    after,
    die,
    hoard,
    legal,
    play,
    table,
    told,
)

FULL = {place: f"t{place + 1:02}=1" for place in range(PLACES)}
"""A full mountain of tunnel dice, t01 to t20."""


def strict(**rulings: bool) -> DiceMiner:
    """Dice Miner with the opposite of some rulings."""
    return DiceMiner(replace(CONTENT, rulings=replace(CONTENT.rulings, **rulings)))


def full(*hoards: str) -> State:
    return table(Excavation(0), *hoards, lying=FULL)


def test_plain_turn_takes_one_top_die_unchanged() -> None:
    state = full("", "", "")
    assert legal(state, 0) == ["take t01", "take t02"]
    taken = after(state, "0 take t02")
    assert hoard(taken, 0) == "t02=1"
    assert Excavation(1) == taken.stage
    assert (DieTaken(0, Rolled(die("t02"), 1), 1, ()),) == told(state, "0 take t02")


def test_turns_go_clockwise() -> None:
    assert Excavation(0) == after(full("", ""), "0 take t01", "1 take t02").stage


def test_beer_on_any_die_can_be_shared_with_any_seat() -> None:
    state = full("t21=6 t22=5 h01=6 k01=6", "g01=6", "")
    salud = [token for token in legal(state, 0) if token.startswith("salud")]
    expected = [f"salud {name} {friend}" for name in ("t21", "h01", "k01") for friend in (1, 2)]
    assert expected == salud


def test_salud_gives_the_rolled_die_and_two_dice_to_take() -> None:
    state = full("t21=6", "", "")
    assert Sharing(0, die("t21"), 2) == after(state, "0 salud t21 2").stage
    shared = after(state, "0 salud t21 2", "* roll t21=3")
    assert [hoard(shared, seat) for seat in range(3)] == ["", "", "t21=3"]
    assert Excavation(0, salud=True) == shared.stage
    events = told(state, "0 salud t21 2", "* roll t21=3")
    assert (BeerShared(0, 2, Rolled(die("t21"), 3)),) == events


def test_shared_die_that_shows_beer_can_be_shared_again() -> None:
    state = after(full("t21=6", ""), "0 salud t21 1", "* roll t21=6", "0 take t01", "0 take t02")
    assert "salud t21 0" in legal(state, 1)


def test_hazard_die_with_beer_can_be_shared() -> None:
    state = after(full("h03=6", ""), "0 salud h03 1", "* roll h03=5")
    assert hoard(state, 1) == "h03=5"


def test_after_salud_side_dice_can_be_taken_after_the_slide_too() -> None:
    state = after(full("t21=6", ""), "0 salud t21 1", "* roll t21=1")
    assert len(legal(state, 0)) == 10
    assert "take t15" in legal(state, 0)
    slid = after(state, "0 take t15")
    assert hoard(slid, 0) == "t15=1"
    names = [None if r is None else CONTENT.name(r.die) for r in slid.mountain]
    assert [names[place] for place in (14, 9, 5, 2, 0)] == ["t10", "t06", "t03", "t01", None]
    assert "take t10" in legal(slid, 0)
    finished = after(slid, "0 take t10")
    assert Excavation(1) == finished.stage
    assert hoard(finished, 0) == "t10=1 t15=1"


def test_event_lists_slides_lowest_first() -> None:
    state = after(full("t21=6", ""), "0 salud t21 1", "* roll t21=1")
    event = told(state, "0 take t15")[0]
    assert DieTaken(0, Rolled(die("t15"), 1), 14, ((9, 14), (5, 9), (2, 5), (0, 2))) == event


def test_second_die_after_salud_is_optional() -> None:
    state = after(full("t21=6", ""), "0 salud t21 1", "* roll t21=1")
    assert "stop" not in legal(state, 0)
    state = after(state, "0 take t01")
    assert legal(state, 0)[-1] == "stop"
    assert Excavation(1) == after(state, "0 stop").stage
    assert (SecondLeft(0),) == told(state, "0 stop")


def test_rules_version_can_demand_the_second_die() -> None:
    game = strict(second_may_be_declined=False)
    lines = ("0 salud t21 1", "* roll t21=1", "0 take t01")
    state = after(full("t21=6", ""), *lines, game=game)
    assert "stop" not in legal(state, 0, game)
    assert legal(state, 0, game)


def test_salud_is_once_per_turn_at_its_start() -> None:
    state = full("t21=6 t22=6", "")
    state = after(state, "0 salud t21 1", "* roll t21=6")
    assert not [token for token in legal(state, 0) if token.startswith("salud")]
    state = after(state, "0 take t01")
    assert not [token for token in legal(state, 0) if token.startswith("salud")]


def test_beer_taken_this_turn_waits_for_a_later_turn() -> None:
    lying = {**FULL, 0: "t01=6"}
    state = table(Excavation(0), "", "", lying=lying)
    state = after(state, "0 take t01")
    assert Excavation(1) == state.stage
    state = after(state, "1 take t02")
    assert "salud t01 1" in legal(state, 0)


def test_salud_is_allowed_with_one_die_left() -> None:
    state = table(Excavation(0), "t21=6 m01=1", "", lying={14: "t01=1"})
    assert legal(state, 0) == ["take t01", "salud t21 1"]
    state = after(state, "0 salud t21 1", "* roll t21=2")
    assert legal(state, 0) == ["take t01"]
    state = after(state, "0 take t01")
    assert Magic(0, ()) == state.stage


def test_rules_version_can_forbid_salud_with_one_die() -> None:
    game = strict(salud_with_one_die=False)
    state = table(Excavation(0), "t21=6", "", lying={14: "t01=1"})
    assert legal(state, 0, game) == ["take t01"]
    state = table(Excavation(0), "t21=6", "", lying={14: "t01=1", 15: "t02=1"})
    assert "salud t21 1" in legal(state, 0, game)


@pytest.mark.parametrize(
    ("lying", "lines"),
    [
        ({14: "t01=1"}, ["0 take t01"]),
        ({14: "t01=1"}, ["0 salud t21 1", "* roll t21=2", "0 take t01"]),
        (
            {14: "t01=1", 19: "t02=1"},
            ["0 salud t21 1", "* roll t21=2", "0 take t01", "0 take t02"],
        ),
    ],
)
def test_magic_starts_after_the_last_die(lying: dict[int, str], lines: list[str]) -> None:
    state = table(Excavation(0), "m01=1 t21=6 t22=1", "m02=1 t23=1", "m03=1 t24=1", lying=lying)
    state = after(state, *lines)
    assert Magic(1, (2, 0)) == state.stage
    assert state.magic_start == 1


@pytest.mark.parametrize("line", ["0 take t03", "1 take t01", "0 stop", "0 take t15", "0 pass"])
def test_illegal_decisions_are_refused(line: str) -> None:
    with pytest.raises(BadEntry):
        after(full("", ""), line)


def test_last_plain_take_can_be_undone_and_stays_in_the_log() -> None:
    state = full("", "")
    position, events = play(state, "0 take t01", "0 undo")
    assert state == position.state
    assert position.seq == 2
    assert len(events) == 1


@pytest.mark.parametrize(
    "lines",
    [
        ["1 undo"],
        ["0 take t01", "1 undo"],
        ["0 take t01", "1 take t02", "0 undo"],
        ["0 take t01", "0 undo", "0 undo"],
        ["0 take t01", "1 take t02", "1 undo", "0 undo"],
        ["0 salud t21 1", "* roll t21=1", "0 take t01", "0 undo"],
        ["0 salud t21 1", "0 undo"],
    ],
)
def test_only_the_own_plain_take_just_before_can_be_undone(lines: list[str]) -> None:
    with pytest.raises(BadEntry, match=r"taken back|expected here"):
        after(full("t21=6", ""), *lines)


def test_emptying_the_mountain_cannot_be_undone() -> None:
    state = table(Excavation(0), "m01=1 t21=1", "m02=1 t22=1", lying={14: "t01=1"})
    position, _ = play(state, "0 take t01")
    assert not driver.may_undo(position, 0)
    assert isinstance(position.state.stage, Magic)


def test_seat_can_take_another_die_after_an_undo() -> None:
    state = after(full("", ""), "0 take t01", "0 undo", "0 take t02")
    assert hoard(state, 0) == "t02=1"
    assert GAME.to_act(state) == {1}
