"""The table `message`: what each message of the bot must show, what it shows, and where.

A row is a promise to make Discord agree. The transaction that causes it writes it: `want` adds a
row, or counts one more version that its message has to show. A row with `shown < wanted` is due
from the time `due` on. `cogs/runtime/projector.py` keeps the promise.

A row whose message must go has a negative version (`remove`): readers don't see it any more, and
the Projector deletes it once the message is gone.

A process owns a row while it works on it. An owner that is left behind says that a message can have
been posted without being recorded, so the next process searches for it before it posts another.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from bot.match.people.recalculation import note_server
from bot.match.values.times import DAY
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows

LATEST = 2 * DAY
"""No row is due later than this many seconds from now. If one is, a clock ran ahead."""
LONGEST_LEASE = 60
REMOVED = -(2**40)
"""The version of rows whose message must go; it stays negative when more versions are counted."""


T = TypeVar("T")


class MessageKind(Enum):
    """What a message is about, and the row's subject."""

    OVERVIEW = "overview"
    """By channel: whose turn it is in the server's matches."""
    BOARD = "board"
    """By match: its current board."""
    OLD_BOARD = "old board"
    """By match: the board before, which must lose its buttons."""
    CARD = "card"
    """By match: its invitation, which later shows how the match goes on."""
    HOST = "host"
    """By match: news of its invitation for the host."""
    MORNING = "morning"
    """By server: the results of the puzzles of the day before."""
    PANEL = "panel"
    """By tournament: its public message."""
    NOTE = "note"
    """By tournament: messages about its events; `shown` is how many need no further one."""
    EVENT = "event"
    """By tournament: Discord's scheduled event; `message` is its id, and `place` the tournament's
    channel.
    """
    NOTICE = "notice"
    """By match and number of the event."""
    TROUBLE = "trouble"
    """By server: problems; the part is when the message was first to be posted."""
    LOST_EVENTS = "lost events"
    """By server: a search for events of tournaments that a restore has lost."""
    REMINDER = "reminder"
    """By match: the reminders of a player's turn. The part is when it began (seconds since 1970),
    and the version the number of reminders.
    """
    WATCH = "watch"
    """By match: what its watchers hear. The version is the number of finished rounds."""
    ABSENCE = "absence"
    """By channel or thread: news of a player's days off. The part is the stamp of the change."""


@dataclass(frozen=True, slots=True)
class MessageKey:
    kind: MessageKind
    subject: int
    part: int = 0
    """Distinguishes messages about the same subject."""
    receiver: int = 0
    """The user whom the message is for, or about; 0 if it belongs to a channel, match or server."""

    def __str__(self) -> str:
        """Return a name for logs, without the user."""
        part = f".{self.part}" if self.part else ""
        return f"{self.kind.value} {self.subject}{part}"


@dataclass(frozen=True, slots=True)
class MessageRow:
    key: MessageKey
    guild: int
    wanted: int = 1
    """The newest version that the message has to show."""
    shown: int = 0
    """The version that it shows."""
    place: int | None = None
    """The channel of the message, or where it will be posted; None if its kind knows it."""
    message: int | None = None
    """None if none was posted, or the last one was deleted."""
    due: int = 0
    """Earliest time of the next attempt, in seconds since 1970."""
    failures: int = 0
    """Failed attempts in a row."""
    owner: str | None = None
    until: int = 0
    """When the owner's lease expires, in seconds since 1970."""
    detail: str = ""
    """What its kind has to know of the shown version."""

    @property
    def is_removed(self) -> bool:
        return self.wanted < 0

    @property
    def is_due(self) -> bool:
        return self.shown < self.wanted


Note = Callable[[Connection, MessageRow], None]
KEYS = ("kind", "subject", "part", "receiver")
MESSAGES = Rows(MessageRow, "message", {f"key.{column}": column for column in KEYS})
_KEY = " AND ".join(f"{column} = ?" for column in KEYS)
_DUE_AT = "due = CASE WHEN failures > 0 THEN due ELSE ? END"
_KEPT = "wanted >= 0"
_POSTED_AGAIN = "receiver = 0 AND kind NOT IN ('board', 'old board')"
"""True for messages that the Projector posts again if people delete them."""
_DUE = "shown < wanted AND (due <= ? OR due > ?)"


def values(key: MessageKey) -> tuple[Any, ...]:
    return key.kind.value, key.subject, key.part, key.receiver


