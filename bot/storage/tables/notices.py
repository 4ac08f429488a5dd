"""Notices in SQLite."""

from bot.match.core.store import Change
from bot.match.log.records import MatchId
from bot.match.timing.notices import Notice, NoticeStore
from bot.storage.base import restores
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class SqlNotices(Repository, NoticeStore):
    async def due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT DISTINCT notice.match FROM notice INDEXED BY notice_due"
            " JOIN match ON match.id = notice.match"
            " WHERE notice.stamp > notice.told AND match.frozen = 0 ORDER BY notice.match"
        )

    async def of_match(self, match: MatchId) -> tuple[Notice, ...]:
        found = await self._database.rows(
            "SELECT n, stamp, place, message, tried FROM notice"
            " WHERE match = ? AND stamp > told ORDER BY n",
            match,
        )
        return tuple(
            Notice(match, n, stamp, place, message, tried=bool(tried))
            for n, stamp, place, message, tried in found
        )

    async def trying(self, notice: Notice) -> None:
        await self._database.execute(
            "UPDATE notice SET tried = 1 WHERE match = ? AND n = ?", notice.match, notice.n
        )

    async def shown(
        self, notice: Notice, place: int, message: int, *, open_: bool, now: int
    ) -> None:
        def work(connection: Connection) -> None:
            connection.execute(
                "UPDATE notice SET told = ?, place = ?, message = ?, open = ?,"
                " posted = coalesce(posted, ?) WHERE match = ? AND n = ?",
                (notice.stamp, place, message, int(open_), now, notice.match, notice.n),
            )
            restores.saw_message(connection, notice.match, message)

        await self._database.writer.write(work)

    async def dropped(self, notice: Notice) -> None:
        await self._database.execute(
            "UPDATE notice SET told = stamp, open = 0 WHERE match = ? AND n = ?",
            notice.match,
            notice.n,
        )

    async def lost(self, message: int) -> MatchId | None:
        found = await self._database.column(
            "SELECT match FROM notice WHERE message = ? AND open = 1", message
        )
        if not found:
            return None
        await self._database.execute(
            "UPDATE notice SET message = NULL, tried = 0, stamp = stamp + 1"
            " WHERE message = ? AND open = 1",
            message,
        )
        return int(found[0])


def append(connection: Connection, change: Change, *, noticed: bool) -> None:
    """Add the notices of a change; `noticed`: the match has an open one, which it may affect."""
    if noticed:
        connection.execute(
            "UPDATE notice SET stamp = stamp + 1 WHERE match = ? AND open = 1", (change.match,)
        )
    if change.notices:
        connection.executemany(
            "INSERT INTO notice (match, n) VALUES (?, ?)",
            [(change.match, n) for n in change.notices],
        )
