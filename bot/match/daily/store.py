"""The SQL of puzzles of the day."""

from collections.abc import Sequence

from bot.match.core.change_rows import day_match_of, note_day_opened
from bot.match.core.match_rows import ARCHIVE
from bot.match.daily.days import ComputerGame, DayGame, DayRank, DayResult
from bot.match.daily.rows import was_forgotten
from bot.match.log.records import MatchId
from bot.match.values.days import Day
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Conversion, Rows
from engine.core.types import Entry

_DAY = "WHERE game = ? AND day = ?"
_PLAYED = (
    "WHERE game = ?1 AND day = ?2 AND points IS NOT NULL"
    " AND (CAST(?3 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM day_guild AS here"
    " WHERE here.guild = ?3 AND here.game = ?1 AND here.day = ?2 AND here.user = played.user))"
)


def _written(log: Sequence[Entry]) -> str:
    return "\n".join(
        f"{'*' if entry.actor is None else entry.actor} {entry.token}" for entry in log
    )


def _read(text: str) -> tuple[Entry, ...]:
    parted = (line.partition(" ") for line in text.splitlines())
    return tuple(
        Entry(seq, None if actor == "*" else int(actor), token)
        for seq, (actor, _, token) in enumerate(parted)
    )


DAYS = Rows(DayGame, "day", opening=Conversion(_written, _read))
RESULTS = Rows(DayResult, "day_match AS played")


class DayStore(Repository):
    """Days. Matches of a day and their points are written with the matches themselves.

    A person belongs to each server in which they opened that day's puzzle. A `guild` of None means
    all servers.
    """

    async def day(self, game: str, day: Day) -> DayGame | None:
        return await self._database.read(lambda connection: DAYS.one(connection, _DAY, game, day))

    async def make(self, new: DayGame) -> DayGame:
        def work(connection: Connection) -> DayGame:
            DAYS.insert(connection, [new], "ON CONFLICT DO NOTHING")
            connection.execute(
                "DELETE FROM day_forgotten WHERE game = ? AND day < ?", (new.game, new.day)
            )
            stored = DAYS.one(connection, _DAY, new.game, new.day)
            assert stored is not None, "it was inserted, now or before"
            return stored

        return await self._database.writer.write(work)

    async def match_of(self, game: str, day: Day, user: UserId) -> MatchId | None:
        return await self._database.read(
            lambda connection: day_match_of(connection, game, day, user)
        )

    async def match_of_past_day(self, game: str, day: Day, user: UserId) -> MatchId | None:
        """Return the user's newest unfinished match that plays a past day again."""
        rows = await self._database.column(
            f"SELECT id FROM match WHERE {ARCHIVE} AND host = ? AND game = ? AND day = ?"  # noqa: S608 - constant text
            " AND status IN ('open', 'running') AND frozen = 0 ORDER BY id DESC LIMIT 1",
            user,
            game,
            day,
        )
        return rows[0] if rows else None

    async def days_before(self, game: str, day: Day, most: int) -> tuple[Day, ...]:
        """Return the latest days before this one on which the puzzle was played, newest first."""
        return await self._database.column(
            "SELECT day FROM day WHERE game = ? AND day < ? ORDER BY day DESC LIMIT ?",
            game,
            day,
            most,
        )

    async def opened_in(self, game: str, day: Day, user: UserId, guild: int) -> None:
        await self._database.writer.write(
            lambda connection: note_day_opened(connection, game, day, user, guild)
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
        """Return whether a user played a day before being forgotten; known until the next day."""
        return await self._database.read(
            lambda connection: was_forgotten(connection, game, day, user)
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
        return await self._database.all(
            RESULTS, f"{_PLAYED} ORDER BY {order} LIMIT ?4", game, day, guild, most
        )

    async def result(
        self, game: str, day: Day, guild: int | None, user: UserId
    ) -> DayResult | None:
        return await self._database.one(RESULTS, f"{_PLAYED} AND user = ?4", game, day, guild, user)

    async def standing(
        self, game: str, day: Day, guild: int | None, points: int, *, fewest: bool = False
    ) -> DayRank:
        def work(connection: Connection) -> DayRank:
            sql = (
                "SELECT COUNT(*), COUNT(CASE WHEN points < ?4 THEN 1 END),"  # noqa: S608 - constant text
                f" COUNT(CASE WHEN points > ?4 THEN 1 END) FROM day_match AS played {_PLAYED}"
            )
            of, less, more = connection.execute(sql, (game, day, guild, points)).fetchone()
            better, worse = (less, more) if fewest else (more, less)
            return DayRank(1 + int(better), of, int(worse))

        return await self._database.read(work)

    async def computer(self, game: str, day: Day) -> ComputerGame | None:
        rows = await self._database.rows(
            "SELECT computer_points, computer FROM day"
            " WHERE game = ? AND day = ? AND computer IS NOT NULL",
            game,
            day,
        )
        return (rows[0][0], _read(rows[0][1])) if rows else None

    async def keep_computer(self, game: str, day: Day, played: ComputerGame) -> None:
        points, log = played
        await self._database.execute(
            "UPDATE day SET computer_points = ?, computer = ? WHERE game = ? AND day = ?",
            points,
            _written(log),
            game,
            day,
        )
