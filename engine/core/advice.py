"""Recommended moves, and the certainty of the recommendation."""

from math import hypot
from typing import Any, NamedTuple

from engine.core.game import AnyGame
from engine.core.thinking import Assessed, Thinking
from engine.core.types import Seat

MOST = 8
USUAL = 1.959964
"""Standard errors of a two-sided 95 % confidence interval."""


class Advised(NamedTuple):
    token: str
    assessed: Assessed[Any] | None = None
    """None for the only move."""


def advise(game: AnyGame, state: Any, seat: Seat, thinking: Thinking) -> tuple[Advised, ...]:
    """Return at most MOST moves, best first."""
    return tuple(
        Advised(game.notation(assessed.action), assessed)
        for assessed in game.assess(state, seat, thinking)[:MOST]
    )


class Lead(NamedTuple):
    points: float
    margin: float
    """Half-width of the 95 % confidence interval of `points`."""

    @property
    def sure(self) -> bool:
        return self.points > self.margin

    @property
    def alike(self) -> bool:
        return abs(self.points) <= self.margin


def lead(best: Assessed[Any], other: Assessed[Any]) -> Lead:
    error = hypot(best.error, other.error) if other.paired is None else other.paired
    return Lead(best.points - other.points, USUAL * error)
