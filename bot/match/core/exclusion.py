"""One change at a time: locks within a process, and retries after a Conflict with others."""

import asyncio
from collections.abc import Hashable, Iterator
from contextlib import suppress
from weakref import WeakValueDictionary

from bot.match.log.store_errors import Conflict

TRIES = 5


class KeyedLocks:
    """A lock for each key, kept while a task holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: Hashable) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock


def attempts() -> Iterator[suppress]:
    """Yield the contexts of TRIES attempts, each of which reads, decides and writes.

    A context swallows Conflict, so that the loop continues. After the last one, raise Conflict.
    """
    return (suppress(Conflict) for _ in range(TRIES))
