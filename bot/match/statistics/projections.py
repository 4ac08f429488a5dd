"""What is told of matches that are over, game by game: leaderboards, profiles, histories.

All of it is derived from logs and match events.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum

from bot.match.log.records import MatchId
from bot.match.statistics.ratings import Rating
from bot.match.statistics.result import Fate, MatchStats
from bot.match.values.players import UserId
from engine.core.game import AnyGame
from engine.core.statistics import declared
from engine.core.types import Seat

ENOUGH, ENOUGH_RATED = 5, 3
"""How many matches a share or a mean takes, and how many rated ones a rating takes."""


class Measure(Enum):
    """What a leaderboard orders by; the values are part of custom_ids."""

    RATING = "rating"
    WINS = "wins"
    WIN_RATE = "rate"
    AVERAGE = "mean"
    """Points a match, of matches that were played to their end."""
    BEST = "best"
    """The best points in one of those."""
    MATCHES = "matches"
    """How many of those."""
    COUNT = "count"
    """The sum of a statistic of the game's own."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a leaderboard is ordered."""

    measure: Measure
    statistic: str = ""
    """Which one, for Measure.COUNT."""
    fewest: bool = False
    """Whether the lowest value comes first."""

    @property
    def key(self) -> str:
        """A short word that names it among those of its game."""
        return self.statistic or self.measure.value


def rankings(game: AnyGame) -> tuple[Ranking, ...]:
    """The leaderboards of a game, the usual one first."""
    own = declared(game)
    played_together = max(game.info.seats) > 1
    measures = {
        Measure.RATING: own.rated and played_together,
        Measure.WINS: played_together,
        Measure.WIN_RATE: played_together,
        Measure.AVERAGE: True,
        Measure.BEST: True,
        Measure.MATCHES: not played_together,
    }
    fewest = {Measure.AVERAGE, Measure.BEST} if own.fewest else set()
    common = (Ranking(one, fewest=one in fewest) for one, has in measures.items() if has)
    return (*common, *(Ranking(Measure.COUNT, name) for name in own.leaderboards))


class Period(Enum):
    """Which matches a leaderboard counts, by when they ended, in UTC."""

    ALL = "all"
    MONTH = "month"
    SEASON = "season"
    """A quarter of the year."""


def period_name(period: Period, at: int) -> str:
    """The name of the period that holds a moment: ``all``, ``2026-11`` or ``2026-Q4``."""
    moment = datetime.fromtimestamp(at, UTC)
    match period:
        case Period.ALL:
            return "all"
        case Period.MONTH:
            return f"{moment.year:04}-{moment.month:02}"
        case Period.SEASON:
            return f"{moment.year:04}-Q{(moment.month + 2) // 3}"


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of what somebody took from the matches of a game in a period."""

    user: UserId
    matches: int
    placed: int
    """Matches of several people, which give places."""
    wins: int
    whole: int
    """Matches that were played to their end."""
    points: int
    """In those."""
    best: int | None
    """The best points in one of those; None without any."""
    best_match: MatchId | None
    """The first with these."""
    rating: int | None
    """The number shown after the last rated match of the period; None without one."""
    rated: int
    """How many of them were rated."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """The sums of the statistics that have leaderboards; those of which there is something."""

    def enough(self, ranking: Ranking) -> bool:
        """Whether they have what a line of that leaderboard takes."""
        match ranking.measure:
            case Measure.RATING:
                return self.rating is not None and self.rated >= ENOUGH_RATED
            case Measure.WINS:
                return self.placed > 0
            case Measure.WIN_RATE:
                return self.placed >= ENOUGH
            case Measure.AVERAGE:
                return self.whole >= ENOUGH
            case Measure.BEST | Measure.MATCHES:
                return self.whole > 0
            case Measure.COUNT:
                return self.counts.get(ranking.statistic, 0) > 0

    def value(self, ranking: Ranking) -> float:
        """What a leaderboard orders by; 0 if there is nothing to order by."""
        match ranking.measure:
            case Measure.RATING:
                return self.rating or 0
            case Measure.WINS:
                return self.wins
            case Measure.WIN_RATE:
                return self.wins / self.placed if self.placed else 0
            case Measure.AVERAGE:
                return self.points / self.whole if self.whole else 0
            case Measure.BEST:
                return self.best or 0
            case Measure.MATCHES:
                return self.whole
            case Measure.COUNT:
                return self.counts.get(ranking.statistic, 0)


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
    """The line of the one who asked; None if they have none."""
    own_tally: Tally | None
    """What they have, even if it is not enough for a line."""


@dataclass(frozen=True, slots=True)
class KeptResult:
    """What somebody took from a match that counted."""

    match: MatchId
    user: UserId
    seat: Seat
    ended: int
    """When the match ended, in seconds since 1970."""
    place: int | None
    """From 1; None in a match for one."""
    points: int
    fate: Fate
    whole: bool
    before: Rating | None
    """None if the match was not rated for them."""
    after: Rating | None
    stats: MatchStats

    @property
    def change(self) -> int | None:
        """By how much the number shown rose; None if it was not rated."""
        if self.before is None or self.after is None:
            return None
        return self.after.shown - self.before.shown


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A match that is over, as a history lists it."""

    match: MatchId
    game: str
    ended: int
    place: int | None
    """The thread or channel where it was played last."""
    message: int | None
    """Its last message there."""
    people: tuple[UserId, ...]
    """Everybody who held a seat, in the order of their ids."""
    results: tuple[KeptResult, ...]
    """What they took, best place first; () if it did not count."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One page of a history."""

    matches: tuple[HistoryEntry, ...]
    start: int
    total: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """The gifts of one kind between somebody and one other person."""

    name: str
    """As the game calls the statistic."""
    friend: UserId
    given: int
    got: int
