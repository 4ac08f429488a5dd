"""Thread safety of the event loop and the writer's thread.

Python switches between threads as often as possible here, and each statement invites a switch.
Errors that a busy machine shows once a day appear within a second.
"""

import asyncio
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.storage.base.connection import Connection
from bot.storage.sqlite.database import SqliteDatabase, open_sqlite
from bot.storage.sqlite.writer import run

pytestmark = pytest.mark.sqlite

COMMITS = 400
REOPENINGS = 20


class Watched(sqlite3.Connection):
    """A connection that counts simultaneous uses by two threads."""

    inside = 0
    overlaps = 0
    meanwhile: Callable[[str], None] = staticmethod(lambda _: time.sleep(0))
    """A hook in the middle of each statement. Sleeping gives other threads a turn."""

    def execute(self, *query: Any) -> sqlite3.Cursor:
        """Execute a statement, slowly enough for another thread to interfere."""
        self.inside += 1
        Watched.meanwhile(query[0])
        Watched.overlaps += self.inside > 1
        try:
            return super().execute(*query)
        finally:
            self.inside -= 1

    def close(self) -> None:
        """Close the connection, which no thread should be using."""
        Watched.overlaps += self.inside > 0
        super().close()


@pytest.fixture(autouse=True)
def many_switches() -> Iterator[None]:
    """Let Python switch between threads every microsecond."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.fixture
async def counter(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteDatabase]:
    """A database that counts commits, with watched connections."""
    monkeypatch.setattr(Watched, "overlaps", 0)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    database = await open_sqlite(str(path))
    await database.execute("CREATE TABLE counter (value INTEGER)")
    await database.execute("INSERT INTO counter VALUES (0)")
    yield database
    await database.close()


async def commit(database: SqliteDatabase) -> None:
    """Commit many times, without dropping cached reads."""
    for _ in range(COMMITS):
        await database.writer.write(increment, durable=False, note=lambda _: None)


def increment(connection: Connection) -> None:
    connection.execute("UPDATE counter SET value = value + 1")


async def read_until(is_done: asyncio.Event, database: SqliteDatabase) -> None:
    """Ask for a cached read in each iteration of the event loop."""

    async def read() -> int:
        return 1

    while not is_done.is_set():
        await database.keeping(("other", 1), read)
        await asyncio.sleep(0)


async def test_connections_are_never_used_by_two_threads(counter: SqliteDatabase) -> None:
    """The event loop reads while the writer's thread commits."""
    is_done = asyncio.Event()
    reading = asyncio.create_task(read_until(is_done, counter))
    await commit(counter)
    is_done.set()
    await reading
    assert await counter.column("SELECT value FROM counter") == (COMMITS,)
    assert Watched.overlaps == 0


async def test_reopening_does_not_fail_a_running_commit(
    counter: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop closes connections while the writer's thread checks one."""
    loop, reads = asyncio.get_running_loop(), list[asyncio.Task[object]]()

    def open_again() -> None:
        counter.failed(sqlite3.DatabaseError("disk image is malformed"))
        reads.append(loop.create_task(counter.column("SELECT 1")))

    def meanwhile(statement: str) -> None:
        if statement == "PRAGMA data_version" and threading.current_thread() is writing:
            loop.call_soon_threadsafe(open_again)
            for _ in range(50):
                time.sleep(0)

    monkeypatch.setattr(Watched, "meanwhile", meanwhile)
    for _ in range(REOPENINGS):
        writing = await run(counter.writer.connection, lambda _: threading.current_thread())
        await counter.writer.write(increment, durable=False)
        await asyncio.gather(*reads)
    assert await counter.column("SELECT value FROM counter") == (REOPENINGS,)
    assert Watched.overlaps == 0
