"""Recovery: keeping, the roll, and the next start player."""

import pytest

from engine.core.errors import BadEntry
from engine.games.dice_miner.events import DiceKept, HoardsRolled, StartDrawn
from engine.games.dice_miner.state import (
    Excavation,
    Finished,
    Keeping,
    Lot,
    Recovering,
    SimpleStage,
    State,
)
from tests.engine.dice_miner.table import GAME, after, dice, die, hoard, legal, table, told


def keeping(*hoards: str, heroes: str = "") -> State:
    """Return the keeping after seat 0 has taken the last die, t27, and no seat has magic."""
    state = table(Excavation(0), *hoards, heroes=heroes, lying={14: "t27=1"})
    return after(state, "0 take t27")


def test_only_seats_with_chests_choose_dice_to_keep() -> None:
    state = keeping("k01=5", "t01=1", "t02=1", heroes="engineer treasurer prospector")
    assert GAME.to_act(state) == {0, 1}
    assert GAME.sealed(state)
    assert Keeping((0, 1), ((), (), ())) == state.stage


@pytest.mark.parametrize(
    ("held", "hero", "keeps"),
    [
        ("k01=5 t01=1 t02=2 t03=3", "engineer", 2),
        ("t01=1 t02=2 t03=3", "treasurer", 2),
        ("k01=5 t01=1 t02=2 t03=3 t04=4", "treasurer", 4),
        ("k01=5 k02=5 t01=1 t02=2 t03=3 t04=4 t05=5", "engineer", 4),
    ],
)
def test_double_chest_keeps_two_dice(held: str, hero: str, keeps: int) -> None:
    state = keeping(held, "", heroes=f"{hero} engineer")
    for number in range(keeps):
        assert legal(state, 0)[-1] == "done"
        assert f"keep t0{number + 1}" in legal(state, 0)
        state = after(state, f"0 keep t0{number + 1}")
    assert legal(state, 0) == ["done"]


def test_kept_chest_die_keeps_no_other_die() -> None:
    state = keeping("k01=5 t01=1", "", heroes="engineer engineer")
    assert "keep k01" not in legal(state, 0)
    state = keeping("k01=5 k02=5 t01=1 t02=1 t03=1", "", heroes="engineer engineer")
    state = after(state, "0 keep k01")
    assert "keep k02" not in legal(state, 0)
    state = after(state, "0 keep t01")
    assert legal(state, 0) == ["done"]


def test_needed_chest_die_cannot_be_kept_later() -> None:
    state = keeping("k01=5 k02=5 t01=1 t02=1 t03=1", "", heroes="engineer engineer")
    state = after(state, "0 keep t01", "0 keep t02")
    assert "keep k01" not in legal(state, 0)
    assert "keep t03" in legal(state, 0)


def test_treasurer_can_keep_a_chest_die() -> None:
    state = keeping("k01=5 t01=1", "", heroes="treasurer engineer")
    state = after(state, "0 keep k01")
    assert legal(state, 0) == ["keep t01", "keep t27", "done"]


def test_hazards_and_beer_can_be_kept() -> None:
    state = keeping("k01=5 h01=5 m01=6", "", heroes="engineer engineer")
    assert {"keep h01", "keep m01"} < set(legal(state, 0))


def test_seats_keep_in_any_order_until_done() -> None:
    state = keeping("k01=5 t01=1", "k02=5 t02=1", heroes="engineer engineer")
    mixed = after(state, "1 keep t02", "0 keep t01", "1 done")
    assert legal(mixed, 1) == []
    assert GAME.to_act(mixed) == {0}
    straight = after(state, "0 keep t01", "0 done", "1 keep t02", "1 done")
    assert after(mixed, "0 done") == straight
    with pytest.raises(BadEntry):
        after(mixed, "1 keep k02")


def test_done_is_required_even_without_a_choice() -> None:
    state = keeping("k01=5", "", heroes="engineer engineer")
    state = after(state, "0 keep t27")
    assert legal(state, 0) == ["done"]
    assert (DiceKept(0, dice("t27=1")),) == told(state, "0 done")


def test_other_dice_roll_in_seat_and_die_order() -> None:
    state = keeping("k01=5 t02=1 h01=2", "g01=1 t01=3", heroes="engineer engineer")
    state = after(state, "0 keep t02", "0 done")
    assert Recovering(((die("t02"),), ())) == state.stage
    lines = "* roll t27=2,h01=3,k01=4,t01=5,g01=6"
    assert (HoardsRolled((0, 1)),) == told(state, lines)
    state = after(state, lines)
    assert hoard(state, 0) == "t02=1 t27=2 h01=3 k01=4"
    assert hoard(state, 1) == "t01=5 g01=6"


def test_without_chests_the_roll_follows_the_scoring() -> None:
    state = keeping("t01=1", "t02=1", heroes="engineer engineer")
    assert Recovering(((), ())) == state.stage


def test_no_roll_if_every_die_is_kept() -> None:
    state = keeping("", "", heroes="treasurer engineer")
    state = after(state, "0 keep t27", "0 done")
    assert state.stage == SimpleStage.FILL
    assert state.start == 1


@pytest.mark.parametrize(
    ("points", "stage", "start"),
    [
        ((5, 3, 4), SimpleStage.FILL, 1),
        ((3, 5, 3), Lot((0, 2)), 0),
        ((-4, -4, -4), Lot((0, 1, 2)), 0),
    ],
)
def test_fewest_points_start_or_a_lot_decides(
    points: tuple[int, ...], stage: object, start: int
) -> None:
    kept = ((),) * 3
    state = table(Recovering(kept), "t01=1", "t02=1", "t03=1", rounds=[points])
    state = after(state, "* roll t01=1,t02=1,t03=1")
    assert stage == state.stage
    assert start == state.start


def test_lot_is_a_place_among_the_tied_in_seat_order() -> None:
    state = table(Lot((0, 2)), "", "", "", rounds=[(3, 5, 3)])
    assert (StartDrawn((0, 2), 2),) == told(state, "* lot 1")
    state = after(state, "* lot 1")
    assert state.stage == SimpleStage.FILL
    assert state.start == 2
    for token in ("lot 2", "lot -1", "lot 01", "lot", "lot ", "roll 1", "lot 1 "):
        with pytest.raises(BadEntry):
            after(table(Lot((0, 2)), "", "", ""), f"* {token}")


def test_there_is_no_recovery_after_the_last_round() -> None:
    state = table(Excavation(0), "k01=5", "t01=6", lying={14: "t27=1"}, rounds=[(0, 1), (0, 1)])
    assert Finished((1,)) == after(state, "0 take t27").stage
