"""What keeps the bot from working in servers, in the database."""

from bot.match.log.records import MatchId
from bot.match.people.troubles import (
    KeptTrouble,
    Trouble,
    TroubleChannel,
    TroubleKind,
    TroubleStore,
)
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class SqlTroubles(Repository, TroubleStore):
    async def channel(self, guild: int) -> TroubleChannel | None:
        found = await self._database.rows(
            "SELECT guild, channel, refused FROM trouble_channel WHERE guild = ?", guild
        )
        return TroubleChannel(*found[0]) if found else None

    async def put_channel(self, guild: int, channel: int) -> TroubleChannel:
        def work(connection: Connection) -> TroubleChannel:
            # `told` stays: moving the channel to and fro must not let more be posted.
            connection.execute(
                "DELETE FROM trouble WHERE guild = ?1 AND EXISTS"
                " (SELECT 1 FROM trouble_channel WHERE guild = ?1 AND channel <> ?2)",
                (guild, channel),
            )
            connection.execute(
                "INSERT INTO trouble_channel (guild, channel) VALUES (?, ?)"
                " ON CONFLICT (guild) DO UPDATE SET channel = excluded.channel, refused = NULL",
                (guild, channel),
            )
            return TroubleChannel(guild, channel)

        return await self._database.writer.write(work)

    async def drop_channel(self, guild: int) -> None:
        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM trouble WHERE guild = ?", (guild,))
            connection.execute("DELETE FROM trouble_channel WHERE guild = ?", (guild,))

        await self._database.writer.write(work)

    async def note_refusal(self, guild: int, channel: int, at: int | None) -> None:
        await self._database.execute(
            "UPDATE trouble_channel SET refused = ? WHERE guild = ? AND channel = ?",
            at,
            guild,
            channel,
        )

    async def report(self, trouble: Trouble, now: int) -> bool:
        def work(connection: Connection) -> bool:
            wanted = connection.execute(
                "SELECT 1 FROM trouble_channel WHERE guild = ?", (trouble.guild,)
            ).fetchone()
            if wanted is None:
                return False
            added = connection.execute(
                "INSERT INTO trouble (guild, kind, subject, cause, reason, since)"
                " VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (guild, kind, subject, cause) DO UPDATE"
                " SET reason = excluded.reason, since = excluded.since, told = NULL,"
                " message = NULL, mended = 0 WHERE trouble.mended = 1",
                (*_key(trouble), trouble.reason, now),
            )
            return added.rowcount == 1

        return await self._database.writer.write(work)

    async def servers(self) -> tuple[int, ...]:
        return await self._database.column("SELECT DISTINCT guild FROM trouble ORDER BY guild")

    async def of_server(self, guild: int) -> tuple[KeptTrouble, ...]:
        found = await self._database.rows(
            "SELECT kind, subject, cause, reason, told, message, mended FROM trouble"
            " WHERE guild = ? ORDER BY since, kind, subject, cause",
            guild,
        )
        return tuple(
            KeptTrouble(
                Trouble(guild, TroubleKind(kind), subject, cause, reason),
                told,
                message,
                bool(mended),
            )
            for kind, subject, cause, reason, told, message, mended in found
        )

    async def untold_frozen(self) -> tuple[tuple[int, MatchId], ...]:
        found = await self._database.rows(
            "SELECT match.guild, match.id FROM match"
            " JOIN trouble_channel ON trouble_channel.guild = match.guild"
            " WHERE match.frozen = 1 AND NOT EXISTS (SELECT 1 FROM trouble"
            " WHERE trouble.guild = match.guild AND trouble.kind = ?"
            " AND trouble.subject = match.id AND trouble.mended = 0) ORDER BY match.id",
            TroubleKind.FROZEN.value,
        )
        return tuple((guild, match) for guild, match in found)

    async def claim(self, guild: int, now: int, *, pause: int, gather: int) -> bool:
        def work(connection: Connection) -> bool:
            # Neither waits longer after a clock that was ahead.
            ready = connection.execute(
                "SELECT 1 FROM trouble WHERE guild = ?1 AND told IS NULL"
                " AND NOT since BETWEEN ?2 - ?3 + 1 AND ?2 LIMIT 1",
                (guild, now, gather),
            ).fetchone()
            if ready is None:
                return False
            claimed = connection.execute(
                "UPDATE trouble_channel SET told = ?2 WHERE guild = ?1"
                " AND NOT told BETWEEN ?2 - ?3 + 1 AND ?2",
                (guild, now, pause),
            )
            if claimed.rowcount != 1:
                return False
            connection.execute(
                "UPDATE trouble SET told = ? WHERE guild = ? AND told IS NULL", (now, guild)
            )
            return True

        return await self._database.writer.write(work)

    async def note_message(self, guild: int, told: int, message: int) -> None:
        await self._database.execute(
            "UPDATE trouble SET message = ? WHERE guild = ? AND told = ?", message, guild, told
        )

    async def mend(self, trouble: Trouble) -> None:
        key = "guild = ? AND kind = ? AND subject = ? AND cause = ?"

        def work(connection: Connection) -> None:
            connection.execute(
                f"DELETE FROM trouble WHERE {key} AND message IS NULL",  # noqa: S608 - our own words
                _key(trouble),
            )
            connection.execute(
                f"UPDATE trouble SET mended = 1 WHERE {key}",  # noqa: S608 - our own words
                _key(trouble),
            )

        await self._database.writer.write(work)

    async def forget(self, guild: int, message: int) -> None:
        await self._database.execute(
            "DELETE FROM trouble WHERE guild = ? AND message = ? AND mended = 1", guild, message
        )


def _key(trouble: Trouble) -> tuple[int, str, int, str]:
    return trouble.guild, trouble.kind.value, trouble.subject, trouble.cause
