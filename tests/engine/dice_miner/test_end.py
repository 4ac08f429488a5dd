"""The end: winners, tie-breaks, places."""

from dataclasses import replace

import pytest

from engine.core.types import Ending, Outcome
from engine.games.dice_miner.events import (
    MatchEnded,
    RoundScored,
    TiebreakBegan,
    TiebreakScored,
)
from engine.games.dice_miner.outcome import places
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import Excavation, Finished, Magic, Score, SimpleStage, State
from tests.engine.dice_miner.table import CONTENT, GAME, after, legal, table, told


def last(*hoards: str, totals: tuple[int, ...]) -> State:
    """The last take of round 3, by seat 0; only the named dice give magic."""
    state = table(Excavation(0), *hoards, lying={14: "t27=6"}, rounds=[totals, (0,) * len(totals)])
    return after(state, "0 take t27")


def test_most_points_win_after_round_three() -> None:
    state = last("t01=6", "t02=1", "t03=6", totals=(5, 3, 5))
    assert state.stage == SimpleStage.TIEBREAK_ROLL
    state = last("t01=1", "t02=6", "t03=6", totals=(5, 3, 5))
    assert Finished((0,)) == state.stage
    assert Outcome(Ending.POINTS, (6, 3, 5), (1, 3, 2)) == GAME.outcome(state)
    assert GAME.chance(state) is None


def test_end_events_are_scoring_and_winner() -> None:
    state = table(Excavation(0), "t01=1", "", lying={14: "t27=6"}, rounds=[(0, 0), (0, 0)])
    events = told(state, "0 take t27")
    assert [RoundScored, MatchEnded] == [type(event) for event in events[1:]]
    assert MatchEnded((0,)) == events[-1]


def test_tied_seats_roll_their_whole_hoards_in_order() -> None:
    state = last("h01=6 t01=6", "t02=1 t03=6", "t04=6", totals=(5, 0, 5))
    assert state.tied == (0, 2)
    events = told(
        table(Excavation(0), "t01=6", "t02=6", lying={14: "t27=6"}, rounds=[(1, 1), (0, 0)]),
        "0 take t27",
    )
    assert TiebreakBegan(0, (0, 1)) == events[-1]
    state = after(state, "* roll t01=1,t27=1,h01=6,t04=1")
    assert Finished((0,)) == state.stage
    assert Outcome(Ending.TIEBREAK, (5, 1, 5), (1, 3, 2)) == GAME.outcome(state)


def test_chests_keep_nothing_in_a_tiebreak() -> None:
    state = last("k01=5 t01=6", "t02=6", totals=(5, 5))
    bounds = GAME.chance(state)
    assert bounds is not None
    assert len(bounds) == 4


def test_tiebreak_has_a_magic_phase_of_the_tied_with_fresh_magic() -> None:
    state = table(
        Excavation(0),
        "m01=1 t01=6",
        "m02=1 t02=6",
        "m03=1 t03=6",
        heroes="engineer surveyor alchemist",
        lying={14: "t27=6"},
        rounds=[(6, 0, 5), (0, 0, 0)],
    )
    lines = ["0 take t27", "1 pass", "2 spend hero1", "2 reroll t03", "* roll t03=1"]
    state = after(state, *lines, "2 pass", "0 spend m01", "0 reroll t01", "* roll t01=6")
    assert state.tied == (0, 2)
    state = after(state, "* roll t01=6,t27=6,m01=1,t03=6,m03=1")
    assert Magic(2, (0,)) == state.stage, "round 3's magic began at seat 1, left out here"
    assert legal(state, 2) == ["spend m03", "spend hero1", "spend hero2", "spend hero3", "pass"]
    state = after(state, "2 pass")
    assert legal(state, 0) == ["spend m01", "pass"]


