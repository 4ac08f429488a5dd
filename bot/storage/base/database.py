"""A database as stores see it, whether SQLite or PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from bot.storage.base.connection import Connection
from bot.storage.base.group_writer import GroupWriter, Work
from bot.storage.base.kept_reads import KeptReads, Key
from bot.storage.base.rows import Rows
from bot.storage.base.setbacks import Setbacks

T = TypeVar("T")


class Database(ABC):
    """An open database: `writer` runs work that writes, `read` work that reads.

    `urgent` runs short work that must not wait for the work of `writer`, nor for another process
    that holds a lock: it fails after about a second instead.

    Broken connections are opened again before the next use, so that the bot recovers automatically.
    `read` and `snapshot` try twice. All methods raise StoreTrouble if the database fails.
    """

    writer: GroupWriter
    urgent: GroupWriter

    def __init__(self) -> None:
        self.kept = KeptReads()
        self.setbacks = Setbacks(self)

    def time(self, connection: Connection) -> float | None:  # noqa: ARG002 - others need it
        """Return the time by the database's own clock, in seconds since 1970, or None if it has
        only this machine's.

        Raise the database's own errors.
        """
        return None

    @property
    def remark(self) -> str | None:
        """A note for the operator about other programs that use the database, or None."""
        return None

    @abstractmethod
    async def read(self, work: Work[T]) -> T: ...

    @abstractmethod
    async def snapshot(self, work: Work[T]) -> T:
        """Like `read`, but all statements see the same state of the database."""

    @abstractmethod
    async def sweep(self, users: frozenset[int] | None, number: int) -> bool:
        """Remove what deleted rows have left in the files: the traces of these users, or all traces
        if None.

        No row must name the users any more. `number` is that of the newest request in the table
        `sweep`. Return False if it isn't done, because the database is in use or large: call it
        again later.
        """

    async def look_back(self) -> None:
        """Check that no commit is lost, and that no other process has found one lost. Raise
        StoreTrouble.
        """
        await self.setbacks.look()

    @abstractmethod
    async def close(self) -> None: ...

    async def keeping(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        return await self.kept.get(key, read)

    async def one(self, rows: Rows[T], rest: str, *values: object) -> T | None:
        found = await self.rows(rows.select(rest), *values)
        return rows.read(found[0]) if found else None

    async def all(self, rows: Rows[T], rest: str, *values: object) -> tuple[T, ...]:
        return tuple(map(rows.read, await self.rows(rows.select(rest), *values)))

    async def rows(self, sql: str, *values: object) -> list[Any]:
        return await self.read(lambda connection: connection.execute(sql, values).fetchall())

    async def column(self, sql: str, *values: object) -> tuple[Any, ...]:
        return tuple(row[0] for row in await self.rows(sql, *values))

    async def execute(self, sql: str, *values: object) -> int:
        return await self.writer.write(lambda connection: connection.execute(sql, values).rowcount)


class Repository:
    def __init__(self, database: Database) -> None:
        self._database = database
