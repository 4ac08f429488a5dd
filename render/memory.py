"""What was drawn before, by what it was drawn from, in a bounded number of bytes."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class _Entry(Generic[T]):
    __slots__ = ("size", "used", "value")

    def __init__(self, value: T, size: int) -> None:
        self.value = value
        self.size = size
        self.used = False


class Memory(Generic[T]):
    """Values by key. What was not used lately is dropped when they take too much room. Thread-safe.

    A value must depend on its key alone, so that nobody can tell whether it was kept.
    """

    def __init__(self, room: int, weigh: Callable[[T], int]) -> None:
        """`room` is in bytes, and `weigh` gives how many a value takes."""
        self._room = room
        self._weigh = weigh
        self._kept: dict[Hashable, _Entry[T]] = {}
        self._lock = Lock()
        self.size = 0
        """Bytes held."""

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of that key, made if there is none. Two threads may both make it."""
        value = self.find(key)
        if value is None:
            value = make()
            self.keep(key, value)
        return value

    def find(self, key: Hashable) -> T | None:
        """The value of that key; None if there is none."""
        entry = self._kept.get(key)
        if entry is None:
            return None
        entry.used = True
        return entry.value

    def keep(self, key: Hashable, value: T) -> None:
        """Keep the value of a key, and drop others if there is no room for it."""
        entry = _Entry(value, self._weigh(value))
        with self._lock:
            if self._kept.setdefault(key, entry) is not entry:
                return
            self.size += entry.size
            while self.size > self._room:
                self._drop_oldest()

    def _drop_oldest(self) -> None:
        """Drop the oldest value, or let it begin again as the newest if it was used meanwhile."""
        key = next(iter(self._kept))
        entry = self._kept.pop(key)
        if entry.used:
            entry.used = False
            self._kept[key] = entry
        else:
            self.size -= entry.size

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self.size = 0
