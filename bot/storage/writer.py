"""The one writer: each piece of work is one function, and those that wait share a commit.

aiosqlite has no public way to run a whole function in its thread; `Connection._execute` is that
way, and this module is the only one that uses it (tests/storage/test_writer.py pins it).
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

import aiosqlite

from bot.match.store_errors import StoreTrouble

_log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class ConnectionMonitor(Protocol):
    """Opens connections again after they broke."""

    async def ready(self, *, writing: bool) -> None:
        """Open the connections again if they are broken; raises StoreTrouble if that fails."""

    def failed(self, error: BaseException) -> None:
        """Take note of an error on one of them."""

    def committed(self, connection: sqlite3.Connection) -> None:
        """Take note of a commit; called in the connection's thread."""

    def changed(self) -> None:
        """Take note that anything that was read may be different now."""


@dataclass(slots=True)
class _Waiting:
    work: Work[Any]
    answer: asyncio.Future[Any]
    durable: bool
    note: Callable[[Any], object] | None


class Writer:
    """Runs work in transactions, one after the other, in the connection's own thread."""

    def __init__(
        self, connection: aiosqlite.Connection, monitor: ConnectionMonitor | None = None
    ) -> None:
        self.connection = connection
        self._monitor = monitor
        self._is_durable = True
        """Whether the connection waits for the disk."""
        self._waiting: list[_Waiting] = []
        self._batch: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    def use(self, connection: aiosqlite.Connection) -> None:
        """Write with this one from now on; it waits for the disk."""
        self.connection = connection
        self._is_durable = True

    async def write(
        self,
        work: Work[T],
        *,
        durable: bool = True,
        note: Callable[[T], object] | None = None,
    ) -> T:
        """What the work gives, once it is on disk.

        Work that is not `durable` is committed all the same, and everybody reads it, whatever
        becomes of this process. It reaches the disk with the next work that is: a power cut before
        that undoes it. That is enough for what can be found out again, such as what Discord shows.

        `note` is told the result before anybody else, if the work is committed, and says what of
        the kept reads it has changed; without it everything may have changed.

        An exception of the work undoes what it did, and nothing else that shares its commit.
        Raises StoreTrouble if the database itself fails: then nothing was written, unless only the
        confirmation of the commit was lost (`bot/match/confirmed_write.py` checks).
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, answer, durable, note))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
            self._task.add_done_callback(self._drained)
        return await answer

    async def close(self) -> None:
        """Finish the work that waits."""
        if self._task is not None:
            await self._task

    def _drained(self, task: asyncio.Task[None]) -> None:
        """Leave nobody waiting if the program ends in the middle."""
        if task.cancelled():
            for waiting in self._batch + self._waiting:
                waiting.answer.cancel()
            self._batch, self._waiting = [], []

    async def _drain(self) -> None:
        while self._waiting:
            batch = self._batch = self._waiting
            self._waiting = []
            results = await self._together(batch)
            for waiting, result in zip(batch, results, strict=True):
                self._note(waiting, result)
                if waiting.answer.cancelled():
                    continue
                if isinstance(result, BaseException):
                    waiting.answer.set_exception(result)
                else:
                    waiting.answer.set_result(result)
            # Those answered just now may have more to write. They share the next commit with those
            # who came meanwhile; otherwise two halves would take turns forever.
            await asyncio.sleep(0)

    def _note(self, waiting: _Waiting, result: Any) -> None:
        if waiting.note is not None and not isinstance(result, BaseException):
            waiting.note(result)
        elif self._monitor is not None and (
            waiting.note is None or isinstance(result, StoreTrouble)
        ):
            self._monitor.changed()

    async def _together(self, batch: list[_Waiting]) -> list[Any]:
        """Do a batch; gives a result or an exception for each piece of work.

        A transaction that could not even begin is tried once more.
        """
        try:
            try:
                results = await self._transaction(batch)
            except NotBegun as error:
                _log.warning("A transaction did not begin: %s", described(error.error))
                self._failed(error.error)
                results = await self._transaction(batch)
        except Exception as error:  # noqa: BLE001 - every waiter must get an answer
            cause = error.error if isinstance(error, NotBegun) else error
            _log.error("The database did not keep %d change(s): %s", len(batch), described(cause))
            self._failed(cause)
            return [trouble(cause) for _ in batch]
        for result in results:
            if isinstance(result, StoreTrouble) and result.__cause__ is not None:
                _log.error("The database did not keep a change: %s", described(result.__cause__))
                self._failed(result.__cause__)
        return results

    async def _transaction(self, batch: list[_Waiting]) -> list[Any]:
        if self._monitor is not None:
            await self._monitor.ready(writing=True)
        try:
            return await run(self.connection, partial(self._commit, batch))
        except ValueError as closed:  # aiosqlite says so of a connection that is closed
            raise NotBegun(closed) from closed

    def _commit(self, batch: list[_Waiting], connection: sqlite3.Connection) -> list[Any]:
        """Do a batch in one transaction, in the connection's thread."""
        durable = any(waiting.durable for waiting in batch)
        if durable is not self._is_durable:
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            self._is_durable = durable
        results = _commit(batch, connection)
        if self._monitor is not None:
            self._monitor.committed(connection)
        return results

    def _failed(self, error: BaseException) -> None:
        if self._monitor is not None:
            self._monitor.failed(error)


def _commit(batch: list[_Waiting], connection: sqlite3.Connection) -> list[Any]:
    """Do a batch in one transaction; gives a result or an exception for each piece of work."""
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


class NotBegun(Exception):
    """A transaction could not begin, so nothing was done."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def described(error: BaseException) -> str:
    """An error with SQLite's name for it."""
    return f"{error} ({getattr(error, 'sqlite_errorname', type(error).__name__)})"


def trouble(error: BaseException) -> StoreTrouble:
    """An error as a waiter gets it; every waiter gets an instance of its own."""
    made = StoreTrouble(str(error))
    made.__cause__ = error
    return made


async def run(connection: aiosqlite.Connection, work: Work[T]) -> T:
    """Run a whole function in the connection's thread."""
    execute: Callable[..., Awaitable[T]] = connection._execute  # noqa: SLF001
    return await execute(work, connection._conn)  # noqa: SLF001
