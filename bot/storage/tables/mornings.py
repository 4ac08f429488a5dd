"""Servers that have the table of the day before posted, in SQLite."""

from bot.match.daily.store import Morning, MorningStore
from bot.match.values.days import Day
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository

_DUE = "told < ?1 AND NOT tried BETWEEN ?2 - ?3 + 1 AND ?2"
"""After a clock that was ahead, too."""


class SqlMornings(Repository, MorningStore):
    """Stores who has it where, and what was told."""

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
