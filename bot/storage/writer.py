"""The one writer: each piece of work is one function, and those that wait share one commit.

aiosqlite has no public way to run a whole function in its thread; `Connection._execute` is that
way, and this module is the only one that uses it (tests/storage/test_writer.py pins it).
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import aiosqlite

from bot.match.ports import StoreTrouble

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


@dataclass(slots=True)
class _Waiting:
    work: Work[Any]
    answer: asyncio.Future[Any]


class Writer:
    """Runs work in transactions, one after the other, in the connection's own thread."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, work: Work[T]) -> T:
        """What the work gives, once it is on disk.

        An exception of the work undoes what it did, and nothing that shares its commit.
        Raises StoreTrouble where the database itself fails: then nothing is kept.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, answer))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        return await answer

    async def close(self) -> None:
        """Finish what waits."""
        if self._task is not None:
            await self._task

    async def _drain(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                results = await run(self._connection, partial(_commit, batch))
            except Exception as error:  # noqa: BLE001 - every waiter must get an answer
                trouble = _trouble(error)
                results = [trouble] * len(batch)
            for waiting, result in zip(batch, results, strict=True):
                if waiting.answer.cancelled():
                    continue
                if isinstance(result, BaseException):
                    waiting.answer.set_exception(result)
                else:
                    waiting.answer.set_result(result)


def _commit(batch: list[_Waiting], connection: sqlite3.Connection) -> list[Any]:
    """Do all of a batch in one transaction; a result or the exception of each."""
    results: list[Any] = []
    connection.execute("BEGIN IMMEDIATE")
    try:
        for waiting in batch:
            connection.execute("SAVEPOINT one")
            try:
                results.append(waiting.work(connection))
            except Exception as error:
                if isinstance(error, sqlite3.Error) and not connection.in_transaction:
                    raise
                connection.execute("ROLLBACK TO one")
                results.append(_trouble(error) if isinstance(error, sqlite3.Error) else error)
            connection.execute("RELEASE one")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return results


def _trouble(error: BaseException) -> StoreTrouble:
    trouble = StoreTrouble(str(error))
    trouble.__cause__ = error
    return trouble


async def run(connection: aiosqlite.Connection, work: Work[T]) -> T:
    """Run a whole function in the connection's thread."""
    execute: Callable[..., Awaitable[T]] = connection._execute  # noqa: SLF001
    return await execute(work, connection._conn)  # noqa: SLF001
