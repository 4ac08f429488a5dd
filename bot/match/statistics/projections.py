"""Statistics for display, by game: leaderboards, profiles, histories. All of them follow from logs
and match events.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from typing import Generic, TypeVar

from bot.match.log.records import MatchId
from bot.match.statistics.ratings import Rating
from bot.match.statistics.result import Fate, MatchStats
from bot.match.values.players import UserId
from engine.core.game import AnyGame
from engine.core.types import Seat

T = TypeVar("T")
ENOUGH, ENOUGH_RATED = 5, 3
"""Matches that a player needs to be listed by a share or an average, and rated matches to be listed
by rating.
"""


class LeaderboardMeasure(Enum):
    """The order of a leaderboard; the values are part of custom_ids."""

    RATING = "rating"
    WINS = "wins"
    WIN_RATE = "rate"
    AVERAGE = "mean"
    BEST = "best"
    MATCHES = "matches"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Ranking:
    measure: LeaderboardMeasure
    statistic: str = ""
    fewest: bool = False

    @property
    def key(self) -> str:
        return self.statistic or self.measure.value


def rankings(game: AnyGame) -> tuple[Ranking, ...]:
    own = game.statistics
    played_together = max(game.info.seats) > 1
    measures = {
        LeaderboardMeasure.RATING: own.rated and played_together,
        LeaderboardMeasure.WINS: played_together,
        LeaderboardMeasure.WIN_RATE: played_together,
        LeaderboardMeasure.AVERAGE: True,
        LeaderboardMeasure.BEST: True,
        LeaderboardMeasure.MATCHES: not played_together,
    }
    fewest = {LeaderboardMeasure.AVERAGE, LeaderboardMeasure.BEST} if own.fewest else set()
    common = (
        Ranking(measure, fewest=measure in fewest) for measure, has in measures.items() if has
    )
    return (*common, *(Ranking(LeaderboardMeasure.COUNT, name) for name in own.leaderboards))


class Period(Enum):
    ALL = "all"
    MONTH = "month"
    SEASON = "season"


def period_name(period: Period, at: int) -> str:
    """Return the name of the period of a moment: ``all``, ``2026-11`` or ``2026-Q4``."""
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
    user: UserId
    matches: int
    placed: int
    """Matches of several people, which have places."""
    wins: int
    whole: int
    points: int
    best: int | None
    best_match: MatchId | None
    rating: int | None
    rated: int
    counts: Mapping[str, int] = field(default_factory=dict)

    def enough(self, ranking: Ranking) -> bool:
        match ranking.measure:
            case LeaderboardMeasure.RATING:
                return self.rating is not None and self.rated >= ENOUGH_RATED
            case LeaderboardMeasure.WINS:
                return self.placed > 0
            case LeaderboardMeasure.WIN_RATE:
                return self.placed >= ENOUGH
            case LeaderboardMeasure.AVERAGE:
                return self.whole >= ENOUGH
            case LeaderboardMeasure.BEST | LeaderboardMeasure.MATCHES:
                return self.whole > 0
            case LeaderboardMeasure.COUNT:
                return self.counts.get(ranking.statistic, 0) > 0

    def value(self, ranking: Ranking) -> float:
        match ranking.measure:
            case LeaderboardMeasure.RATING:
                return self.rating or 0
            case LeaderboardMeasure.WINS:
                return self.wins
            case LeaderboardMeasure.WIN_RATE:
                return self.wins / self.placed if self.placed else 0
            case LeaderboardMeasure.AVERAGE:
                return self.points / self.whole if self.whole else 0
            case LeaderboardMeasure.BEST:
                return self.best or 0
            case LeaderboardMeasure.MATCHES:
                return self.whole
            case LeaderboardMeasure.COUNT:
                return self.counts.get(ranking.statistic, 0)


@dataclass(frozen=True, slots=True)
class Leaderboard(Generic[T]):
    """A page of tallies, each with its place, from 1. Equal values share a place."""

    lines: tuple[tuple[int, T], ...]
    start: int
    total: int
    own: tuple[int, T] | None
    own_tally: T | None
    """The reader's sums, even if they are not enough for a line."""


@dataclass(frozen=True, slots=True)
class KeptResult:
    match: MatchId
    user: UserId
    seat: Seat
    ended: int
    place: int | None
    """From 1; None in a match for one."""
    points: int
    fate: Fate
    whole: bool
    before: Rating | None
    after: Rating | None
    stats: MatchStats

    @property
    def change(self) -> int | None:
        if self.before is None or self.after is None:
            return None
        return self.after.shown - self.before.shown


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    match: MatchId
    game: str
    ended: int
    place: int | None
    message: int | None
    people: tuple[UserId, ...]
    results: tuple[KeptResult, ...]
    """The results, best place first; () if the match did not count."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    matches: tuple[HistoryEntry, ...]
    start: int
    total: int


@dataclass(frozen=True, slots=True)
class Exchange:
    name: str
    friend: UserId
    given: int
    got: int
