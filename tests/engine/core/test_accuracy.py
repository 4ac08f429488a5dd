"""Accuracy: what decisions lost beyond the search's error, and how certain that is."""

from dataclasses import replace

import pytest

from bot.worker.timed import Timed
from engine.core import driver
from engine.core.accuracy import (
    BANDS,
    Weighed,
    accuracy,
    band,
    check_loss,
    choices,
    combine_searches,
    dearest,
    open_ones,
    weigh,
)
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import UNDO, Advance
from engine.core.playing_on import PlayingOn
from engine.core.thinking import AccuracyScale
from engine.core.types import Level
from tests.games.solitaire.rules import Closing, Solitaire, State
from tests.thinking import Looks

GAME = Solitaire()
SCALE = AccuracyScale(apprentice=0.8, random=1.2)
BEST = Weighed(0, 0, "a", "a", 0.0, 0.0, 0.5, 6.0)
WORSE = Weighed(1, 0, "a", "b", 4.0, 0.1, 0.5, 6.0)
UNCLEAR = Weighed(2, 0, "a", "b", 1.5, 0.1, 1.0, 6.0)


def test_difference_within_the_error_is_no_loss() -> None:
    """Neither is a choice that costs points but brings the win nearer."""
    assert [BEST.lost, WORSE.lost, UNCLEAR.lost] == [0, 4, 0]
    assert replace(WORSE, share=-0.1).lost == 0
    assert replace(WORSE, share=0.0).lost == 4, "in a game for one the share never differs"
    assert replace(WORSE, behind=-4.0).lost == 0


def value(*weighed: Weighed) -> float:
    result = accuracy(weighed, SCALE)
    assert result is not None
    return result.value


def test_scale_runs_from_random_moves_over_the_lowest_level_to_the_best_moves() -> None:
    as_random = replace(WORSE, behind=SCALE.random * WORSE.at_random)
    assert value(BEST) == 100
    assert value(replace(WORSE, behind=SCALE.apprentice * WORSE.at_random)) == pytest.approx(50)
    assert value(as_random) == 0
    assert value(as_random, replace(as_random, behind=50.0)) == 0
    assert value(BEST, replace(BEST, at_random=0.0)) == 100
    assert accuracy([], SCALE) is None


