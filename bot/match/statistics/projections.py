"""What is told of matches that are over: leaderboards, profiles, histories. Derived, all of it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Protocol

from bot.match.holders import UserId
from bot.match.statistics.match_stats import Deeds
from bot.match.statistics.ratings import Rating
from bot.match.types import Fate, MatchId
from engine.core.types import Seat

ENOUGH, ENOUGH_RATED = 5, 3
"""Matches that somebody must have for what is a share or a mean, and for a rating."""


class Kind(Enum):
    """What a leaderboard orders by."""

    RATING = "rating"
    WINS = "wins"
    WIN_RATE = "rate"
    AVERAGE = "mean"
    """Points a match, of matches that were played to their end."""
    BEST = "best"
    """Most points in one of those."""
    BEERS = "beer"
    """Beer dice given to others."""


class Era(Enum):
    """Which matches a leaderboard counts, by when they ended, in UTC."""

    ALL = "all"
    MONTH = "month"
    SEASON = "season"
    """A quarter of the year."""


def period(era: Era, at: int) -> str:
    """The name of the period that holds a moment: ``all``, ``2026-11`` or ``2026-Q4``."""
    moment = datetime.fromtimestamp(at, UTC)
    match era:
        case Era.ALL:
            return "all"
        case Era.MONTH:
            return f"{moment.year:04}-{moment.month:02}"
        case Era.SEASON:
            return f"{moment.year:04}-Q{(moment.month + 2) // 3}"


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of what somebody took from the matches of a period."""

    user: UserId
    matches: int
    wins: int
    whole: int
    """Matches that were played to their end."""
    points: int
    """In those."""
    best: int | None
    """Most points in one of those; None without any."""
    best_match: MatchId | None
    """The first with so many."""
    beers: int
    rating: int | None
    """The number shown after the last rated match of the period; None without one."""
    rated: int
    """How many of them were rated."""

    def enough(self, kind: Kind) -> bool:
        """Whether they have what a leaderboard of that kind asks for."""
        match kind:
            case Kind.RATING:
                return self.rating is not None and self.rated >= ENOUGH_RATED
            case Kind.WINS:
                return True
            case Kind.WIN_RATE:
                return self.matches >= ENOUGH
            case Kind.AVERAGE:
                return self.whole >= ENOUGH
            case Kind.BEST:
                return self.best is not None
            case Kind.BEERS:
                return self.beers > 0

    def value(self, kind: Kind) -> float:
        """What a leaderboard of that kind orders by, best highest."""
        match kind:
            case Kind.RATING:
                return self.rating or 0
            case Kind.WINS:
                return self.wins
            case Kind.WIN_RATE:
                return self.wins / self.matches
            case Kind.AVERAGE:
                return self.points / self.whole if self.whole else 0
            case Kind.BEST:
                return self.best or 0
            case Kind.BEERS:
                return self.beers


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a leaderboard."""

    place: int
    """From 1; those who have the same share a place."""
    tally: Tally


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a leaderboard, and the one who asked."""

    lines: tuple[Line, ...]
    start: int
    """How many lines come before."""
    total: int
    """How many lines there are in all."""
    own: Line | None
    """The line of whoever asked; None where they have none."""
    own_tally: Tally | None
    """What they have; also where it is not enough for a line."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What somebody took from a match that counted."""

    match: MatchId
    user: UserId
    seat: Seat
    ended: int
    """When the match ended, in seconds since 1970."""
    place: int
    points: int
    fate: Fate
    whole: bool
    before: Rating | None
    """None where the match was not rated for them."""
    after: Rating | None
    deeds: Deeds

    @property
    def change(self) -> int | None:
        """By how much the number shown rose; None where it was not rated."""
        if self.before is None or self.after is None:
            return None
        return self.after.shown - self.before.shown


@dataclass(frozen=True, slots=True)
class Past:
    """A match that is over, as a history lists it."""

    match: MatchId
    ended: int
    place: int | None
    """The thread or channel where it was played last."""
    message: int | None
    """Its last message there."""
    people: tuple[UserId, ...]
    """Everybody who held a seat, in the order of their ids."""
    taken: tuple[Taken, ...]
    """What they took, best place first; () where it did not count."""


@dataclass(frozen=True, slots=True)
class Pasts:
    """One page of a history."""

    matches: tuple[Past, ...]
    start: int
    total: int


class GloryStore(Protocol):
    """Where what is derived from matches that are over can be read."""

    async def leaderboard(
        self, guild: int, name: str, kind: Kind, *, start: int, most: int, asker: UserId
    ) -> Leaderboard:
        """A page of a server's leaderboard for a period, by its name; see `period`."""

    async def tally(self, guild: int, user: UserId) -> Tally | None:
        """The sums of all time; None for who has finished no match that counts."""

    async def taken(self, guild: int, user: UserId) -> tuple[Taken, ...]:
        """All that somebody took in a server, the earliest first; gifts are left out."""

    async def between(
        self, guild: int, one: UserId, other: UserId
    ) -> tuple[tuple[Taken, Taken], ...]:
        """What two people took from the matches that both played, the earliest first."""

    async def beers(self, guild: int, user: UserId) -> tuple["Beers", ...]:
        """With whom somebody shared beer, in the order of the ids; former miners are left out."""

    async def history(self, guild: int, user: UserId, *, start: int, most: int) -> Pasts:
        """A page of somebody's matches that are over, the latest first."""

    async def of_match(self, match: MatchId) -> tuple[Taken, ...]:
        """What people took from a match, best place first; () where it did not count."""

    async def earned_in(self, match: MatchId) -> tuple[tuple[UserId, str], ...]:
        """The achievements that people have had since this match."""

    async def achievements(self, guild: int, user: UserId) -> tuple[tuple[str, MatchId], ...]:
        """What somebody has achieved, and since which match, the earliest first."""


@dataclass(frozen=True, slots=True)
class Beers:
    """The beer that somebody shared with one other person."""

    friend: UserId
    given: int
    got: int
