"""SQLite's writer, which runs in its connection's own thread.

aiosqlite has no public way to run a function there, so this module uses `Connection._execute`;
tests/storage/test_writer.py fails if that changes.
"""

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

import aiosqlite

from bot.storage.base.group_writer import GroupWriter, Monitor, NotBegun, Waiting, trouble

T = TypeVar("T")


class ConnectionMonitor(Monitor, Protocol):
    async def ready(self, *, writing: bool) -> None: ...

    def committed(self, connection: sqlite3.Connection) -> None:
        """Handle a commit; called in the connection's thread."""


class Writer(GroupWriter):
    def __init__(
        self, connection: aiosqlite.Connection, monitor: ConnectionMonitor | None = None
    ) -> None:
        super().__init__(monitor)
        self.connection = connection
        self._connections = monitor
        self._is_durable = True

    def use(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self._is_durable = True

    async def _transaction(self, batch: Sequence[Waiting]) -> list[Any]:
        if self._connections is not None:
            await self._connections.ready(writing=True)
        try:
            return await run(self.connection, partial(self._commit, batch))
        except ValueError as closed:  # aiosqlite's error for a closed connection
            raise NotBegun(closed) from closed

    def _commit(self, batch: Sequence[Waiting], connection: sqlite3.Connection) -> list[Any]:
        durable = any(waiting.durable for waiting in batch)
        if durable is not self._is_durable:
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self._is_durable = durable
        results = _commit(batch, connection)
        if self._connections is not None:
            self._connections.committed(connection)
        return results


def _commit(batch: Sequence[Waiting], connection: sqlite3.Connection) -> list[Any]:
    results: list[Any] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        raise NotBegun(error) from error
    try:
        for waiting in batch:
            connection.execute("SAVEPOINT one")
            try:
                results.append(waiting.work(connection))
            except Exception as error:
                if not connection.in_transaction:
                    raise  # SQLite has undone the whole batch
                connection.execute("ROLLBACK TO one")
                results.append(trouble(error) if isinstance(error, sqlite3.Error) else error)
            connection.execute("RELEASE one")
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise
    return results


async def run(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    execute: Callable[..., Awaitable[T]] = connection._execute  # noqa: SLF001
    return await execute(work, connection._conn)  # noqa: SLF001
