"""Channels in which the bot posts yesterday's results of the puzzle each morning."""

from dataclasses import dataclass

from bot.match.people.recalculation import note_server
from bot.match.values.days import Day
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows, insertion


@dataclass(frozen=True, slots=True)
class Morning:
    guild: int
    channel: int
    told: Day
    """The latest day that needs no further post."""


MORNINGS = Rows(Morning, "morning")
_DUE = "told < ?1 AND NOT tried BETWEEN ?2 - ?3 + 1 AND ?2"
"""A time of `tried` in the future is ignored, because it comes from a clock that ran ahead."""


class MorningStore(Repository):
    async def morning(self, guild: int) -> Morning | None:
        return await self._database.one(MORNINGS, "WHERE guild = ?", guild)

    async def put_morning(self, new: Morning) -> Morning:
        """Set the channel of a server, and return the stored row.

        `new.told` counts only if the server had no channel before.
        """

        def work(connection: Connection) -> Morning:
            note_server(connection, new.guild)
            put = (
                "ON CONFLICT (guild) DO UPDATE SET channel = excluded.channel"
                f" RETURNING {', '.join(MORNINGS.columns)}"
            )
            row = MORNINGS.named(new)
            (stored,) = connection.execute(*insertion("morning", put, **row)).fetchall()
            return MORNINGS.read(stored)

        return await self._database.writer.write(work)

    async def drop_morning(self, guild: int) -> None:
        await self._database.execute("DELETE FROM morning WHERE guild = ?", guild)

    async def mornings_due(self, day: Day, now: int, pause: int) -> tuple[int, ...]:
        """Return servers that still lack the results of `day` and were not tried in the last
        `pause` seconds, the furthest behind first.
        """
        return await self._database.column(
            f"SELECT guild FROM morning WHERE {_DUE} ORDER BY told",  # noqa: S608 - constant text
            day,
            now,
            pause,
        )

    async def claim_morning(self, guild: int, day: Day, now: int, pause: int) -> Morning | None:
        claimed = await self._database.execute(
            f"UPDATE morning SET tried = ?2 WHERE guild = ?4 AND {_DUE}",  # noqa: S608 - constant text
            day,
            now,
            pause,
            guild,
        )
        return await self.morning(guild) if claimed else None

    async def note_morning(self, morning: Morning, day: Day) -> None:
        await self._database.execute(
            "UPDATE morning SET told = ?1 WHERE guild = ?2 AND told < ?1", day, morning.guild
        )
