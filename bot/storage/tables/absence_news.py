"""What was told about people's days off, in SQLite."""

from bot.match.timekeeping.absences import AbsenceNews, AbsenceNewsStore
from bot.storage.base.database import Repository


class SqlAbsenceNews(Repository, AbsenceNewsStore):
    """Changes of days off and quiet hours; triggers count them in the change's transaction."""

    async def due(self, most: int) -> tuple[AbsenceNews, ...]:
        found = await self._database.rows(
            "SELECT user, stamp, noticed, until, hours, sent FROM rest_news"
            " INDEXED BY rest_news_due WHERE stamp > told ORDER BY user LIMIT ?",
            most,
        )
        return tuple(AbsenceNews(*row) for row in found)

    async def noticed(self, news: AbsenceNews, now: int) -> None:
        await self._database.execute(
            "UPDATE rest_news SET noticed = ? WHERE user = ? AND stamp = ? AND noticed IS NULL",
            now,
            news.user,
            news.stamp,
        )

    async def told(
        self, news: AbsenceNews, until: int | None, hours: str, sent: int | None
    ) -> bool:
        changed = await self._database.execute(
            "UPDATE rest_news SET told = stamp, until = ?, hours = ?, sent = ?"
            " WHERE user = ? AND stamp = ? AND told < stamp",
            until,
            hours,
            sent,
            news.user,
            news.stamp,
        )
        return changed > 0
