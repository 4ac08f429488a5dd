"""What ``replay --json`` says, in every phase."""

import json

import pytest

from engine.games.dice_miner.actions import Spend
from engine.games.dice_miner.state import (
    Draft,
    Excavation,
    Fill,
    Finished,
    First,
    Keeping,
    Lot,
    Magic,
    Recovering,
    Rerolling,
    Sharing,
    Spending,
    Stage,
    State,
    TiebreakRoll,
)
from tests.engine.dice_miner.table import GAME, after, table

ROW = [(4, 6)]


def summary(state: State) -> dict[str, object]:
    """What everybody may see of it."""
    return GAME.summary(GAME.observe(state, None))


@pytest.mark.parametrize(
    ("stage", "rounds", "tied", "phase", "to_act"),
    [
        (First((0, 1)), [], (), "setup", []),
        (Draft((1, 0)), [], (), "setup", [1]),
        (Fill(), [], (), "setup", []),
        (Excavation(1), [], (), "excavation", [1]),
        (Excavation(0, salud=True, taken=1), ROW, (), "excavation", [0]),
        (Sharing(0, 1, 1), [], (), "excavation", []),
        (Magic(1, (0,)), [], (), "magic", [1]),
        (Spending(1, (0,), Spend(52), 2), [], (), "magic", [1]),
        (Rerolling(1, (0,), (52,)), [], (), "magic", []),
        (Keeping((0, 1), ((), ())), ROW, (), "recovery", [0, 1]),
        (Keeping((1,), ((), ())), ROW, (), "recovery", [1]),
        (Recovering(((), ())), ROW, (), "recovery", []),
        (Lot((0, 1)), ROW, (), "recovery", []),
        (Fill(), ROW, (), "recovery", []),
        (TiebreakRoll(), ROW * 3, (0, 1), "tiebreak", []),
        (Magic(1, (0,)), ROW * 3, (0, 1), "tiebreak", [1]),
        (Rerolling(1, (0,), (52,)), ROW * 3, (0, 1), "tiebreak", []),
        (Finished((1,)), ROW * 3, (), "finished", []),
    ],
)
def test_phase_and_to_act(
    stage: Stage,
    rounds: list[tuple[int, ...]],
    tied: tuple[int, ...],
    phase: str,
    to_act: list[int],
) -> None:
    """Where the match stands; nobody is to act where luck is due."""
    told = summary(table(stage, "t01=1 t04=1", "m01=1", rounds=rounds, tied=tied))
    assert phase == told["phase"]
    assert to_act == told["to_act"]
    assert (phase == "finished") == told["finished"]
    assert [4 * len(rounds), 6 * len(rounds)] == told["totals"]
    assert ([2, 1] if phase == "finished" else []) == told["places"]
    assert told == json.loads(json.dumps(told))


def test_at_the_start() -> None:
    """Nothing is scored, all totals are 0."""
    assert summary(GAME.new(3)) == {
        "finished": False,
        "to_act": [],
        "phase": "setup",
        "rounds": [],
        "totals": [0, 0, 0],
        "tiebreaks": [],
        "places": [],
    }


def test_the_rows_of_a_round() -> None:
    """Each round with its start and, one a seat, the three parts and their sum."""
    state = table(
        Excavation(1),
        "t01=1 h01=1",
        "g01=1",
        "t02=1 t03=2",
        start=2,
        lying={14: "t27=6"},
        rounds=[(3, 1, 0), (0, 0, 0)],
    )
    state = after(state, "1 take t27")
    told = summary(state)
    rows = [
        {"tunnels": 1, "treasure": 0, "hazards": -1, "total": 0},
        {"tunnels": 0, "treasure": 2, "hazards": 0, "total": 2},
        {"tunnels": 3, "treasure": 0, "hazards": 0, "total": 3},
    ]
    assert told["totals"] == [3, 3, 3]
    assert {"start": 2, "scores": rows} == told["rounds"][2]  # type: ignore[index]


def test_the_tiebreaks_of_a_finished_match() -> None:
    """Seats in seat order with the points of that tie-break alone; places at the end."""
    state = table(
        Excavation(1), "t01=6", "", "t02=6", lying={14: "t27=6"}, rounds=[(3, 1, 3), (0, 0, 0)]
    )
    state = after(state, "1 take t27", "* roll t01=1,t02=1", "* roll t01=6,t02=1")
    told = summary(state)
    assert told["tiebreaks"] == [
        {"seats": [0, 2], "scores": [1, 1]},
        {"seats": [0, 2], "scores": [0, 1]},
    ]
    assert told["places"] == [2, 3, 1]
    assert told["finished"] is True
    assert list(told["rounds"][0]) == ["start", "scores"]  # type: ignore[index]