def want(
    connection: Connection, key: MessageKey, guild: int, *, due: int = 0, place: int | None = None
) -> None:
    """Add a message, due at a time, or count a new version of an existing one."""
    connection.execute(
        "INSERT INTO message (kind, subject, part, receiver, guild, due, place)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, subject, part, receiver)"
        " DO UPDATE SET wanted = CASE WHEN message.wanted < 0 THEN 1 ELSE message.wanted + 1 END,"
        " shown = CASE WHEN message.wanted < 0 THEN 0 ELSE message.shown END,"
        " due = CASE WHEN message.wanted < 0 THEN excluded.due ELSE message.due END",
        (*values(key), guild, due, place),
    )


def touch(
    connection: Connection, key: MessageKey, *, soon: bool = True, version: int = 0, due: int = 0
) -> None:
    """Count a new version of a message, if there is such a message, and number it `version` or
    higher. If it is to come `soon`, make it due at the time `due`, unless Discord has refused it.
    """
    when = f", {_DUE_AT}" if soon else ""
    connection.execute(
        f"UPDATE message SET wanted = CASE WHEN wanted < ? THEN ? ELSE wanted + 1 END{when}"  # noqa: S608 - constant text
        f" WHERE {_KEY} AND {_KEPT}",
        (version, version, *([due] if soon else []), *values(key)),
    )


def drop(connection: Connection, key: MessageKey) -> None:
    connection.execute(f"DELETE FROM message WHERE {_KEY}", values(key))  # noqa: S608 - constant text


def drop_of_match(connection: Connection, match: int) -> None:
    connection.execute(
        "DELETE FROM message WHERE subject = ?"
        " AND kind IN ('board', 'old board', 'card', 'host', 'reminder', 'watch')",
        (match,),
    )


