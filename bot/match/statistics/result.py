"""What people take from a match that is over."""

from dataclasses import dataclass
from enum import Enum

from bot.match.log.records import MatchId
from bot.match.statistics.match_stats import NO_STATS, MatchStats
from bot.match.values.players import UserId
from engine.core.types import Seat


class Fate(Enum):
    """How a person's part in a match ended."""

    STAYED = "stayed"
    RESIGNED = "resigned"
    REPLACED = "replaced"
    """They were late, lost the seat and did not take it back."""
    TOOK_OVER = "took over"
    """They came to somebody else's seat in the middle, and stayed."""


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement that a match is worth, whether its player had it before or not."""

    name: str
    figure: int
    """What they did for it, as a number; 1 if nothing is to be counted."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one person takes from a finished match that counts."""

    seat: Seat
    user: UserId
    place: int | None
    """From 1; None in a match for one."""
    points: int
    fate: Fate = Fate.STAYED
    whole: bool = True
    """Whether the match came to its end by the rules, with this person in it."""
    stats: MatchStats = NO_STATS
    earned: tuple[Earned, ...] = ()
    """In the order of the names."""
    counted: tuple[tuple[str, int], ...] = ()
    """What it adds to the leaderboards of the game's own, by statistic; never 0."""
    rated: bool = True
    """Whether it changes their rating, if it does that of another person, too."""
    fewest: bool = False
    """Whether fewer points are better in this game."""


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """What a match that is over leads to."""

    match: MatchId
    guild: int
    game: str
    """Its name."""
    ended: int
    """In seconds since 1970."""
    people: tuple[UserId, ...]
    """Everybody who held a seat."""
    results: tuple[Result, ...]
    """What they take from it; () if it does not count."""
    day_points: int | None = None
    """What a match of a day counts for in the standings of days; None: nothing."""
