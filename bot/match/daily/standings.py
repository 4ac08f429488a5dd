"""Standings of games of the day, by average over days because one day says little."""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import partial

from bot.match.log.records import MatchId
from bot.match.statistics.projections import Leaderboard
from bot.match.values.days import Day, shifted
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows

ENOUGH_OF_WEEK, ENOUGH_OF_ALL = 3, 5
"""Days that a player needs for a line in the standings of a week (at most), and of all time."""
DAYS = "day"
"""Name of these standings among a game's leaderboards; part of custom_ids."""
ALL = "all"


class DaySpan(Enum):
    TODAY = "today"
    WEEK = "week"
    ALL = "all"


def monday_of(day: Day) -> Day:
    return shifted(day, -date.fromisoformat(day).weekday())


def period_name(span: DaySpan, today: Day) -> str:
    match span:
        case DaySpan.TODAY:
            return today
        case DaySpan.WEEK:
            return f"week {monday_of(today)}"
        case DaySpan.ALL:
            return ALL


def days_needed(span: DaySpan, today: Day) -> int:
    """Return the number of days with a result that a player needs for a line. Early in a week it is
    no more than the number of days that are over, but at least 1.
    """
    match span:
        case DaySpan.TODAY:
            return 1
        case DaySpan.WEEK:
            return min(max(date.fromisoformat(today).weekday(), 1), ENOUGH_OF_WEEK)
        case DaySpan.ALL:
            return ENOUGH_OF_ALL


@dataclass(frozen=True, slots=True)
class DayTally:
    user: UserId
    days: int
    """At least 1."""
    points: int

    @property
    def average(self) -> float:
        return self.points / self.days


TALLIES = Rows(DayTally, "day_tally")


class StandingsStore(Repository):
    """Reads standings. A person has a place in each server in which they opened that day's
    puzzle.
    """

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
    ) -> Leaderboard[DayTally]:
        """Return a page of a period, best first, then by user id. A line needs `needed` days."""
        place = (guild, game, period)
        return await self._database.snapshot(
            partial(_standings, place, needed, start, most, asker, fewest)
        )

    async def played(
        self, game: str, user: UserId, guild: int | None
    ) -> list[tuple[Day, int, MatchId]]:
        """Return the days on which a user finished the puzzle, with the points and the match."""
        return await self._database.rows(
            "SELECT day, points, match FROM day_match AS played"
            " WHERE user = ?1 AND game = ?2 AND points IS NOT NULL"
            " AND (CAST(?3 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM day_guild AS here"
            " WHERE here.guild = ?3 AND here.game = ?2 AND here.day = played.day"
            " AND here.user = ?1)) ORDER BY day",
            user,
            game,
            guild,
        )

    async def world(
        self, game: str, day: Day, *, fewest: bool = False
    ) -> tuple[int, int, float] | None:
        """Return the number of people who finished a puzzle, with their best and mean points; None
        if nobody finished it.
        """
        best = "MIN" if fewest else "MAX"
        ((people, best_points, average),) = await self._database.rows(
            f"SELECT COUNT(*), {best}(points), AVG(points) FROM day_match"  # noqa: S608 - constant text
            " WHERE game = ? AND day = ? AND points IS NOT NULL",
            game,
            day,
        )
        return (people, best_points, average) if people else None


def _standings(
    place: tuple[int, str, str],
    needed: int,
    start: int,
    most: int,
    asker: UserId,
    fewest: bool,
    connection: Connection,
) -> Leaderboard[DayTally]:
    where = "guild = ? AND game = ? AND period = ?"
    has_enough = f"{where} AND days >= ?"
    parameters = (*place, needed)

    def count(condition: str = "", *values: object) -> int:
        sql = f"SELECT COUNT(*) FROM day_tally WHERE {has_enough}{condition}"  # noqa: S608 - constant text
        number: int = connection.execute(sql, (*parameters, *values)).fetchone()[0]
        return number

    def line(tally: DayTally) -> tuple[int, DayTally]:
        better = "<" if fewest else ">"
        return 1 + count(f" AND average {better} ?", tally.average), tally

    total = count()
    start = max(min(start, (total - 1) // most * most), 0)
    order = "average, user DESC" if fewest else "average DESC, user"
    page = f"WHERE {has_enough} ORDER BY {order} LIMIT ? OFFSET ?"
    tallies = TALLIES.all(connection, page, *parameters, most, start)
    lines: list[tuple[int, DayTally]] = []
    for number, tally in enumerate(tallies, start + 1):
        if not lines:
            lines.append(line(tally))
        elif tally.average == lines[-1][1].average:
            lines.append((lines[-1][0], tally))
        else:
            lines.append((number, tally))
    own = TALLIES.one(connection, f"WHERE {where} AND user = ?", *place, asker)
    own_line = None if own is None or own.days < needed else line(own)
    return Leaderboard(tuple(lines), start, total, own_line, own)
