"""A move that is recommended, and how sure that is."""

from dataclasses import dataclass
from math import hypot
from typing import Any

from engine.core.capabilities import Assess
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Level, Seat

MOST = 8
"""So many moves are told at most."""
USUAL = 1.959964
"""Standard errors within which the truth lies 19 times of 20."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found of a move."""

    share: float
    """How much of the win it leads to, 0..1; 0.5 in a Game for one seat."""
    points: float
    """By how many points it leads ahead of the best rival; its points in a Game for one seat."""
    error: float
    """The standard error of `points`."""


@dataclass(frozen=True, slots=True)
class Advised:
    """A move by its token."""

    token: str
    found: Searched | None = None
    """None where nothing was searched: the foreman would make it."""


def advise(game: AnyGame, state: Any, seat: Seat, thinking: Thinking) -> tuple[Advised, ...]:
    """The best moves of a seat to act, the best first, at most MOST; of a Game that can't be
    searched the one that the foreman would make."""
    if not isinstance(game, Assess):
        return (Advised(game.notation(game.suggest(state, seat, Level.FOREMAN))),)
    return tuple(
        Advised(game.notation(one.action), Searched(one.share, one.points, one.error))
        for one in game.assess(state, seat, thinking)[:MOST]
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """What one move is expected to bring beyond another."""

    points: float
    margin: float
    """How far the truth may lie from that, 19 times of 20."""

    @property
    def sure(self) -> bool:
        """Whether the first is better in points, as far as can be told."""
        return self.points > self.margin

    @property
    def alike(self) -> bool:
        """Whether it can't be told which brings more points."""
        return abs(self.points) <= self.margin


def difference(one: Searched, other: Searched) -> Difference:
    """What the first brings beyond the other."""
    return Difference(one.points - other.points, USUAL * hypot(one.error, other.error))
