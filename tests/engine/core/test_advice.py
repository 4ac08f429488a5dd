"""Advice: the best moves first, and whether they are equally good."""

from bot.worker.timed import Timed
from engine.core import driver
from engine.core.advice import MOST, Advised, Searched, advise, difference
from engine.core.capabilities import Assess
from engine.core.chance import SEED_BYTES, Stream
from tests.games.solitaire.rules import Closing, Solitaire, State


def test_search_lists_best_moves_first_with_their_assessment() -> None:
    state = State(Closing(9))
    moves = advise(Solitaire(), state, 0, Timed(0, 1))
    legal = driver.legal_tokens(Solitaire(), driver.Position(state), 0)
    assert len(moves) == MOST < len(legal)
    assert {move.token for move in moves} < {*legal}
    points = [move.found.points for move in moves if move.found is not None]
    assert points == sorted(points, reverse=True)


class Unsearched(Solitaire):
    assess = None  # type: ignore[assignment]


def test_without_search_the_foreman_gives_one_move() -> None:
    game = Unsearched()
    assert not isinstance(game, Assess)
    position = driver.start(game, 1)
    position = driver.advance(game, position, Stream(bytes(SEED_BYTES), ""))[-1].position
    seat = min(game.to_act(position.state))
    token = game.notation(game.suggest(position.state, seat))
    assert advise(game, position.state, seat, Timed(0, 1)) == (Advised(token),)


def test_moves_within_the_error_are_alike() -> None:
    better, worse = Searched(0.5, 10.0, 0.5), Searched(0.5, 9.0, 0.5)
    assert difference(better, worse).alike
    assert not difference(better, worse).sure
    assert difference(better, Searched(0.5, 8.0, 0.5)).sure
    exact = Searched(0.5, 10.0, 0.0)
    assert difference(exact, exact).alike
    assert difference(exact, Searched(0.5, 9.9, 0.0)).sure
    assert not difference(Searched(0.6, 8.0, 0.1), exact).sure
    assert not difference(Searched(0.6, 8.0, 0.1), exact).alike
