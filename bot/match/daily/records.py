"""A player's record in a game of the day, as shown on a profile."""

from collections import Counter
from dataclasses import dataclass

from bot.match.daily.standings import StandingsStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.days import Day, day_at
from bot.match.values.players import UserId
from bot.match.values.streaks import streaks
from bot.match.values.times import Clock


@dataclass(frozen=True, slots=True)
class DayRecord:
    days: int
    """At least 1."""
    average: float
    best: int
    best_day: Day
    streak: int
    """Days in a row up to the latest."""
    longest_streak: int
    scores: tuple[tuple[int, int], ...]


class DayRecords:
    def __init__(self, clock: Clock, store: StandingsStore, deadlines: DeadlineStore) -> None:
        self._clock = clock
        self._store = store
        self._deadlines = deadlines

    async def record(
        self,
        game: str,
        user: UserId,
        guild: int | None,
        *,
        fewest: bool = False,
        until: Day | None = None,
    ) -> DayRecord | None:
        """Return a player's record up to today or up to the day `until`, in a server or, if
        `guild` is None, worldwide. Days in a row are those of all places, because they belong to
        the person. Return None for players without a result. Raise StoreTrouble.
        """
        today = until or day_at(self._clock.now())
        rows = await self._store.played(game, user, guild)
        played = [(day, points) for day, points, _ in rows if day <= today]
        if not played:
            return None
        everywhere = rows if guild is None else await self._store.played(game, user, None)
        days = [day for day, _, _ in everywhere if day <= today]
        points = [points for _, points in played]
        best = (min if fewest else max)(points)
        absences = await self._deadlines.absences(user, 0)
        current, longest = streaks(days, absences, today)
        return DayRecord(
            days=len(played),
            average=sum(points) / len(points),
            best=best,
            best_day=next(day for day, points in played if points == best),
            streak=current,
            longest_streak=longest,
            scores=tuple(sorted(Counter(points).items())),
        )
