"""Games of the day in SQLite: days, their matches and standings, tables posted each morning."""

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
from bot.match.daily.store import (
    ComputerGame,
    DayGame,
    DayResult,
    DayStore,
    Morning,
    MorningStore,
    Standing,
)
from bot.match.log.records import MatchId, NewMatch
from bot.match.values.days import Day
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.tables import bars
from engine.core.types import Entry

_PLAYED = (
    " FROM day_match AS played WHERE game = ?1 AND day = ?2 AND points IS NOT NULL"
    " AND (CAST(?3 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM day_guild AS here"
    " WHERE here.guild = ?3 AND here.game = ?1 AND here.day = ?2 AND here.user = played.user))"
)
"""Those who are done with a day, in a server if one is named."""


_ASKED = "asked.game = played.game AND asked.day = played.day AND asked.user = played.user"
NO_SERVER = 0
"""The server, and the channel, of matches of days that have outlived their server."""


class SqlDays(Repository, DayStore):
    async def day(self, game: str, day: Day) -> DayGame | None:
        return await self._database.read(lambda connection: _day(connection, game, day))

    async def make(self, new: DayGame) -> DayGame:
        def work(connection: Connection) -> DayGame:
            connection.execute(
                "INSERT INTO day (game, day, rules, seed, opening)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (new.game, new.day, new.rules, new.seed, _written(new.opening)),
            )
            connection.execute(
                "DELETE FROM day_forgotten WHERE game = ? AND day < ?", (new.game, new.day)
            )
            found = _day(connection, new.game, new.day)
            assert found is not None, "it was inserted, now or before"
            return found

        return await self._database.writer.write(work)

    async def match_of(self, game: str, day: Day, user: UserId) -> MatchId | None:
        return await self._database.read(lambda connection: match_of(connection, game, day, user))

    async def opened_in(self, game: str, day: Day, user: UserId, guild: int) -> None:
        await self._database.writer.write(
            lambda connection: _opened_in(connection, game, day, user, guild)
        )

    async def has_asked(self, game: str, day: Day, user: UserId, guild: int) -> bool:
        return bool(
            await self._database.rows(
                "SELECT 1 FROM day_guild WHERE guild = ? AND game = ? AND day = ? AND user = ?",
                guild,
                game,
                day,
                user,
            )
        )

    async def was_forgotten(self, game: str, day: Day, user: UserId) -> bool:
        return await self._database.read(
            lambda connection: _was_forgotten(connection, game, day, user)
        )

    async def running(self, game: str, day: Day) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT id FROM day_match JOIN match ON match.id = day_match.match"
            " WHERE day_match.game = ? AND day_match.day = ? AND points IS NULL"
            " AND match.status = 'running' AND match.frozen = 0",
            game,
            day,
        )

    async def results(
        self, game: str, day: Day, guild: int | None, *, most: int, fewest: bool = False
    ) -> tuple[DayResult, ...]:
        order = "points, match DESC" if fewest else "points DESC, match"
        found = await self._database.rows(
            f"SELECT user, match, points{_PLAYED} ORDER BY {order} LIMIT ?4",
            game,
            day,
            guild,
            most,
        )
        return tuple(DayResult(*row) for row in found)

    async def result(self, game: str, day: Day, guild: int, user: UserId) -> DayResult | None:
        found = await self._database.rows(
            f"SELECT user, match, points{_PLAYED} AND user = ?4", game, day, guild, user
        )
        return DayResult(*found[0]) if found else None

    async def standing(
        self, game: str, day: Day, guild: int | None, points: int, *, fewest: bool = False
    ) -> Standing:
        def work(connection: Connection) -> Standing:
            sql = (
                "SELECT COUNT(*), COUNT(CASE WHEN points < ?4 THEN 1 END),"
                f" COUNT(CASE WHEN points > ?4 THEN 1 END){_PLAYED}"
            )
            of, less, more = connection.execute(sql, (game, day, guild, points)).fetchone()
            better, worse = (less, more) if fewest else (more, less)
            return Standing(1 + int(better), of, int(worse))

        return await self._database.read(work)

    async def computer(self, game: str, day: Day) -> ComputerGame | None:
        found = await self._database.rows(
            "SELECT computer_points, computer FROM day"
            " WHERE game = ? AND day = ? AND computer IS NOT NULL",
            game,
            day,
        )
        return ComputerGame(found[0][0], _read(found[0][1])) if found else None

    async def keep_computer(self, game: str, day: Day, played: ComputerGame) -> None:
        await self._database.execute(
            "UPDATE day SET computer_points = ?, computer = ? WHERE game = ? AND day = ?",
            played.points,
            _written(played.log),
            game,
            day,
        )


def match_of(connection: Connection, game: str, day: Day, user: UserId) -> MatchId | None:
    """Somebody's match of a day; None if they have none."""
    row = connection.execute(
        "SELECT match FROM day_match WHERE game = ? AND day = ? AND user = ?", (game, day, user)
    ).fetchone()
    return None if row is None else int(row[0])


def insert(connection: Connection, new: NewMatch, match: MatchId, user: UserId) -> None:
    """Note that a new match is somebody's of its day."""
    assert new.day is not None, "it is of a day"
    connection.execute(
        "INSERT INTO day_match (game, day, user, match) VALUES (?, ?, ?, ?)",
        (new.game, new.day, user, match),
    )
    _opened_in(connection, new.game, new.day, user, new.guild)


def set_points(connection: Connection, match: MatchId, points: int | None) -> None:
    """Note what a match of a day counts for; None: nothing."""
    connection.execute("UPDATE day_match SET points = ? WHERE match = ?", (points, match))


