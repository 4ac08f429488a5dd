"""How somebody does in a game of the day: what a profile tells.

A day away keeps a row of days, without being counted.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.daily.standings import PlayedDay, StandingsStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.days import Day, day_at, end_of, shifted, start_of
from bot.match.values.players import UserId
from bot.match.values.times import Clock, Span

HALF_A_DAY = 12 * 3600
"""Somebody was away on a day if they were so for at least this many seconds of it."""


@dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row somebody has a result of."""

    now: int
    """The row that goes on: today may still be missing. 0 if it is broken."""
    longest: int


def streak(played: Sequence[Day], absences: Sequence[Span], today: Day) -> Streak:
    """The rows of days with a result, which are given the earliest first.

    `absences` are the times away, ordered by start, none of which overlap.
    """
    longest = row = 0
    before: Day | None = None
    for day in played:
        row = row + 1 if before is not None and _holds(before, day, absences) else 1
        longest, before = max(longest, row), day
    goes_on = before is not None and (before >= today or _holds(before, today, absences))
    return Streak(row if goes_on else 0, longest)


def _holds(before: Day, day: Day, absences: Sequence[Span]) -> bool:
    """Whether somebody was away on every day between these two."""
    between = shifted(before, 1)
    while between < day:
        if not _was_away(between, absences):
            return False
        between = shifted(between, 1)
    return True


def _was_away(day: Day, absences: Sequence[Span]) -> bool:
    first, end = start_of(day), end_of(day)
    return sum(max(min(one.end, end) - max(one.start, first), 0) for one in absences) >= HALF_A_DAY


@dataclass(frozen=True, slots=True)
class DayRecord:
    """Somebody's days with a result."""

    days: int
    """At least 1."""
    average: float
    """Points a day."""
    best: PlayedDay
    """The first with the best points."""
    streak: Streak
    scores: tuple[tuple[int, int], ...]
    """Each number of points with how many days have it, ascending."""


class DayRecords:
    """Works records out."""

    def __init__(self, clock: Clock, store: StandingsStore, deadlines: DeadlineStore) -> None:
        self._clock = clock
        self._store = store
        self._deadlines = deadlines

    async def record(
        self, game: str, user: UserId, guild: int | None, *, fewest: bool = False
    ) -> DayRecord | None:
        """Somebody's record, in a server or (None) in the whole world; None without a result.

        `fewest` tells whether fewer points are better. Raises StoreTrouble.
        """
        played = await self._store.played(game, user, guild)
        if not played:
            return None
        points = [one.points for one in played]
        best = (min if fewest else max)(points)
        absences = await self._deadlines.absences(user, 0)
        return DayRecord(
            days=len(played),
            average=sum(points) / len(points),
            best=next(one for one in played if one.points == best),
            streak=streak([one.day for one in played], absences, day_at(self._clock.now())),
            scores=tuple(sorted(Counter(points).items())),
        )
