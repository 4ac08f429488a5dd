"""One change at a time: locks within this process, and another try after a Conflict with others."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.match.log.store_errors import Conflict

T = TypeVar("T")
TRIES = 5
"""How often a change is decided again when another process was faster."""


class KeyedLocks:
    """A lock for each key, kept for as long as a task holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: int) -> asyncio.Lock:
        """Return the lock of a key."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock


async def retried(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return the result of `attempt`, which reads, decides and writes; call it again on Conflict.

    Raises Conflict if others are faster every time.
    """
    for _ in range(TRIES - 1):
        try:
            return await attempt()
        except Conflict:
            continue
    return await attempt()
