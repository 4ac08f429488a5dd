"""Standings of games of the day: by means over days, as one day says little between equals."""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Protocol

from bot.match.log.records import MatchId
from bot.match.values.days import Day, shifted
from bot.match.values.players import UserId

ENOUGH_OF_WEEK, ENOUGH_OF_ALL = 3, 5
"""How many days a line takes, at most in a week and of all time."""
DAYS = "day"
"""What names the standings over days among the leaderboards of a game; part of custom_ids."""
ALL = "all"


class DaySpan(Enum):
    """Which days standings count; the values are part of custom_ids."""

    TODAY = "today"
    WEEK = "week"
    """From Monday to Sunday, in UTC."""
    ALL = "all"


def monday_of(day: Day) -> Day:
    """The Monday of a day's week."""
    return shifted(day, -date.fromisoformat(day).weekday())


def period_name(span: DaySpan, today: Day) -> str:
    """The period as it is stored: ``2026-11-21``, ``week 2026-11-16`` or ``all``."""
    match span:
        case DaySpan.TODAY:
            return today
        case DaySpan.WEEK:
            return f"week {monday_of(today)}"
        case DaySpan.ALL:
            return ALL


def days_needed(span: DaySpan, today: Day) -> int:
    """How many days somebody must have a result of; early in a week no more than are over."""
    match span:
        case DaySpan.TODAY:
            return 1
        case DaySpan.WEEK:
            return min(max(date.fromisoformat(today).weekday(), 1), ENOUGH_OF_WEEK)
        case DaySpan.ALL:
            return ENOUGH_OF_ALL


@dataclass(frozen=True, slots=True)
class DayTally:
    """The results of somebody in a period."""

    user: UserId
    days: int
    """At least 1."""
    points: int
    """Of all these days together."""

    @property
    def average(self) -> float:
        """Points a day."""
        return self.points / self.days


@dataclass(frozen=True, slots=True)
class DayLine:
    """One line of standings."""

    place: int
    """From 1; those with the same mean share a place."""
    tally: DayTally


@dataclass(frozen=True, slots=True)
class DayStandings:
    """One page of standings, and the one who asked."""

    lines: tuple[DayLine, ...]
    start: int
    """How many lines come before."""
    total: int
    """How many lines there are in all."""
    own: DayLine | None
    """The line of the one who asked; None if they have none."""
    own_days: int
    """Of how many days they have a result, even if that is not enough for a line."""


@dataclass(frozen=True, slots=True)
class PlayedDay:
    """Somebody's result of a day."""

    day: Day
    points: int
    match: MatchId


@dataclass(frozen=True, slots=True)
class WorldDay:
    """A day of everybody who is done, in all servers."""

    people: int
    best: int
    average: float


class StandingsStore(Protocol):
    """Reads standings. A person has a place in each server in which they asked for the day."""

    async def standings(
        self,
        guild: int,
        game: str,
        period: str,
        *,
        needed: int,
        start: int,
        most: int,
        asker: UserId,
        fewest: bool = False,
    ) -> DayStandings:
        """A page of up to `most` lines of a period, the best first, then by user id.

        `needed` is how many days a line takes, `start` how many lines come before.
        """

    async def played(self, game: str, user: UserId, guild: int | None) -> tuple[PlayedDay, ...]:
        """Somebody's days with a result, the earliest first; None: in the whole world."""

    async def world(self, game: str, day: Day, *, fewest: bool = False) -> WorldDay | None:
        """A day in all servers; None if nobody has a result."""
