"""Standings of games of the day in SQLite. Triggers keep `day_tally` true; see its migration."""

from collections.abc import Sequence
from functools import partial

from bot.match.daily.standings import (
    DayLine,
    DayStandings,
    DayTally,
    PlayedDay,
    StandingsStore,
    WorldDay,
)
from bot.match.log.records import MatchId
from bot.match.values.days import Day
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository

_WEEK = "'week ' || date(day, 'weekday 0', '-6 days')"
_TALLIED = (
    "SELECT guild, game, period, user, COUNT(*), SUM(points) FROM ("  # noqa: S608 - our own words
    + " UNION ALL ".join(
        f"SELECT guild, game, {period} AS period, user, points"  # noqa: S608 - the same
        " FROM day_guild JOIN day_match USING (game, day, user)"
        " WHERE points IS NOT NULL AND guild = ?1 AND user = ?2"
        for period in ("day", _WEEK, "'all'")
    )
    + ") AS played GROUP BY guild, game, period, user"
)
"""The tallies of somebody in a server, as they should be."""


class SqlStandings(Repository, StandingsStore):
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
        place = (guild, game, period)
        return await self._database.snapshot(
            partial(_standings, place, needed, start, most, asker, fewest)
        )

    async def played(self, game: str, user: UserId, guild: int | None) -> tuple[PlayedDay, ...]:
        found = await self._database.rows(
            "SELECT day, points, match FROM day_match AS played"
            " WHERE user = ?1 AND game = ?2 AND points IS NOT NULL"
            " AND (CAST(?3 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM day_guild AS here"
            " WHERE here.guild = ?3 AND here.game = ?2 AND here.day = played.day"
            " AND here.user = ?1)) ORDER BY day",
            user,
            game,
            guild,
        )
        return tuple(PlayedDay(*row) for row in found)

    async def world(self, game: str, day: Day, *, fewest: bool = False) -> WorldDay | None:
        best = "MIN" if fewest else "MAX"
        ((people, found, average),) = await self._database.rows(
            f"SELECT COUNT(*), {best}(points), AVG(points) FROM day_match"  # noqa: S608 - our own words
            " WHERE game = ? AND day = ? AND points IS NOT NULL",
            game,
            day,
        )
        return WorldDay(people, found, average) if people else None


def _standings(
    place: tuple[int, str, str],
    needed: int,
    start: int,
    most: int,
    asker: UserId,
    fewest: bool,
    connection: Connection,
) -> DayStandings:
    where = "guild = ? AND game = ? AND period = ?"
    enough = f"{where} AND days >= ?"
    asked = (*place, needed)

    def count(more: str = "", *values: object) -> int:
        sql = f"SELECT COUNT(*) FROM day_tally WHERE {enough}{more}"  # noqa: S608 - our own words
        found: int = connection.execute(sql, (*asked, *values)).fetchone()[0]
        return found

    def line(tally: DayTally) -> DayLine:
        better = "<" if fewest else ">"
        return DayLine(1 + count(f" AND average {better} ?", tally.average), tally)

    total = count()
    start = max(min(start, (total - 1) // most * most), 0)
    order = "average, user DESC" if fewest else "average DESC, user"
    found = connection.execute(
        f"SELECT user, days, points FROM day_tally WHERE {enough}"  # noqa: S608 - our own words
        f" ORDER BY {order} LIMIT ? OFFSET ?",
        (*asked, most, start),
    ).fetchall()
    lines: list[DayLine] = []
    for number, row in enumerate(found, start + 1):
        tally = DayTally(*row)
        if not lines:
            lines.append(line(tally))
        elif tally.average == lines[-1].tally.average:
            lines.append(DayLine(lines[-1].place, tally))
        else:
            lines.append(DayLine(number, tally))
    mine = connection.execute(
        f"SELECT user, days, points FROM day_tally WHERE {where} AND user = ?",  # noqa: S608 - our own words
        (*place, asker),
    ).fetchone()
    own = None if mine is None or mine[1] < needed else line(DayTally(*mine))
    return DayStandings(tuple(lines), start, total, own, 0 if mine is None else mine[1])


def put_points(connection: Connection, points: Sequence[tuple[MatchId, int | None]]) -> None:
    """Let matches of a day count for this, where they don't yet; others are left alone."""
    connection.executemany(
        "UPDATE day_match SET points = ?2 WHERE match = ?1 AND points IS NOT ?2", points
    )


def people(connection: Connection, guild: int) -> list[UserId]:
    """Everybody with a day in a server."""
    found = connection.execute(
        "SELECT user FROM day_guild WHERE guild = ?1"
        " UNION SELECT user FROM day_tally WHERE guild = ?1 ORDER BY user",
        (guild,),
    )
    return [user for (user,) in found]


def put_tallies(connection: Connection, guild: int, users: Sequence[UserId]) -> None:
    """Sum the days of these people in a server up again, and write what differs."""
    for user in users:
        wanted = set(connection.execute(_TALLIED, (guild, user)))
        found = set(
            connection.execute(
                "SELECT guild, game, period, user, days, points FROM day_tally"
                " WHERE guild = ? AND user = ?",
                (guild, user),
            )
        )
        connection.executemany(
            "DELETE FROM day_tally WHERE guild = ? AND game = ? AND period = ? AND user = ?",
            [row[:4] for row in found - wanted],
        )
        connection.executemany(
            "INSERT INTO day_tally (guild, game, period, user, days, points)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            sorted(wanted - found),
        )
