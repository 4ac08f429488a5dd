"""Bounded memories of what was drawn before, by what it was drawn from; one keeps pictures."""

from collections.abc import Callable, Hashable
from functools import partial, wraps
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

from render.picture import Picture
from render.typography.runs import FONTS

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


ROOM = 2_000_000
"""How many bytes of pictures are kept at most: some forty boards."""
P = ParamSpec("P")

DRAWN: Memory[Picture] = Memory(ROOM, lambda picture: len(picture.data) + 2 * len(picture.alt))
FONTS.when_changed(DRAWN.clear)


def remembered(draw: Callable[P, Picture]) -> Callable[P, Picture]:
    """`draw`, but a picture that was drawn lately from equal arguments comes from memory.

    All arguments must be hashable but for lists, which count as tuples.
    """

    @wraps(draw)
    def found(*args: P.args, **kwargs: P.kwargs) -> Picture:
        named = tuple((name, _frozen(value)) for name, value in kwargs.items())
        key = _Key((draw, *map(_frozen, args), *named))
        return DRAWN.get(key, partial(draw, *args, **kwargs))

    return found


class _Key:
    """Facts that are hashed once, as a whole table of dice takes its time."""

    __slots__ = ("_facts", "_hash")

    def __init__(self, facts: tuple[Hashable, ...]) -> None:
        self._facts = facts
        self._hash = hash(facts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._facts == other._facts


def _frozen(value: object) -> Hashable:
    return tuple(value) if isinstance(value, list) else value
