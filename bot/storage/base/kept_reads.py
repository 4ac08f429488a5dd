"""What was read and can't have changed since: it is not read again.

A kept read is good until this process writes something that may change it, or another process
writes anything at all. A write says what it changes; one that says nothing changes everything.
"""

import asyncio
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

T = TypeVar("T")
Key = tuple[str, int]
"""What was read, and of which match, server or user."""

MOST = 4096
"""How many reads are kept."""


@dataclass(eq=False, slots=True)
class _Kept:
    value: Any = None
    is_known: bool = False


class Witness:
    """A connection that sees every commit to the database, by any process.

    The event loop and the writer's thread share it, because versions of two connections can't be
    compared. sqlite3 keeps one compiled statement for both: from Python 3.12 on, a thread that
    executes it resets it under the other one, which then fetches no row. Hence the lock.
    """

    def __init__(self, address: str) -> None:
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = sqlite3.connect(
            address, uri=True, isolation_level=None, timeout=0, check_same_thread=False
        )

    def version(self) -> int | None:
        """Return a number that changes with each commit; None if it is unknown or after `close`.

        SQLite finds the number in shared memory: this waits neither for the disk nor for a writer,
        at most for the other thread's look, which takes microseconds.
        """
        with self._lock:
            if self._connection is None:
                return None
            try:
                return data_version(self._connection)
            except sqlite3.Error:
                return None

    def close(self) -> None:
        """Close the connection, after the other thread's look if there is one."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()


class KeptReads:
    """The reads of one open database."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._witness: Witness | None = None
        self._seen: int | None = None
        """What the witness saw when the latest commit of this process was the latest of all."""
        self._others: int | None = None
        """The writing connection's version: it changes with the commits of others alone."""
        self._outdated = False
        self._looked: int | None = None
        """What the witness saw in this iteration of the event loop; None before it was asked."""

    def watch(self, witness: Witness, writing: sqlite3.Connection) -> None:
        """Begin with a database that was just opened; call it where `writing` may be used."""
        self._outdated = True  # the event loop forgets; this thread must not touch what it keeps
        self._witness = witness
        self.committed(writing)

    def stop(self) -> None:
        """Keep nothing from now on."""
        self.forget()
        if self._witness is not None:
            self._witness.close()
        self._witness = None

    def committed(self, writing: sqlite3.Connection) -> None:
        """Note that this process has committed; called in the writer's thread."""
        witness = self._witness  # the event loop may stop and watch meanwhile
        if witness is None:
            return
        # In this order: a commit of another process in between is seen by the next look.
        seen = witness.version()
        try:
            others = data_version(writing)
        except sqlite3.Error:  # it was committed all the same
            seen = others = None
        if others is None or others != self._others:
            self._others = others
            self._outdated = True
        # Last: a loop that sees the new version must also see that its reads are outdated.
        self._seen = seen

    async def get(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        """The kept value of a read, or what `read` gives, which is kept."""
        is_current = self._is_current()
        if self._outdated:  # asked last, because the writer's thread sets it first
            self._outdated = False
            self.forget()
        if not is_current:
            return await read()
        kept = self._kept.get(key)
        if kept is not None and kept.is_known:
            self._kept.move_to_end(key)
            return cast("T", kept.value)
        # What drops the key meanwhile drops this entry, and then its value is not kept.
        begun = self._kept[key] = _Kept()
        begun.value = value = await read()
        begun.is_known = True
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return value

    def put(self, key: Key, value: object) -> None:
        """Keep what a write has just made true."""
        if self._witness is None:  # nobody would see that others have changed it
            return
        self._kept[key] = _Kept(value, is_known=True)

    def change(self, key: Key, change: Callable[[Any], object]) -> None:
        """Keep what a write has made of the value, if that is kept."""
        kept = self._kept.get(key)
        if kept is not None and kept.is_known:
            self.put(key, change(kept.value))
        else:
            self.forget(key)

    def forget(self, *keys: Key) -> None:
        """Keep these no longer; without any, keep nothing."""
        if not keys:
            self._kept.clear()
        for key in keys:
            self._kept.pop(key, None)

    def _is_current(self) -> bool:
        """Whether nobody has committed since the latest commit of this process."""
        seen = self._seen  # once: the writer's thread may change it meanwhile
        if self._witness is None or seen is None:
            return False
        if self._looked != seen:
            # Until the loop has looked for news from outside, all is read as of one moment.
            if self._looked is None:
                asyncio.get_running_loop().call_soon(self._look_again)
            self._looked = self._witness.version()
        return self._looked == seen

    def _look_again(self) -> None:
        self._looked = None


def data_version(connection: sqlite3.Connection) -> int:
    """SQLite's number that changes when another connection has committed."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
