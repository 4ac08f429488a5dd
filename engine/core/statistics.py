"""Statistics that a Game can declare in addition to the common ones, such as points and ratings.

Names are stored in the database and must never change their meaning.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.core.types import Event, Outcome, Seat

RESERVED = frozenset({"rating", "wins", "rate", "mean", "best", "matches", "count", "day"})
"""Names of the common leaderboards; games can't use them."""
Points = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Statistic:
    seat: Seat
    name: str
    """A word of the game's own: ``a`` to ``z``, at most 20 letters."""
    amount: int = 1
    round: int | None = None
    """Round from 0 if these are points of a round; `name` is then their kind."""
    receiver: Seat | None = None
    """Seat that received the gift; None for everything else."""
    role: str | None = None
    """Character that the seat plays from now on; None for other facts."""


@dataclass(frozen=True, slots=True)
class SeatStats:
    """A person's statistics in a match while they held a seat."""

    role: str | None = None
    rounds: tuple[Points, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    """Total of each statistic, sorted by name; includes gifts to computers."""

    def count(self, name: str) -> int:
        return dict(self.counts).get(name, 0)


class Finish(NamedTuple):
    place: int | None
    points: int
    whole: bool
    """True if they played to the end by the rules."""
    stats: SeatStats


class FinishedMatch(NamedTuple):
    own: Finish
    others: tuple[Finish, ...]
    outcome: Outcome
    seconds: int


@dataclass(frozen=True, slots=True)
class Achievement:
    name: str
    """Stored in the database; spelled like the name of a Statistic."""
    figure: Callable[[FinishedMatch], int | None]
    """Returns the feat as a number (1 if there is nothing to count), or None if it was not earned.
    Called only for people who played to the end.
    """


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """A game's declaration; all its rules versions declare the same names."""

    count: Callable[[Event], tuple[Statistic, ...]] = lambda _: ()
    rated: bool = True
    """Whether matches between two or more people change ratings."""
    fewest: bool = False
    """Whether fewer points are better."""
    leaderboards: tuple[str, ...] = ()
    """Statistics with a leaderboard by sum; only gifts to people count there."""
    gifts: tuple[str, ...] = ()
    achievements: tuple[Achievement, ...] = ()

    def __post_init__(self) -> None:
        names = (
            *self.leaderboards,
            *self.gifts,
            *(achievement.name for achievement in self.achievements),
        )
        for name in names:
            if not (name.isascii() and name.isalpha() and name.islower() and len(name) <= 20):
                raise ValueError(f"'{name}' must be 1 to 20 letters from a to z")
        for name in (*self.leaderboards, *self.gifts):
            if name in RESERVED:
                raise ValueError(f"'{name}' is the name of a leaderboard that all games have")
        for kind in (
            self.leaderboards,
            self.gifts,
            [achievement.name for achievement in self.achievements],
        ):
            if len(set(kind)) < len(kind):
                raise ValueError(f"duplicate names: {', '.join(kind)}")


COMMON = GameStatistics()
"""Only the figures that all games have."""