def test_accuracy_falls_with_each_point_lost() -> None:
    values = [value(BEST, replace(WORSE, behind=behind)) for behind in (0.0, 1.0, 2.0, 5.0, 9.0)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_decisions_count_by_their_stakes() -> None:
    careless = replace(WORSE, behind=0.1, at_random=0.1)
    assert value(careless, replace(BEST, at_random=10.0)) > 95


def test_move_that_improves_the_chances_to_win_costs_nothing() -> None:
    assert value(replace(WORSE, share=-0.1), BEST) == 100


def test_only_certain_losses_are_given_away() -> None:
    result = accuracy([BEST, WORSE, UNCLEAR], SCALE)
    assert result is not None
    assert (result.decisions, result.lost) == (3, 4)


def test_margin_shrinks_with_the_number_of_decisions() -> None:
    few, many = accuracy([UNCLEAR] * 4, SCALE), accuracy([UNCLEAR] * 16, SCALE)
    assert few is not None
    assert many is not None
    assert few.value == pytest.approx(many.value)
    assert many.margin == pytest.approx(few.margin / 2, rel=0.02)
    certain = accuracy([replace(UNCLEAR, error=0.0)] * 4, SCALE)
    assert certain is not None
    assert certain.margin == 0


def test_band_names_the_level_of_similar_accuracy() -> None:
    assert [band(least) for _, least in BANDS] == [level for level, _ in BANDS]
    assert [level for level, _ in BANDS] == [*reversed(Level)]
    assert band(0.0) is None


def test_second_look_goes_to_reported_or_unclear_losses() -> None:
    exact = replace(WORSE, seq=3, error=0.0)
    clear = replace(UNCLEAR, seq=4, behind=0.2, error=0.4)
    small = [replace(WORSE, seq=seq, behind=2.0 + seq) for seq in range(5, 10)]
    assert open_ones([BEST, WORSE, UNCLEAR, exact, clear]) == (1, 2)
    assert open_ones([*small, UNCLEAR]) == (2, 7, 8, 9)


def test_two_looks_merge_by_certainty_and_the_second_decides() -> None:
    second = replace(WORSE, behind=2.0, error=0.25)
    both = combine_searches(WORSE, second)
    assert both.behind == pytest.approx(2.4)
    assert both.error < second.error
    assert combine_searches(WORSE, replace(second, best="a", behind=0.0)).lost == 0
    assert combine_searches(WORSE, replace(second, error=0.0)).behind == 2
    assert combine_searches(replace(WORSE, error=0.0), second).behind == 4


def test_loss_that_playing_on_contradicts_is_none_but_doubtful() -> None:
    assert check_loss(WORSE, 3.5, 0.5) == WORSE
    assert check_loss(WORSE, 0.0, 3.0) == WORSE
    contradicted = check_loss(WORSE, 0.0, 1.0)
    assert contradicted.lost == 0
    result, before = accuracy([contradicted, BEST], SCALE), accuracy([WORSE, BEST], SCALE)
    assert result is not None
    assert before is not None
    assert result.margin > before.margin
    assert check_loss(UNCLEAR, -9.0, 0.1) == UNCLEAR


def test_playing_on_compares_with_the_same_luck() -> None:
    """In Solitaire, closing high numbers first is better."""
    state = State(Closing(9))
    computers = PlayingOn(GAME)
    assert computers.compared(state, 0, "close 9", "close 9", Timed(0, 1)) == (0, 0)
    better, error = computers.compared(state, 0, "close 9", "close 2", Looks(500))
    assert better > 2 * error > 0
    worse, _ = computers.compared(state, 0, "close 2", "close 9", Looks(500))
    assert worse < 0


def test_blunders_are_sorted_by_loss_without_equal_moves() -> None:
    dear = replace(WORSE, seq=9, behind=7.0)
    assert dearest([BEST, WORSE, UNCLEAR, dear]) == (dear, WORSE)
    assert dearest([WORSE, dear], most=1) == (dear,)


def played(*lines: str) -> tuple[Advance[State], ...]:
    """Return a match of Solitaire with these decisions; `roll` lets the dice decide."""
    position: driver.Position[State] = driver.start(GAME, 1)
    advances: list[Advance[State]] = []
    for line in lines:
        if line.startswith("roll"):
            advances.append(driver.settle(GAME, position, GAME.read_chance(position.state, line)))
        else:
            advances.append(driver.choose(GAME, position, 0, line))
        position = advances[-1].position
    return tuple(advances)


def test_only_moves_with_an_alternative_are_decisions() -> None:
    log = played("roll 3 4", "close 3", UNDO, "close 4", "close 3", "roll 1 1", "close 2")
    decisions = choices(GAME, 1, log)
    assert [(decision.seq, decision.token) for decision in decisions] == [
        (3, "close 4"),
        (4, "close 3"),
    ]


def test_weight_of_a_decision_depends_on_the_state_alone() -> None:
    weights = []
    for after in ("roll 1 1", "roll 6 6"):
        log = played("roll 4 5", "close 2", "close 3", "close 4", after)
        first = choices(GAME, 1, log)[0]
        assert first.token == "close 2"
        weights.append(weigh(GAME, first, Timed(0, 7)))
    assert weights[0] == weights[1]
    assert weights[0].token == "close 2"
    assert weights[0].error > 0
    assert weights[0].best in {f"close {number}" for number in range(1, 10)}


def test_match_played_like_the_search_loses_nothing() -> None:
    stream = Stream(bytes(SEED_BYTES), "accuracy")
    position: driver.Position[State] = driver.start(GAME, 1)
    log: list[Advance[State]] = []
    while GAME.outcome(position.state) is None:
        rolled = driver.advance(GAME, position, stream)
        log += rolled
        position = rolled[-1].position if rolled else position
        if GAME.outcome(position.state) is None:
            action = GAME.assess(position.state, 0, Timed(0, 3))[0].action
            log.append(driver.choose(GAME, position, 0, GAME.notation(action)))
            position = log[-1].position
    same = [weigh(GAME, decision, Timed(0, 3)) for decision in choices(GAME, 1, log)]
    result = accuracy(same, SCALE)
    assert result is not None
    assert (result.value, result.margin) == (100, 0)
