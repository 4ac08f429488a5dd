"""Recommended moves, and the certainty of the recommendation."""

from dataclasses import dataclass
from math import hypot
from typing import Any

from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Seat

MOST = 8
USUAL = 1.959964
"""Standard errors of a two-sided 95 % confidence interval."""


@dataclass(frozen=True, slots=True)
class Searched:
    share: float
    """Expected share of the win, 0..1; 0.5 in a Game for one seat."""
    points: float
    """Expected lead over the best rival; in a Game for one seat, its points."""
    error: float
    paired: float | None = None
    """Standard error of the difference in points to the best move; It follows from the errors
    of both if this is None.
    """


@dataclass(frozen=True, slots=True)
class Advised:
    token: str
    found: Searched | None = None
    """None for the only move."""


def advise(game: AnyGame, state: Any, seat: Seat, thinking: Thinking) -> tuple[Advised, ...]:
    """Return at most MOST moves, best first."""
    return tuple(
        Advised(
            game.notation(assessed.action),
            Searched(assessed.share, assessed.points, assessed.error, assessed.paired),
        )
        for assessed in game.assess(state, seat, thinking)[:MOST]
    )


@dataclass(frozen=True, slots=True)
class Difference:
    points: float
    margin: float
    """Half-width of the 95 % confidence interval of `points`."""

    @property
    def sure(self) -> bool:
        return self.points > self.margin

    @property
    def alike(self) -> bool:
        return abs(self.points) <= self.margin


def difference(best: Searched, other: Searched) -> Difference:
    error = hypot(best.error, other.error) if other.paired is None else other.paired
    return Difference(best.points - other.points, USUAL * error)
