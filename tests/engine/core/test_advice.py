"""Advice: the best moves first, and whether they are equally good."""

from bot.worker.timed import Timed
from engine.core import driver
from engine.core.advice import MOST, advise, lead
from engine.core.thinking import Assessed
from tests.games.solitaire.rules import Closing, Solitaire, State


def assessed(share: float, points: float, error: float) -> Assessed[str]:
    return Assessed("", share, points, error)


def test_search_lists_best_moves_first_with_their_assessment() -> None:
    state = State(Closing(9))
    moves = advise(Solitaire(), state, 0, Timed(0, 1))
    legal = driver.legal_tokens(Solitaire(), driver.Position(state), 0)
    assert len(moves) == MOST < len(legal)
    assert {move.token for move in moves} < {*legal}
    points = [move.assessed.points for move in moves if move.assessed is not None]
    assert points == sorted(points, reverse=True)


def test_moves_within_the_error_are_alike() -> None:
    better, worse = assessed(0.5, 10.0, 0.5), assessed(0.5, 9.0, 0.5)
    assert lead(better, worse).alike
    assert not lead(better, worse).sure
    assert lead(better, assessed(0.5, 8.0, 0.5)).sure
    exact = assessed(0.5, 10.0, 0.0)
    assert lead(exact, exact).alike
    assert lead(exact, assessed(0.5, 9.9, 0.0)).sure
    assert not lead(assessed(0.6, 8.0, 0.1), exact).sure
    assert not lead(assessed(0.6, 8.0, 0.1), exact).alike
