"""Stretches of time, and when a clock that stands still in some of them has run down."""

from collections.abc import Iterable, Iterator
from heapq import merge
from typing import NamedTuple


class Span(NamedTuple):
    """From `start` until before `end`, in seconds since 1970."""

    start: int
    end: int


def runs_down(start: int, seconds: int, still: Iterable[Span]) -> int:
    """When a clock that is started at `start` has run for `seconds`.

    It stands still in these spans, which may overlap, touch or be empty, and which come in the
    order of their starts; of endless spans only as many are read as matter.
    """
    now, left = start, seconds
    for span in still:
        if now + left <= span.start:
            break
        if span.end > now:
            left -= max(span.start - now, 0)
            now = span.end
    return now + left


def in_order(*kinds: Iterable[Span]) -> Iterator[Span]:
    """All these spans by their starts; each of the kinds is in that order already."""
    return merge(*kinds)
