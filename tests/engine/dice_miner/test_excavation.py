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
    """Dice Miner with some rulings turned round."""
    return DiceMiner(replace(CONTENT, rulings=replace(CONTENT.rulings, **rulings)))


def full(*hoards: str) -> State:
    """A full mountain, seat 0 to take."""
    return table(Excavation(0), *hoards, lying=FULL)


def test_a_plain_turn() -> None:
    """One die from the top joins the hoard as it is; the next seat goes on."""
    state = full("", "", "")
    assert legal(state, 0) == ["take t01", "take t02"]
    taken = after(state, "0 take t02")
    assert hoard(taken, 0) == "t02=1"
    assert Excavation(1) == taken.stage
    assert (DieTaken(0, Rolled(die("t02"), 1), 1, ()),) == told(state, "0 take t02")


def test_turns_go_clockwise() -> None:
    """After the last seat comes the first."""
    assert Excavation(0) == after(full("", ""), "0 take t01", "1 take t02").stage


def test_beer_of_any_kind_may_be_shared_with_anyone() -> None:
    """Each beer die with each other seat, hazards and tools too; other faces not."""
    state = full("t21=6 t22=5 h01=6 k01=6", "g01=6", "")
    salud = [token for token in legal(state, 0) if token.startswith("salud")]
    expected = [f"salud {name} {friend}" for name in ("t21", "h01", "k01") for friend in (1, 2)]
    assert expected == salud


def test_salud_gives_the_die_with_a_new_face() -> None:
    """The friend keeps what the beer die shows now; the seat goes on with two dice."""
    state = full("t21=6", "", "")
    assert Sharing(0, die("t21"), 2) == after(state, "0 salud t21 2").stage
    given = after(state, "0 salud t21 2", "* roll t21=3")
    assert [hoard(given, seat) for seat in range(3)] == ["", "", "t21=3"]
    assert Excavation(0, salud=True) == given.stage
    events = told(state, "0 salud t21 2", "* roll t21=3")
    assert (BeerShared(0, 2, Rolled(die("t21"), 3)),) == events


def test_salud_may_show_beer_again() -> None:
    """A shared die that shows beer again may be shared by the friend later."""
    state = after(full("t21=6", ""), "0 salud t21 1", "* roll t21=6", "0 take t01", "0 take t02")
    assert "salud t21 0" in legal(state, 1)


def test_a_hazard_is_shared_for_its_beer() -> None:
    """A hazard die that shows beer is shared like any other."""
    state = after(full("h03=6", ""), "0 salud h03 1", "* roll h03=5")
    assert hoard(state, 1) == "h03=5"


def test_two_dice_from_top_or_side() -> None:
    """After ¡Salud! side dice may be taken too, the second one after the slide."""
    state = after(full("t21=6", ""), "0 salud t21 1", "* roll t21=1")
    assert len(legal(state, 0)) == 10
    assert "take t15" in legal(state, 0)
    slid = after(state, "0 take t15")
    assert hoard(slid, 0) == "t15=1"
    names = [None if r is None else CONTENT.name(r.die) for r in slid.mountain]
    assert [names[place] for place in (14, 9, 5, 2, 0)] == ["t10", "t06", "t03", "t01", None]
    assert "take t10" in legal(slid, 0)
    done = after(slid, "0 take t10")
    assert Excavation(1) == done.stage
    assert hoard(done, 0) == "t10=1 t15=1"


def test_slides_are_told() -> None:
    """The event of a side die tells which dice slid, the lowest first."""
    state = after(full("t21=6", ""), "0 salud t21 1", "* roll t21=1")
    event = told(state, "0 take t15")[0]
    assert DieTaken(0, Rolled(die("t15"), 1), 14, ((9, 14), (5, 9), (2, 5), (0, 2))) == event


def test_one_must_be_taken_and_the_second_may_be_declined() -> None:
    """`stop` only after the first of the two dice (ruling)."""
    state = after(full("t21=6", ""), "0 salud t21 1", "* roll t21=1")
    assert "stop" not in legal(state, 0)
    state = after(state, "0 take t01")
    assert legal(state, 0)[-1] == "stop"
    assert Excavation(1) == after(state, "0 stop").stage
    assert (SecondLeft(0),) == told(state, "0 stop")


def test_without_the_ruling_two_dice_must_be_taken() -> None:
    """A rules version may demand the second die."""
    game = strict(second_may_be_declined=False)
    lines = ("0 salud t21 1", "* roll t21=1", "0 take t01")
    state = after(full("t21=6", ""), *lines, game=game)
    assert "stop" not in legal(state, 0, game)
    assert legal(state, 0, game)


def test_salud_is_once_a_turn_and_at_its_start() -> None:
    """No beer is shared after ¡Salud!, and a plain turn ends with its die."""
    state = full("t21=6 t22=6", "")
    state = after(state, "0 salud t21 1", "* roll t21=6")
    assert not [token for token in legal(state, 0) if token.startswith("salud")]
    state = after(state, "0 take t01")
    assert not [token for token in legal(state, 0) if token.startswith("salud")]


def test_a_beer_taken_waits_for_a_later_turn() -> None:
    """A beer die taken this turn is shared at the start of a later one."""
    lying = {**FULL, 0: "t01=6"}
    state = table(Excavation(0), "", "", lying=lying)
    state = after(state, "0 take t01")
    assert Excavation(1) == state.stage
    state = after(state, "1 take t02")
    assert "salud t01 1" in legal(state, 0)


def test_salud_with_one_die_left() -> None:
    """With a single die left beer may be shared, and that die is taken (ruling)."""
    state = table(Excavation(0), "t21=6 m01=1", "", lying={14: "t01=1"})
    assert legal(state, 0) == ["take t01", "salud t21 1"]
    state = after(state, "0 salud t21 1", "* roll t21=2")
    assert legal(state, 0) == ["take t01"]
    state = after(state, "0 take t01")
    assert Magic(0, ()) == state.stage


def test_without_the_ruling_no_salud_with_one_die() -> None:
    """A rules version may forbid it."""
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
    """Clockwise after the seat that took the last die, also where it was its first of two."""
    state = table(Excavation(0), "m01=1 t21=6 t22=1", "m02=1 t23=1", "m03=1 t24=1", lying=lying)
    state = after(state, *lines)
    assert Magic(1, (2, 0)) == state.stage
    assert state.magic_start == 1


@pytest.mark.parametrize("line", ["0 take t03", "1 take t01", "0 stop", "0 take t15", "0 pass"])
def test_what_is_not_legal(line: str) -> None:
    """Side dice without beer, another's turn, and decisions of other phases are refused."""
    with pytest.raises(BadEntry):
        after(full("", ""), line)


def test_undo_of_a_plain_take() -> None:
    """The last plain take can be taken back by its seat, and the line stays."""
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
def test_what_cannot_be_undone(lines: list[str]) -> None:
    """Only one's own plain take, only directly after it."""
    with pytest.raises(BadEntry, match=r"taken back|due here"):
        after(full("t21=6", ""), *lines)


def test_emptying_the_mountain_cannot_be_undone() -> None:
    """The take that ends the excavation stands."""
    state = table(Excavation(0), "m01=1 t21=1", "m02=1 t22=1", lying={14: "t01=1"})
    position, _ = play(state, "0 take t01")
    assert not driver.may_undo(position, 0)
    assert isinstance(position.state.stage, Magic)


def test_undo_and_another_take() -> None:
    """After undo the seat chooses again."""
    state = after(full("", ""), "0 take t01", "0 undo", "0 take t02")
    assert hoard(state, 0) == "t02=1"
    assert GAME.to_act(state) == {1}
