"""A database as the repositories see it, whichever is behind it."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from bot.storage.base.group_writer import GroupWriter, Work
from bot.storage.base.kept_reads import KeptReads, Key

T = TypeVar("T")


class Database(ABC):
    """An open database: work that writes goes through `writer`, work that reads through `read`.

    It opens its connections again after they broke, before the next use, so that the bot goes on
    by itself once the cause is gone.
    """

    writer: GroupWriter

    def __init__(self) -> None:
        self.kept = KeptReads()

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """What the work reads, at the second try if need be; raises StoreTrouble."""

    @abstractmethod
    async def snapshot(self, work: Work[T]) -> T:
        """What the work reads, all of it of one moment; raises StoreTrouble."""

    @abstractmethod
    async def sweep(self, users: frozenset[int] | None) -> bool:
        """Remove what deleted rows have left in the files, at least of these users.

        None: of anybody. No row may name them any more. False if it can't be done now. Raises
        StoreTrouble.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish what waits and close."""

    async def keeping(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        """What `read` gives, without reading it again while it can't have changed.

        Writes that change it without saying which are those without a `note`.
        """
        return await self.kept.get(key, read)

    async def rows(self, sql: str, *values: object) -> list[Any]:
        """The rows of a query; raises StoreTrouble."""
        return await self.read(lambda connection: connection.execute(sql, values).fetchall())

    async def column(self, sql: str, *values: object) -> tuple[Any, ...]:
        """The first column of a query; raises StoreTrouble."""
        return tuple(row[0] for row in await self.rows(sql, *values))

    async def execute(self, sql: str, *values: object) -> int:
        """Run one statement as a transaction; gives how many rows changed. Raises StoreTrouble."""
        return await self.writer.write(lambda connection: connection.execute(sql, values).rowcount)


class Repository:
    """What reads and writes some of the tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
