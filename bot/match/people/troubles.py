"""Problems that keep the bot from working in a server, and the channel for reports of them.

The bot reports each problem once. One message can report several, and is edited until all are
solved. Problems of servers without such a channel are not stored.
"""

from dataclasses import dataclass
from enum import Enum

from bot.match.log.records import MatchId
from bot.match.people.recalculation import note_server
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.frozen import WAITING
from bot.storage.base.rows import Rows, insertion


class TroubleKind(Enum):
    MATCHES = "matches"
    INVITATIONS = "invitations"
    OVERVIEW = "overview"
    MORNING = "morning"
    TOURNAMENTS = "tournaments"
    EVENTS = "events"
    """Discord's event of a tournament."""
    THREADS = "threads"
    FORUMS = "forums"
    """New posts of matches in a forum."""
    FROZEN = "frozen"
    """A match that does not replay."""
    STUCK_MATCH = "stuck match"
    """A match whose due work keeps failing."""
    STUCK_TOURNAMENT = "stuck tournament"


@dataclass(frozen=True, slots=True)
class Trouble:
    guild: int
    kind: TroubleKind
    subject: int
    """The channel, or the number of the match or tournament that FROZEN and the STUCK kinds are
    about.
    """
    cause: str
    """The reporter's name of the cause. A different cause is a separate trouble."""
    reason: str = ""
    """Discord's own words, for people to read."""


@dataclass(frozen=True, slots=True)
class KeptTrouble:
    trouble: Trouble
    told: int | None
    """When the bot began to post the message that reports it, in seconds since 1970; None before
    that. Troubles with the same value share a message.
    """
    message: int | None
    mended: bool


@dataclass(frozen=True, slots=True)
class TroubleChannel:
    guild: int
    channel: int
    refused: int | None = None
    """When Discord last refused a message there, in seconds since 1970; None after a success."""


TROUBLES = Rows(Trouble, "trouble")
KEPT_TROUBLES = Rows(KeptTrouble, "trouble")
CHANNELS = Rows(TroubleChannel, "trouble_channel")


class TroubleStore(Repository):
    """Troubles and their channels. Each write is one transaction, on disk when it returns."""

    async def channel(self, guild: int) -> TroubleChannel | None:
        return await self._database.one(CHANNELS, "WHERE guild = ?", guild)

    async def put_channel(self, guild: int, channel: int) -> TroubleChannel:
        """Set the channel, and return the stored row.

        If it has changed, unsolved troubles are reported again in the new one.
        """

        def work(connection: Connection) -> TroubleChannel:
            # Keep `trouble_channel.told`: switching channels back and forth must not allow more
            # messages.
            connection.execute(
                "DELETE FROM trouble WHERE guild = ?1 AND EXISTS"
                " (SELECT 1 FROM trouble_channel WHERE guild = ?1 AND channel <> ?2)",
                (guild, channel),
            )
            note_server(connection, guild)
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
        """Store when Discord refused a message in this channel; `at` is None after a success."""
        await self._database.execute(
            "UPDATE trouble_channel SET refused = ? WHERE guild = ? AND channel = ?",
            at,
            guild,
            channel,
        )

    async def report(self, trouble: Trouble, now: int) -> bool:
        """Store a trouble; return False if it is stored already or the server has no channel.

        A trouble that was solved counts as new.
        """

        def work(connection: Connection) -> bool:
            channel = connection.execute(
                "SELECT 1 FROM trouble_channel WHERE guild = ?", (trouble.guild,)
            ).fetchone()
            if channel is None:
                return False
            added = connection.execute(
                *insertion(
                    "trouble",
                    "ON CONFLICT (guild, kind, subject, cause) DO UPDATE"
                    " SET reason = excluded.reason, since = excluded.since, told = NULL,"
                    " message = NULL, mended = 0 WHERE trouble.mended = 1",
                    since=now,
                    **TROUBLES.named(trouble),
                )
            )
            return added.rowcount == 1

        return await self._database.writer.write(work)

    async def servers(self) -> tuple[int, ...]:
        return await self._database.column("SELECT DISTINCT guild FROM trouble ORDER BY guild")

    async def of_server(self, guild: int) -> tuple[KeptTrouble, ...]:
        where = "WHERE guild = ? ORDER BY since, kind, subject, cause"
        return await self._database.all(KEPT_TROUBLES, where, guild)

    async def untold_frozen(self) -> tuple[tuple[int, MatchId], ...]:
        rows = await self._database.rows(
            "SELECT match.guild, match.id FROM match"  # noqa: S608 - constant text
            " JOIN trouble_channel ON trouble_channel.guild = match.guild"
            f" WHERE {WAITING} AND NOT EXISTS (SELECT 1 FROM trouble"
            " WHERE trouble.guild = match.guild AND trouble.kind = ?"
            " AND trouble.subject = match.id AND trouble.mended = 0) ORDER BY match.id",
            TroubleKind.FROZEN.value,
        )
        return tuple((guild, match) for guild, match in rows)

    async def claim(self, guild: int, now: int, *, pause: int, gather: int) -> bool:
        """Begin a message that reports all unreported troubles of a server; store `now` as its
        time.

        Return False if no trouble has waited for `gather` seconds, or if any process began a
        message less than `pause` seconds ago.
        """

        def work(connection: Connection) -> bool:
            # In both conditions a time in the future, from a clock that ran ahead, delays nothing.
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
        """Mark a trouble as solved, or delete it if no message reports it."""
        key = "guild = ? AND kind = ? AND subject = ? AND cause = ?"

        def work(connection: Connection) -> None:
            connection.execute(
                f"DELETE FROM trouble WHERE {key} AND message IS NULL",  # noqa: S608 - constant text
                _key(trouble),
            )
            connection.execute(
                f"UPDATE trouble SET mended = 1 WHERE {key}",  # noqa: S608 - constant text
                _key(trouble),
            )

        await self._database.writer.write(work)

    async def forget(self, guild: int, message: int) -> None:
        await self._database.execute(
            "DELETE FROM trouble WHERE guild = ? AND message = ? AND mended = 1", guild, message
        )


def _key(trouble: Trouble) -> tuple[int, str, int, str]:
    return trouble.guild, trouble.kind.value, trouble.subject, trouble.cause
