"""Problems that keep the bot from working in a server, and the channel for reports of them.

The bot reports each problem once. One message can report several, and is edited until all are
solved. Problems of servers without such a channel are not stored. A message waits GATHER seconds
for further problems, and begins at least PAUSE seconds after the one before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bot.match.log.records import MatchId
from bot.match.people.messages import MessageKey, MessageKind, MessageRow, touch, want
from bot.match.people.recalculation import note_server
from bot.match.values.times import DAY
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
    UNSEEN = "unseen"
    """A match of a tournament that waits for a player who can't see it."""


@dataclass(frozen=True, slots=True)
class Trouble:
    guild: int
    kind: TroubleKind
    subject: int
    """The channel, or the number of the match or tournament that FROZEN, UNSEEN and the STUCK kinds
    are about.
    """
    cause: str
    """The reporter's name of the cause. A different cause is a separate trouble."""
    reason: str = ""
    """Discord's own words, for people to read."""


@dataclass(frozen=True, slots=True)
class KeptTrouble:
    trouble: Trouble
    part: int
    """The part of the key of the message that reports it."""
    mended: bool


@dataclass(frozen=True, slots=True)
class TroubleChannel:
    guild: int
    channel: int
    is_refused: bool = False
    """Whether Discord refuses messages there."""


GATHER = 30
PAUSE = 1200
TROUBLES = Rows(Trouble, "trouble")
KEPT_TROUBLES = Rows(KeptTrouble, "trouble")
CHANNELS = Rows(
    TroubleChannel,
    "trouble_channel",
    {
        "is_refused": "EXISTS (SELECT 1 FROM message WHERE kind = 'trouble'"
        " AND subject = trouble_channel.guild AND failures > 0)"
    },
)
UNSEEN_FOR = DAY
_UNSEEN = (
    "FROM turn_alert JOIN match ON match.id = turn_alert.match AND match.status = 'running'"
    " AND match.tournament IS NOT NULL AND match.frozen = 0"
    " AND turn_alert.look IS NOT NULL AND turn_alert.unseen <= ?"
)
_OF_SERVER = "kind = 'trouble' AND subject = ?"