def test_gems_are_compared_among_the_tied_only() -> None:
    state = last("g01=6", "g02=5", "g03=6", totals=(20, 1, 20))
    state = after(state, "* roll t27=6,g01=5,g03=4")
    assert (Score(0, 6, 0), Score(0, 2, 0)) == state.tiebreaks[0].scores


def test_next_tiebreak_is_among_the_best_of_the_last() -> None:
    state = last("t01=6", "t02=6", "t03=6", totals=(5, 5, 5))
    state = after(state, "* roll t01=1,t27=6,t02=6,t03=1")
    assert state.stage == SimpleStage.TIEBREAK_ROLL
    assert state.tied == (0, 2)
    events = told(state, "* roll t01=6,t27=6,t03=1")
    assert [TiebreakScored, MatchEnded] == [type(event) for event in events]
    state = after(state, "* roll t01=6,t27=6,t03=1")
    assert Finished((2,)) == state.stage
    outcome = GAME.outcome(state)
    assert Outcome(Ending.TIEBREAK, (5, 5, 5), (2, 2, 1)) == outcome
    assert [played.seats for played in state.tiebreaks] == [(0, 1, 2), (0, 2)]
    assert state.tied == ()


def test_tiebreak_points_decide_only_the_winner() -> None:
    state = last("t01=6", "t02=6", "t03=6", "t04=1", totals=(5, 5, 5, 3))
    state = after(state, "* roll t01=1,t27=2,t02=1,t03=6")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == (5, 5, 5, 4)
    assert outcome.places == (1, 2, 2, 4)


def tied_for_ever(times: int) -> State:
    """Two seats that tie in this number of tie-breaks."""
    state = last("t01=6", "t02=6", "t03=1", totals=(5, 5, 1))
    for number in range(times):
        assert number == len(state.tiebreaks)
        state = after(state, "* roll t01=6,t27=6,t02=6")
    return state


def test_tie_after_twenty_tiebreaks_is_shared() -> None:
    assert tied_for_ever(19).stage == SimpleStage.TIEBREAK_ROLL
    state = tied_for_ever(20)
    assert Finished((0, 1)) == state.stage
    assert Outcome(Ending.SHARED, (5, 5, 2), (1, 1, 3)) == GAME.outcome(state)


def test_twentieth_tiebreak_can_decide() -> None:
    state = after(tied_for_ever(19), "* roll t01=6,t27=6,t02=1")
    assert Finished((1,)) == state.stage
    assert len(state.tiebreaks) == 20


def test_tied_seats_without_dice_share_the_win_immediately() -> None:
    state = table(Excavation(2), "", "", "", lying={14: "t27=6"}, rounds=[(5, 5, 1), (0, 0, 0)])
    state = after(state, "2 take t27")
    assert Finished((0, 1)) == state.stage
    assert len(state.tiebreaks) == 20


def test_without_tiebreaks_a_tie_is_shared() -> None:
    """A rules version can have no tie-breaks."""
    game = DiceMiner(replace(CONTENT, rulings=replace(CONTENT.rulings, tiebreaks_at_most=0)))
    state = table(Excavation(0), "t01=6", "t02=6", lying={14: "t27=6"}, rounds=[(5, 5), (0, 0)])
    assert Finished((0, 1)) == after(state, "0 take t27", game=game).stage


@pytest.mark.parametrize(
    ("expected", "totals", "winners"),
    [
        ((1, 2, 3, 4), (9, 8, 7, 6), (0,)),
        ((2, 2, 1), (9, 9, 9), (2,)),
        ((1, 2, 2, 4), (9, 9, 9, 3), (0,)),
        ((1, 1, 3, 3), (9, 9, 3, 3), (0, 1)),
        ((3, 1, 1, 4), (9, 9, 9, 1), (1, 2)),
        ((1, 2, 2), (5, 3, 3), (0,)),
    ],
)
def test_place_counts_winners_and_seats_with_more_points(
    expected: tuple[int, ...], totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert expected == places(totals, winners)
