"""The caches of drawings, for tests that compare cached drawing with drawing from scratch."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from statistics import fmean
from typing import Any
from unittest.mock import patch

from render.indexed import PARTS
from render.memory import DRAWN, Memory
from render.png import BANDS


def forget() -> None:
    for memory in (DRAWN, PARTS, BANDS):
        memory.clear()


def without_cache() -> AbstractContextManager[object]:
    """Make every look-up miss."""
    return patch.object(Memory, "find", lambda _memory, _key: None)


@contextmanager
def counted_hits() -> Iterator[Callable[[Memory[Any]], float]]:
    """Count look-ups, starting with empty caches; yield the share of hits in a cache."""
    hits: dict[int, list[bool]] = {}
    find = Memory.find

    def counting_find(memory: Memory[object], key: Hashable) -> object:
        value = find(memory, key)
        hits.setdefault(id(memory), []).append(value is not None)
        return value

    forget()
    with patch.object(Memory, "find", counting_find):
        yield lambda memory: fmean(hits[id(memory)])
