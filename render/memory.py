"""Bounded caches of drawing results, keyed by everything that the result depends on.

Drawing a board takes five to twenty milliseconds of CPU time, and the same board is often needed
again: a player opens it twice, a message is refreshed, or both players look at the same position.
Most of a board's dice and panels also stay the same from one move to the next.

`functools.lru_cache` counts entries, but here the size of an entry varies from a hundred bytes to a
hundred kilobytes. The operator must be able to rely on an upper bound in bytes, so `Memory` weighs
each value and evicts until the total fits. The weight includes the key, which can name a whole
table of dice; measured averages stand for its size.

Eviction is "second chance": new values join the end of a queue, and a value that reaches the front
goes back to the end if it was used since it last joined. That approximates least recently used, but
a lookup only sets a flag. So lookups need no lock, although several threads draw at the same time.

A value must be a function of its key alone. Otherwise one viewer could get a picture that was drawn
for another, or with a font that is no longer in use. When the fonts change, the caches of drawn
text are cleared.
"""

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
    """A thread-safe cache, limited in bytes, that drops values which were not used recently."""

    def __init__(self, room: int, weigh: Callable[[T], int]) -> None:
        self._room = room
        self._weigh = weigh
        self._kept: dict[Hashable, _Entry[T]] = {}
        self._lock = Lock()
        self.size = 0

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of the key, making it if necessary. Two threads can both make the same
        value.
        """
        value = self.find(key)
        if value is None:
            value = make()
            self.keep(key, value)
        return value

    def find(self, key: Hashable) -> T | None:
        entry = self._kept.get(key)
        if entry is None:
            return None
        entry.used = True
        return entry.value

    def keep(self, key: Hashable, value: T) -> None:
        entry = _Entry(value, self._weigh(value))
        with self._lock:
            if self._kept.setdefault(key, entry) is not entry:
                return
            self.size += entry.size
            while self.size > self._room:
                self._drop_oldest()

    def _drop_oldest(self) -> None:
        """Drop the oldest value, or requeue it as the newest if it was used in the meantime."""
        key = next(iter(self._kept))
        entry = self._kept.pop(key)
        if entry.used:
            entry.used = False
            self._kept[key] = entry
        else:
            self.size -= entry.size

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.size = 0


ROOM = 1_000_000
"""Maximum number of bytes for pictures: about fifteen boards."""
_KEY = 10_000
"""Bytes of a key: everything that a board shows."""
P = ParamSpec("P")

DRAWN: Memory[Picture] = Memory(
    ROOM, lambda picture: len(picture.data) + 2 * len(picture.alt) + _KEY
)
FONTS.when_changed(DRAWN.clear)


def remembered(draw: Callable[P, Picture]) -> Callable[P, Picture]:
    """Cache the pictures of `draw` by its arguments.

    Arguments must be hashable, except for lists, which count as tuples.
    """

    @wraps(draw)
    def found(*args: P.args, **kwargs: P.kwargs) -> Picture:
        named = tuple((name, _frozen(value)) for name, value in kwargs.items())
        key = _Key((draw, *map(_frozen, args), *named))
        return DRAWN.get(key, partial(draw, *args, **kwargs))

    return found


class _Key:
    """A key whose hash is computed only once, because hashing a table of dice is slow."""

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