class MessageStore(Repository):
    """Each write is one transaction, on disk when it returns. Methods raise StoreTrouble."""

    async def due(self, now: int) -> tuple[MessageRow, ...]:
        """Return due messages that no process works on, those that wait longest first."""
        return await self._database.all(
            MESSAGES,
            f"WHERE {_DUE} AND (owner IS NULL OR until <= ? OR until > ?) ORDER BY due",
            now,
            now + LATEST,
            now,
            now + LONGEST_LEASE,
        )

    async def row(self, key: MessageKey) -> MessageRow | None:
        return await self._database.one(MESSAGES, f"WHERE {_KEY} AND {_KEPT}", *values(key))

    async def of_subject(self, kind: MessageKind, subject: int) -> tuple[MessageRow, ...]:
        where = f"WHERE kind = ? AND subject = ? AND {_KEPT} ORDER BY part, receiver"
        return await self._database.all(MESSAGES, where, kind.value, subject)

    async def of_guild(self, guild: int) -> tuple[MessageRow, ...]:
        """Return the messages of a server that are on Discord."""
        where = f"WHERE guild = ? AND message IS NOT NULL AND receiver = 0 AND {_KEPT}"
        return await self._database.all(MESSAGES, where, guild)

    async def of_kind(self, kind: MessageKind, guild: int) -> tuple[MessageRow, ...]:
        where = f"WHERE kind = ? AND guild = ? AND {_KEPT} ORDER BY subject, part, receiver"
        return await self._database.all(MESSAGES, where, kind.value, guild)

    async def begin(self, row: MessageRow) -> MessageRow:
        """Store a new message; return the stored row. If it exists already, only change its place,
        and make it due.
        """

        def work(connection: Connection) -> MessageRow:
            note_server(connection, row.guild)
            changes = (
                "ON CONFLICT (kind, subject, part, receiver) DO UPDATE"
                " SET place = excluded.place, due = 0, failures = 0,"
                " wanted = CASE WHEN message.wanted < 0 THEN excluded.wanted"
                " ELSE message.wanted END,"
                " shown = CASE WHEN message.wanted < 0 THEN excluded.shown ELSE message.shown END"
            )
            MESSAGES.insert(connection, [row], changes)
            stored = MESSAGES.one(connection, f"WHERE {_KEY}", *values(row.key))
            assert stored is not None, "it was stored"
            return stored

        return await self._database.writer.write(work)

    async def want_again(self, kind: MessageKind, guild: int, *, soon: bool = False) -> None:
        """Count a new version of all messages of a kind in a server; `soon` ends their pauses."""
        due = f", {_DUE_AT}" if soon else ""
        await self._database.execute(
            f"UPDATE message SET wanted = wanted + 1{due} WHERE kind = ? AND guild = ?",  # noqa: S608 - constant text
            *([0] if soon else []),
            kind.value,
            guild,
        )

    async def hasten(self, key: MessageKey) -> None:
        """Make a message due now, if it is due later."""
        await self._database.execute(f"UPDATE message SET due = 0 WHERE {_KEY}", *values(key))  # noqa: S608 - constant text

    async def claim(
        self, key: MessageKey, owner: str, now: int, until: int, *, forced: bool = False
    ) -> MessageRow | None:
        """Make `owner` the owner of a due message, and return the row as it was before.

        `forced` claims it even if it is not due. Return None if it is not due, does not exist, or
        has another owner.
        """

        def work(connection: Connection) -> MessageRow | None:
            claimable, parameters = f"WHERE {_KEY}", [*values(key)]
            if not forced:
                claimable += f" AND {_DUE}"
                parameters += now, now + LATEST
            claimable += " AND (owner IS NULL OR owner = ? OR until <= ? OR until > ?)"
            parameters += owner, now, now + LONGEST_LEASE
            row = MESSAGES.one(connection, claimable, *parameters)
            if row is not None:
                connection.execute(
                    # An urgent change from now on sets `due` to 0 again, which `note` heeds.
                    "UPDATE message SET owner = ?, until = ?,"  # noqa: S608 - constant text
                    f" due = CASE WHEN due = 0 THEN ? ELSE due END WHERE {_KEY}",
                    (owner, until, now, *values(key)),
                )
            return row

        return await self._in_place(work)

    async def renew(self, key: MessageKey, owner: str, until: int) -> bool:
        """Prolong a lease; return False if the owner has lost it."""
        return await self._change(key, owner, "until = ?", until)

    async def doubt(self, key: MessageKey) -> None:
        """Make a message due that can show something older than recorded."""
        await self._database.execute(
            f"UPDATE message SET shown = wanted - 1, due = 0 WHERE {_KEY} AND shown >= wanted",  # noqa: S608 - constant text
            *values(key),
        )

    async def note(
        self,
        row: MessageRow,
        owner: str,
        *,
        before: MessageRow | None = None,
        is_repeated: bool = True,
        next_at: int | None = None,
        also: Note | None = None,
    ) -> bool:
        """Store what a message shows now, and end the lease. Return False, and store nothing, if
        the owner has lost it or the message is no longer wanted.

        `next_at` is when the next version is due, for messages that recur with the time. A version
        that was wanted meanwhile is due now. A message that is not repeated rests if no version
        follows. `also` runs in the same transaction. `before` is the row as it was claimed: if
        people have chosen another place since, their choice stays.
        """
        place, places = "place = ?", [row.place]
        if before is not None:
            place = "place = CASE WHEN COALESCE(place, 0) = ? THEN ? ELSE place END"
            places = [before.place or 0, row.place]
        # An urgent change during the work has set `due` to 0, and waits for no pause.
        due, next_time = "due = CASE WHEN wanted > ? AND due = 0 THEN 0 ELSE ? END", [row.wanted]
        next_time.append(row.due)
        if next_at is not None:
            due, next_time = "due = CASE WHEN wanted > ? THEN 0 ELSE ? END", [row.wanted, next_at]
        if next_at is not None or not is_repeated:
            due += ", wanted = CASE WHEN wanted <= ? THEN ? WHEN wanted > ? THEN wanted ELSE ? END"
            next_time += row.wanted, row.shown + (next_at is not None), row.shown, row.shown + 1
        changes = (
            f"UPDATE message SET {place}, message = ?, shown = ?, {due}, failures = 0,"  # noqa: S608 - constant text
            f" owner = NULL WHERE {_KEY} AND owner = ? AND {_KEPT}"
        )
        parameters = (*places, row.message, row.shown, *next_time, *values(row.key), owner)

        def work(connection: Connection) -> bool:
            if connection.execute(changes, parameters).rowcount != 1:
                return False
            if also is not None:
                also(connection, row)
            return True

        if also is None:
            return await self._in_place(work)
        return await self._database.writer.write(work, proves=False)

    async def adopt(self, row: MessageRow, also: Note) -> None:
        """Record a message for a row that has none, and make it due. `also` runs in the same
        transaction.
        """

        def work(connection: Connection) -> None:
            changed = connection.execute(
                "UPDATE message SET place = ?, message = ?, wanted = wanted + 1, due = 0"  # noqa: S608 - constant text
                f" WHERE {_KEY} AND message IS NULL",
                (row.place, row.message, *values(row.key)),
            )
            if changed.rowcount == 1:
                also(connection, row)

        await self._database.writer.write(work)

    async def end(self, row: MessageRow, owner: str) -> bool:
        """Delete the row of a message that is complete or not wanted any more. Return False, and
        delete nothing, if the owner has lost it, or if a new version or another place has been
        chosen since the row was read.
        """
        deleted = await self._database.execute(
            f"DELETE FROM message WHERE {_KEY}"  # noqa: S608 - constant text
            " AND owner = ? AND wanted = ? AND COALESCE(place, 0) = ?",
            *values(row.key),
            owner,
            row.wanted,
            row.place or 0,
        )
        return deleted == 1

    async def give_back(
        self, row: MessageRow, owner: str, due: int, *, failed: bool, is_unsure: bool
    ) -> bool:
        """End a lease without a result; try again when `due`.

        If it `is_unsure` whether a message was posted, the next attempt searches for it. A version
        that was wanted since the claim does not wait, unless the attempt failed.
        """
        later = "?" if failed else f"CASE WHEN wanted = {row.wanted:d} THEN ? ELSE due END"
        return await self._change(
            row.key,
            owner,
            f"due = {later}, failures = ?, until = 0, owner = ?",
            due,
            row.failures + failed,
            owner if is_unsure else None,
        )

    async def drop(self, key: MessageKey) -> MessageRow | None:
        """Delete a message's row, and return it as it was."""

        def work(connection: Connection) -> MessageRow | None:
            row = MESSAGES.one(connection, f"WHERE {_KEY}", *values(key))
            drop(connection, key)
            return row

        return await self._database.writer.write(work)

    async def remove(self, key: MessageKey) -> MessageRow | None:
        """Make the Projector delete a message and its row; return the row as it was.

        A row whose message was never posted is deleted immediately.
        """

        def work(connection: Connection) -> MessageRow | None:
            row = MESSAGES.one(connection, f"WHERE {_KEY} AND {_KEPT}", *values(key))
            if row is not None and row.message is None and row.owner is None:
                drop(connection, key)
            elif row is not None:
                connection.execute(
                    "UPDATE message SET wanted = ?, shown = ?, due = 0, failures = 0,"  # noqa: S608 - constant text
                    # Work under way must not count, even if the message is wanted again meanwhile.
                    " owner = CASE WHEN owner IS NULL THEN NULL ELSE 'removed' END"
                    f" WHERE {_KEY}",
                    (REMOVED, REMOVED - 1, *values(key)),
                )
            return row

        return await self._database.writer.write(work)

    async def forgive(self, guild: int) -> None:
        """Make failed messages of a server due, because the cause may have ended."""
        failed = "guild = ? AND failures > 0"
        if await self._database.column(f"SELECT 1 FROM message WHERE {failed} LIMIT 1", guild):  # noqa: S608 - constant text
            await self._database.execute(f"UPDATE message SET due = 0 WHERE {failed}", guild)  # noqa: S608 - constant text

    async def lose(self, messages: Collection[int]) -> tuple[MessageKey, ...]:
        """Make messages due that were deleted on Discord; return their keys."""
        marks = ", ".join("?" for _ in messages)
        known = f"SELECT 1 FROM message WHERE message IN ({marks}) AND {_POSTED_AGAIN} LIMIT 1"  # noqa: S608 - constant text
        if not messages or not await self._database.column(known, *messages):
            return ()  # most messages are not the bot's

        def work(connection: Connection) -> tuple[MessageKey, ...]:
            keys = []
            for message in messages:
                rows = MESSAGES.all(connection, f"WHERE message = ? AND {_POSTED_AGAIN}", message)
                keys += [row.key for row in rows]
                connection.execute(
                    # An owner searches for what it posts by the message before.
                    "UPDATE message SET wanted = wanted + 1, due = 0,"  # noqa: S608 - constant text
                    " message = CASE WHEN owner IS NULL THEN NULL ELSE message END"
                    f" WHERE message = ? AND {_POSTED_AGAIN}",
                    (message,),
                )
            return tuple(keys)

        return await self._database.writer.write(work)

    async def _change(self, key: MessageKey, owner: str, changes: str, *new: object) -> bool:
        statement = f"UPDATE message SET {changes} WHERE {_KEY} AND owner = ?"  # noqa: S608 - constant text
        parameters = (*new, *values(key), owner)
        return await self._in_place(
            lambda connection: connection.execute(statement, parameters).rowcount == 1
        )

    async def _in_place(self, work: Callable[[Connection], T]) -> T:
        """Write to rows of this table alone, which no kept read has."""
        return await self._database.writer.write(work, note=lambda _: None, proves=False)
