"""How somebody does in a game of the day: what a profile tells."""

from collections import Counter
from dataclasses import dataclass

from bot.match.daily.standings import PlayedDay, StandingsStore
from bot.match.daily.streaks import Streak, streak
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.days import day_at
from bot.match.values.players import UserId
from bot.match.values.times import Clock


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
