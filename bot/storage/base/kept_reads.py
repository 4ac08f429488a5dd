"""Reads that stay in memory as long as they can't have changed.

A press reads the same few rows again and again: settings, alerts, the head of the match. Each read
is a trip to the database's thread and back. But outdated rows do harm: the bot could ping a player
for a turn that is already over. And other processes write to the same file.

So a kept read is dropped after a commit that can have changed it. If this process commits, the
work's `note` says which reads change; work without a `note` drops all of them. If another process
commits, all kept reads are dropped.

SQLite counts commits in `data_version`. Two connections together show whose commit it was: the
*witness* sees every commit, the *writing connection* sees only those of other processes. After each
commit of this process, the writer's thread stores the witness's number. As long as the event loop
reads the same number, no further commit has happened.

The loop reads the number once per iteration. Otherwise two reads of one decision could come from
different moments. PostgreSQL has no such number, so its reads are never kept.
"""

import asyncio
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

T = TypeVar("T")
Key = tuple[str, int]

MOST = 4096


class Witness:
    """A connection that sees every commit to the database, by any process.

    The event loop and the writer's thread share it, because `data_version` can't be compared across
    connections. sqlite3 caches one compiled statement for both: from Python 3.12 on, a thread that
    executes it resets it for the other thread, which then fetches no row. Hence the lock.
    """

    def __init__(self, address: str) -> None:
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = sqlite3.connect(
            address, uri=True, isolation_level=None, timeout=0, check_same_thread=False
        )

    def version(self) -> int | None:
        """Return a number that changes with each commit, or None if it is unknown.

        SQLite reads it from shared memory. So this call never waits for the disk or for a writer,
        and at most a few microseconds for the other thread.
        """
        with self._lock:
            if self._connection is None:
                return None
            try:
                return data_version(self._connection)
            except sqlite3.Error:
                return None

    def close(self) -> None:
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()


class KeptReads:
    def __init__(self) -> None:
        self._kept: OrderedDict[Key, list[Any]] = OrderedDict()
        """One value each, or none yet while it is being read."""
        self._witness: Witness | None = None
        self._seen: int | None = None
        """The witness's version after the latest commit of this process; None if it is unknown."""
        self._others: int | None = None
        """The writing connection's version, which changes only when another process commits."""
        self._outdated = False
        self._looked: int | None = None
        """The witness's version as read in this iteration of the event loop; None if not
        read yet.
        """

    def watch(self, witness: Witness, writing: sqlite3.Connection) -> None:
        """Start to watch a newly opened database; call this in the thread of `writing`."""
        self._outdated = True  # only the event loop is allowed to drop reads
        self._witness = witness
        self.committed(writing)

    def stop(self) -> None:
        self.forget()
        if self._witness is not None:
            self._witness.close()
        self._witness = None

    def committed(self, writing: sqlite3.Connection) -> None:
        witness = self._witness  # the event loop can replace it meanwhile
        if witness is None:
            return
        # Read the witness first: then a commit of another process in between is noticed later.
        seen = witness.version()
        try:
            others = data_version(writing)
        except sqlite3.Error:  # the commit itself succeeded
            seen = others = None
        if others is None or others != self._others:
            self._others = others
            self._outdated = True
        # Set this last: a loop that sees the new version must also see `_outdated`.
        self._seen = seen

    async def get(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        is_current = self._is_current()
        if self._outdated:  # check this second: the writer's thread sets it first
            self._outdated = False
            self.forget()
        if not is_current:
            return await read()
        kept = self._kept.get(key)
        if kept:
            self._kept.move_to_end(key)
            return cast("T", kept[0])
        # A write during the read drops this list, so that the outdated value is not kept.
        begun = self._kept[key] = []
        value = await read()
        begun.append(value)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return value

    def put(self, key: Key, value: object) -> None:
        if self._witness is None:  # changes by other processes would go unnoticed
            return
        self._kept[key] = [value]

    def change(self, key: Key, change: Callable[[Any], object]) -> None:
        kept = self._kept.get(key)
        if kept:
            self.put(key, change(kept[0]))
        else:
            self.forget(key)

    def forget(self, *keys: Key) -> None:
        if not keys:
            self._kept.clear()
        for key in keys:
            self._kept.pop(key, None)

    def _is_current(self) -> bool:
        seen = self._seen  # read once, because the writer's thread can change it
        if self._witness is None or seen is None:
            return False
        if self._looked != seen:
            # All reads until the next iteration share this version, as if made at one moment.
            if self._looked is None:
                asyncio.get_running_loop().call_soon(self._look_again)
            self._looked = self._witness.version()
        return self._looked == seen

    def _look_again(self) -> None:
        self._looked = None


def data_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
