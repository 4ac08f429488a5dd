"""The JSON of ``replay --json`` in every phase."""

import json

import pytest

from engine.games.dice_miner.actions import Spend
from engine.games.dice_miner.state import (
    Draft,
    Excavation,
    Finished,
    First,
    Keeping,
    Lot,
    Magic,
    Recovering,
    Rerolling,
    Sharing,
    SimpleStage,
    Spending,
    Stage,
    State,
)
from tests.engine.dice_miner.table import GAME, after, table

ROW = [(4, 6)]


def summary(state: State) -> dict[str, object]:
    return GAME.summary(GAME.observe(state))


@pytest.mark.parametrize(
    ("stage", "rounds", "tied", "phase", "to_act"),
    [
        (First((0, 1)), [], (), "setup", []),
        (Draft((1, 0)), [], (), "setup", [1]),
        (SimpleStage.FILL, [], (), "setup", []),
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
        (SimpleStage.FILL, ROW, (), "recovery", []),
        (SimpleStage.TIEBREAK_ROLL, ROW * 3, (0, 1), "tiebreak", []),
        (Magic(1, (0,)), ROW * 3, (0, 1), "tiebreak", [1]),
        (Rerolling(1, (0,), (52,)), ROW * 3, (0, 1), "tiebreak", []),
        (Finished((1,)), ROW * 3, (), "finished", []),
    ],
)
def test_phase_and_seats_to_act_are_empty_while_luck_is_due(
    stage: Stage,
    rounds: list[tuple[int, ...]],
    tied: tuple[int, ...],
    phase: str,
    to_act: list[int],
) -> None:
    shown = summary(table(stage, "t01=1 t04=1", "m01=1", rounds=rounds, tied=tied))
    assert phase == shown["phase"]
    assert to_act == shown["to_act"]
    assert (phase == "finished") == shown["finished"]
    assert [4 * len(rounds), 6 * len(rounds)] == shown["totals"]
    assert ([2, 1] if phase == "finished" else []) == shown["places"]
    assert shown == json.loads(json.dumps(shown))


def test_start_has_no_scores() -> None:
    assert summary(GAME.new(3)) == {
        "finished": False,
        "to_act": [],
        "phase": "setup",
        "rounds": [],
        "totals": [0, 0, 0],
        "tiebreaks": [],
        "places": [],
    }


def test_round_lists_start_player_and_scores_of_each_seat() -> None:
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
    shown = summary(state)
    rows = [
        {"tunnels": 1, "treasure": 0, "hazards": -1, "total": 0},
        {"tunnels": 0, "treasure": 2, "hazards": 0, "total": 2},
        {"tunnels": 3, "treasure": 0, "hazards": 0, "total": 3},
    ]
    assert shown["totals"] == [3, 3, 3]
    assert {"start": 2, "scores": rows} == shown["rounds"][2]  # type: ignore[index]


def test_finished_match_lists_tiebreaks_and_places() -> None:
    state = table(
        Excavation(1), "t01=6", "", "t02=6", lying={14: "t27=6"}, rounds=[(3, 1, 3), (0, 0, 0)]
    )
    state = after(state, "1 take t27", "* roll t01=1,t02=1", "* roll t01=6,t02=1")
    shown = summary(state)
    assert shown["tiebreaks"] == [
        {"seats": [0, 2], "scores": [1, 1]},
        {"seats": [0, 2], "scores": [0, 1]},
    ]
    assert shown["places"] == [2, 3, 1]
    assert shown["finished"] is True
    assert list(shown["rounds"][0]) == ["start", "scores"]  # type: ignore[index]
