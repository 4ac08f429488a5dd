"""Advice: the best moves first, and when two of them can't be told apart."""

from bot.worker.timed import Timed
from engine.core import driver
from engine.core.advice import MOST, Advised, Searched, advise, difference
from engine.core.capabilities import Assess
from engine.core.chance import SEED_BYTES, Stream
from tests.games.secret_hand.rules import SecretHand
from tests.games.solitaire.rules import Closing, Solitaire, State


def test_a_search_tells_the_best_first() -> None:
    """Each with what was found of it."""
    state = State(Closing(9))
    moves = advise(Solitaire(), state, 0, Timed(0, 1))
    legal = driver.legal_tokens(Solitaire(), driver.Position(state), 0)
    assert len(moves) == MOST < len(legal)
    assert {move.token for move in moves} < {*legal}
    points = [move.found.points for move in moves if move.found is not None]
    assert points == sorted(points, reverse=True)


class Unsearched(SecretHand):
    """A game that nobody can search."""

    assess = None  # type: ignore[assignment]


def test_without_a_search_it_is_the_foreman() -> None:
    """One move, with no claim about it."""
    game = Unsearched()
    assert not isinstance(game, Assess)
    position = driver.start(game, 2)
    position = driver.advance(game, position, Stream(bytes(SEED_BYTES), ""))[-1].position
    seat = min(game.to_act(position.state))
    token = game.notation(game.suggest(position.state, seat))
    assert advise(game, position.state, seat, Timed(0, 1)) == (Advised(token),)


def test_two_moves_within_the_error_are_alike() -> None:
    """With exact numbers only equal ones are."""
    better, worse = Searched(0.5, 10.0, 0.5), Searched(0.5, 9.0, 0.5)
    assert difference(better, worse).alike
    assert not difference(better, worse).sure
    assert difference(better, Searched(0.5, 8.0, 0.5)).sure
    exact = Searched(0.5, 10.0, 0.0)
    assert difference(exact, exact).alike
    assert difference(exact, Searched(0.5, 9.9, 0.0)).sure
    assert not difference(Searched(0.6, 8.0, 0.1), exact).sure
    assert not difference(Searched(0.6, 8.0, 0.1), exact).alike
