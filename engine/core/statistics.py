"""What a game may declare for statistics: what it counts, gifts, leaderboards, achievements.

A capability: a Game that declares nothing still has the statistics that all games have in common,
such as points, places and ratings. Names are stored and never change their meaning.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.core.game import AnyGame
from engine.core.types import Event, Outcome, Seat

RESERVED = frozenset({"rating", "wins", "rate", "mean", "best", "matches", "count", "day"})
"""What names the leaderboards that games have in common: no statistic of a game's own."""
Points = tuple[tuple[str, int], ...]
"""Points by kind, in the order of scoring."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """One thing that a seat did or got; follows from an Event."""

    seat: Seat
    name: str
    """A short word of the game's own: ``a`` to ``z``, at most 20 letters."""
    amount: int = 1
    round: int | None = None
    """The round, from 0, if these are points scored in one; `name` is their kind then."""
    receiver: Seat | None = None
    """The seat that was given it, if it is a gift."""
    role: str | None = None
    """The character that the seat plays from now on, if it is about that."""


@dataclass(frozen=True, slots=True)
class SeatStats:
    """What one person did in a match while they held a seat, as the game counts it."""

    role: str | None = None
    """The character that they played; None if the game has none."""
    rounds: tuple[Points, ...] = ()
    """The rounds that were scored meanwhile."""
    counts: tuple[tuple[str, int], ...] = ()
    """How much of each statistic, in the order of their names; gifts to computers count, too."""

    def count(self, name: str) -> int:
        """How much of a statistic; 0 if they did nothing of the kind."""
        return dict(self.counts).get(name, 0)


@dataclass(frozen=True, slots=True)
class Finish:
    """How a match ended for one person."""

    place: int | None
    """From 1; None in a match for one."""
    points: int
    whole: bool
    """Whether they played it to its end by the rules."""
    stats: SeatStats


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that its rules have ended, as one of its people looks back on it."""

    own: Finish
    others: tuple[Finish, ...]
    outcome: Outcome
    seconds: int
    """How long it lasted."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something that a match may be remembered for. It changes nothing."""

    name: str
    """Stored; spelled like the name of a Statistic."""
    figure: Callable[[FinishedMatch], int | None]
    """What the person did who earned it, as a number: 1 if nothing is to be counted; None: they
    have not earned it. Asked only of people who played to the end."""


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """What a game declares. All rules versions of a game declare the same names."""

    count: Callable[[Event], tuple[Statistic, ...]] = lambda _: ()
    """What statistics count of an Event; () of most."""
    rated: bool = True
    """Whether matches with at least two people change their ratings."""
    fewest: bool = False
    """Whether fewer points are better than more."""
    leaderboards: tuple[str, ...] = ()
    """The statistics that have a leaderboard by their sum; of gifts, those to people count."""
    gifts: tuple[str, ...] = ()
    """The statistics that are gifts from one player to another."""
    achievements: tuple[Achievement, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for a name that is misspelled, reserved, or given twice."""
        names = (*self.leaderboards, *self.gifts, *(one.name for one in self.achievements))
        for name in names:
            if not (name.isascii() and name.isalpha() and name.islower() and len(name) <= 20):
                raise ValueError(f"'{name}' is not 1 to 20 letters from a to z")
        for name in (*self.leaderboards, *self.gifts):
            if name in RESERVED:
                raise ValueError(f"'{name}' is the name of a leaderboard that all games have")
        for kind in (self.leaderboards, self.gifts, [one.name for one in self.achievements]):
            if len(set(kind)) < len(kind):
                raise ValueError(f"a name is there twice: {', '.join(kind)}")


@runtime_checkable
class DeclaresStatistics(Protocol):
    """A Game that declares statistics of its own."""

    @property
    def statistics(self) -> GameStatistics:
        """What it declares."""


COMMON = GameStatistics()
"""The statistics of a game that declares none."""


def declared(game: AnyGame) -> GameStatistics:
    """What a Game declares."""
    return game.statistics if isinstance(game, DeclaresStatistics) else COMMON