class TroubleStore(Repository):
    """Troubles and their channels. Each write is one transaction, on disk when it returns."""

    async def channel(self, guild: int) -> TroubleChannel | None:
        return await self._database.one(CHANNELS, "WHERE guild = ?", guild)

    async def put_channel(self, guild: int, channel: int) -> TroubleChannel:
        """Set the channel, and return the stored row.

        If it has changed, unsolved troubles are reported again in the new one.
        """

        def work(connection: Connection) -> TroubleChannel:
            has_changed = connection.execute(
                "SELECT 1 FROM trouble_channel WHERE guild = ? AND channel <> ?", (guild, channel)
            ).fetchone()
            if has_changed:
                _forget(connection, guild)
            note_server(connection, guild)
            # Keep `told`: switching channels back and forth must not allow more messages.
            connection.execute(
                "INSERT INTO trouble_channel (guild, channel) VALUES (?, ?)"
                " ON CONFLICT (guild) DO UPDATE SET channel = excluded.channel",
                (guild, channel),
            )
            return TroubleChannel(guild, channel)

        return await self._database.writer.write(work)

    async def drop_channel(self, guild: int) -> None:
        def work(connection: Connection) -> None:
            _forget(connection, guild)
            connection.execute("DELETE FROM trouble_channel WHERE guild = ?", (guild,))

        await self._database.writer.write(work)

    async def report(self, trouble: Trouble, now: int) -> bool:
        """Store a trouble; return False if it is stored already or the server has no channel.

        A trouble that was solved counts as new.
        """

        def work(connection: Connection) -> bool:
            chosen = connection.execute(
                "SELECT channel, told FROM trouble_channel WHERE guild = ?", (trouble.guild,)
            ).fetchone()
            if chosen is None:
                return False
            channel, told = chosen
            waiting = connection.execute(
                f"SELECT part FROM message WHERE {_OF_SERVER} AND shown = 0",  # noqa: S608 - constant text
                (trouble.guild,),
            ).fetchone()
            # A time in the future, from a clock that ran ahead, delays nothing.
            at = max(now + GATHER, told + PAUSE if told <= now else 0)
            part = at if waiting is None else waiting[0]
            added = connection.execute(
                *insertion(
                    "trouble",
                    "ON CONFLICT (guild, kind, subject, cause) DO UPDATE"
                    " SET reason = excluded.reason, since = excluded.since, part = excluded.part,"
                    " mended = 0 WHERE trouble.mended = 1",
                    since=now,
                    part=part,
                    **TROUBLES.named(trouble),
                )
            )
            if added.rowcount != 1:
                return False
            key = MessageKey(MessageKind.TROUBLE, trouble.guild, part)
            want(connection, key, trouble.guild, due=at, place=channel)
            connection.execute(
                "DELETE FROM trouble WHERE guild = ? AND mended = 1 AND part NOT IN"  # noqa: S608 - constant text
                f" (SELECT part FROM message WHERE {_OF_SERVER})",
                (trouble.guild, trouble.guild),
            )
            return True

        return await self._database.writer.write(work)

    async def of_server(self, guild: int) -> tuple[KeptTrouble, ...]:
        where = "WHERE guild = ? ORDER BY since, kind, subject, cause"
        return await self._database.all(KEPT_TROUBLES, where, guild)

    async def untold(self, now: int) -> tuple[Trouble, ...]:
        """Return frozen matches, and tournaments' matches that have waited for UNSEEN_FOR seconds
        for players who can't see them, as problems that are not reported yet.
        """
        frozen, unseen = TroubleKind.FROZEN.value, TroubleKind.UNSEEN.value
        rows = await self._database.rows(
            "SELECT waiting.guild, waiting.kind, waiting.id FROM"  # noqa: S608 - constant text
            f" (SELECT match.guild, '{frozen}' AS kind, match.id FROM match WHERE {WAITING}"
            f" UNION SELECT match.guild, '{unseen}', match.id {_UNSEEN}) AS waiting"
            " JOIN trouble_channel ON trouble_channel.guild = waiting.guild"
            " WHERE NOT EXISTS (SELECT 1 FROM trouble WHERE trouble.guild = waiting.guild"
            " AND trouble.kind = waiting.kind AND trouble.subject = waiting.id"
            " AND trouble.mended = 0) ORDER BY waiting.id",
            now - UNSEEN_FOR,
        )
        return tuple(Trouble(guild, TroubleKind(kind), match, kind) for guild, kind, match in rows)

    async def is_unseen(self, match: MatchId, now: int) -> bool:
        rows = await self._database.rows(
            f"SELECT 1 {_UNSEEN} WHERE match.id = ?",
            now - UNSEEN_FOR,
            match,
        )
        return bool(rows)

    async def mend(self, key: MessageKey, troubles: Sequence[Trouble], *, is_posted: bool) -> None:
        """Mark troubles as solved, or delete them if their message was never posted; count a
        version of the message.
        """
        change = "UPDATE trouble SET mended = 1" if is_posted else "DELETE FROM trouble"
        solved = "guild = ? AND kind = ? AND subject = ? AND cause = ?"

        def work(connection: Connection) -> None:
            connection.executemany(f"{change} WHERE {solved}", [*map(_key, troubles)])
            touch(connection, key)

        await self._database.writer.write(work)


def note_posted(connection: Connection, row: MessageRow, *, now: int) -> None:
    """Record when the server got a message, in the transaction that records it."""
    connection.execute("UPDATE trouble_channel SET told = ? WHERE guild = ?", (now, row.guild))


def _forget(connection: Connection, guild: int) -> None:
    connection.execute("DELETE FROM trouble WHERE guild = ?", (guild,))
    connection.execute(f"DELETE FROM message WHERE {_OF_SERVER}", (guild,))  # noqa: S608 - constant text


def _key(trouble: Trouble) -> tuple[int, str, int, str]:
    return trouble.guild, trouble.kind.value, trouble.subject, trouble.cause
