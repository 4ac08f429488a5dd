"""Immediate gain of a decision, for Games whose `scores` change as soon as points are made."""

from typing import Any

from engine.core import driver
from engine.core.game import AnyGame
from engine.core.types import Seat


def most_gained(game: AnyGame, state: Any, seat: Seat, token: str, further: int = 0) -> int:
    """Return the points that a legal decision brings the seat before any luck. Up to `further`
    later parts of the decision (such as a tile's place) are chosen for the most points.
    """
    before = game.scores(state)[seat]
    return _most(game, _after(game, state, seat, token), seat, before, further)


def _after(game: AnyGame, state: Any, seat: Seat, token: str) -> Any:
    return driver.choose(game, driver.Position(state), seat, token).position.state


def _most(game: AnyGame, state: Any, seat: Seat, before: int, further: int) -> int:
    gained = game.scores(state)[seat] - before
    if gained or not further or game.chance(state) is not None:
        return gained
    tokens = driver.legal_tokens(game, driver.Position(state), seat)
    if not tokens:
        return gained
    return max(
        _most(game, _after(game, state, seat, token), seat, before, further - 1) for token in tokens
    )
