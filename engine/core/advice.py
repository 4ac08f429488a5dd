"""Recommended moves, and how certain the recommendation is."""

from dataclasses import dataclass
from math import hypot
from typing import Any

from engine.core.capabilities import Assess
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Level, Seat

MOST = 8
"""Maximum number of recommended moves."""
USUAL = 1.959964
"""Standard errors of a two-sided 95 % confidence interval."""


@dataclass(frozen=True, slots=True)
class Searched:
    """Search result for a move."""

    share: float
    """Expected share of the win, 0..1; 0.5 in a Game for one seat."""
    points: float
    """Expected lead over the best rival; in a Game for one seat, its points."""
    error: float
    """Standard error of `points`."""


@dataclass(frozen=True, slots=True)
class Advised:
    """A recommended move, by token."""

    token: str
    found: Searched | None = None
    """None for the foreman's move in a Game that can't be searched."""


def advise(game: AnyGame, state: Any, seat: Seat, thinking: Thinking) -> tuple[Advised, ...]:
    """Return the best moves of the seat to act, best first, at most MOST.

    For a Game that can't be searched, return only the foreman's move.
    """
    if not isinstance(game, Assess):
        return (Advised(game.notation(game.suggest(state, seat, Level.FOREMAN))),)
    return tuple(
        Advised(
            game.notation(assessed.action),
            Searched(assessed.share, assessed.points, assessed.error),
        )
        for assessed in game.assess(state, seat, thinking)[:MOST]
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """Expected gain of one move over another."""

    points: float
    margin: float
    """Half-width of the 95 % confidence interval of `points`."""

    @property
    def sure(self) -> bool:
        """Return whether the first move is better in points, with 95 % confidence."""
        return self.points > self.margin

    @property
    def alike(self) -> bool:
        """Return whether the difference is within the margin."""
        return abs(self.points) <= self.margin


def difference(first: Searched, second: Searched) -> Difference:
    """Return the expected gain of `first` over `second`."""
    return Difference(first.points - second.points, USUAL * hypot(first.error, second.error))
