"""What was told of people's days off, in SQLite."""

import sqlite3

from bot.match.timing.absence_news import AbsenceNews
from bot.storage.database import Database


class SqliteAbsenceNews:
    """Changes of days off and quiet hours; triggers count them in the change's transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, most: int) -> tuple[AbsenceNews, ...]:
        """Those of whom something has not been told, by their ids."""

        def work(connection: sqlite3.Connection) -> tuple[AbsenceNews, ...]:
            found = connection.execute(
                "SELECT user, stamp, noticed, until, hours, sent FROM rest_news"
                " INDEXED BY rest_news_due WHERE stamp > told ORDER BY user LIMIT ?",
                (most,),
            )
            return tuple(AbsenceNews(*row) for row in found)

        return await self._database.read(work)

    async def noticed(self, news: AbsenceNews, now: int) -> None:
        """Note when this change was seen."""
        await self._changes(
            "UPDATE rest_news SET noticed = ? WHERE user = ? AND stamp = ? AND noticed IS NULL",
            now,
            news.user,
            news.stamp,
        )

    async def told(
        self, news: AbsenceNews, until: int | None, hours: str, sent: int | None
    ) -> bool:
        """Note what is told now; False where another process was faster, or it changed again."""
        return await self._changes(
            "UPDATE rest_news SET told = stamp, until = ?, hours = ?, sent = ?"
            " WHERE user = ? AND stamp = ? AND told < stamp",
            until,
            hours,
            sent,
            news.user,
            news.stamp,
        )

    async def _changes(self, sql: str, *values: object) -> bool:
        def work(connection: sqlite3.Connection) -> bool:
            return connection.execute(sql, values).rowcount > 0

        return await self._database.writer.write(work)