def forget_in(connection: Connection, match: MatchId, user: UserId, former: UserId) -> None:
    """Let a former miner take somebody's place in a match of a day.

    A hash of them stays, so that they don't play the same dice again, until there is a later day.
    """
    row = connection.execute("SELECT game, day FROM day_match WHERE match = ?", (match,)).fetchone()
    if row is None:
        return
    game, day = row
    connection.execute("UPDATE day_match SET user = ? WHERE match = ?", (former, match))
    newest = connection.execute(
        "SELECT day FROM day WHERE game = ? ORDER BY day DESC LIMIT 1", (game,)
    ).fetchone()
    if newest == (day,):
        connection.execute(
            "INSERT INTO day_forgotten (game, day, person) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (game, day, _person_hash(connection, game, day, user)),
        )


def counts_elsewhere(connection: Connection, match: MatchId, guild: int) -> bool:
    """Return whether a match of a day counts in another server than this one, too."""
    row = connection.execute(
        "SELECT 1 FROM day_match AS played WHERE match = ? AND points IS NOT NULL AND EXISTS"  # noqa: S608 - our own words
        f" (SELECT 1 FROM day_guild AS asked WHERE {_ASKED} AND asked.guild <> ?)",
        (match, guild),
    ).fetchone()
    return row is not None


def count_nowhere(connection: Connection) -> tuple[MatchId, ...]:
    """Return the matches of days that have outlived their server and count in no other any more."""
    found = connection.execute(
        "SELECT match.id FROM match JOIN day_match AS played ON played.match = match.id"  # noqa: S608 - our own words
        f" WHERE match.guild = ? AND NOT EXISTS (SELECT 1 FROM day_guild AS asked WHERE {_ASKED})",
        (NO_SERVER,),
    ).fetchall()
    return tuple(match for (match,) in found)


def _person_hash(connection: Connection, game: str, day: Day, user: UserId) -> bytes:
    return bars.keyed_hash(connection, f"{game}:{day}:{user}")


def of_forgotten(connection: Connection, user: UserId) -> list[tuple[str, Day]]:
    """The games and days, of the latest ones, that somebody played before they were forgotten."""
    found = list[tuple[str, Day]]()
    game = day = ""
    while True:
        row = connection.execute(
            "SELECT game, day FROM day_forgotten WHERE (game, day) > (?, ?)"
            " ORDER BY game, day LIMIT 1",
            (game, day),
        ).fetchone()
        if row is None:
            return found
        game, day = row
        if _was_forgotten(connection, game, day, user):
            found.append((game, day))


def _was_forgotten(connection: Connection, game: str, day: Day, user: UserId) -> bool:
    row = connection.execute(
        "SELECT 1 FROM day_forgotten WHERE game = ? AND day = ? AND person = ?",
        (game, day, _person_hash(connection, game, day, user)),
    )
    return row.fetchone() is not None


def _opened_in(connection: Connection, game: str, day: Day, user: UserId, guild: int) -> None:
    connection.execute(
        "INSERT INTO day_guild (guild, game, day, user) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (guild, game, day, user),
    )


def _day(connection: Connection, game: str, day: Day) -> DayGame | None:
    row = connection.execute(
        "SELECT rules, seed, opening FROM day WHERE game = ? AND day = ?", (game, day)
    ).fetchone()
    return None if row is None else DayGame(game, day, row[0], row[1], _read(row[2]))


def _written(log: Sequence[Entry]) -> str:
    """A log as a line an entry, as in match files, without numbers."""
    return "\n".join(f"{'*' if one.actor is None else one.actor} {one.token}" for one in log)


def _read(text: str) -> tuple[Entry, ...]:
    parted = (line.partition(" ") for line in text.splitlines())
    return tuple(
        Entry(seq, None if actor == "*" else int(actor), token)
        for seq, (actor, _, token) in enumerate(parted)
    )


_DUE = "told < ?1 AND NOT tried BETWEEN ?2 - ?3 + 1 AND ?2"
"""After a clock that was ahead, too."""


class SqlMornings(Repository, MorningStore):
    async def morning(self, guild: int) -> Morning | None:
        found = await self._database.rows(
            "SELECT guild, channel, told FROM morning WHERE guild = ?", guild
        )
        return Morning(*found[0]) if found else None

    async def put_morning(self, new: Morning) -> Morning:
        def work(connection: Connection) -> Morning:
            found = connection.execute(
                "INSERT INTO morning (guild, channel, told) VALUES (?, ?, ?)"
                " ON CONFLICT (guild) DO UPDATE SET channel = excluded.channel"
                " RETURNING guild, channel, told",
                (new.guild, new.channel, new.told),
            )
            return Morning(*found.fetchall()[0])

        return await self._database.writer.write(work)

    async def drop_morning(self, guild: int) -> None:
        await self._database.execute("DELETE FROM morning WHERE guild = ?", guild)

    async def mornings_due(self, day: Day, now: int, pause: int) -> tuple[int, ...]:
        return await self._database.column(
            f"SELECT guild FROM morning WHERE {_DUE} ORDER BY told",  # noqa: S608 - our own words
            day,
            now,
            pause,
        )

    async def claim_morning(self, guild: int, day: Day, now: int, pause: int) -> Morning | None:
        claimed = await self._database.execute(
            f"UPDATE morning SET tried = ?2 WHERE guild = ?4 AND {_DUE}",  # noqa: S608 - our own words
            day,
            now,
            pause,
            guild,
        )
        return await self.morning(guild) if claimed else None

    async def note_morning(self, told: Morning, day: Day) -> None:
        await self._database.execute(
            "UPDATE morning SET told = ?1 WHERE guild = ?2 AND told < ?1", day, told.guild
        )


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
