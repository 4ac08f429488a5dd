"""Stretches of time, and when a clock that stands still in them has run down."""

from collections.abc import Iterable, Iterator
from heapq import merge
from typing import NamedTuple


class Span(NamedTuple):
    """From `start` until before `end`, in seconds since 1970."""

    start: int
    end: int


def runs_down(start: int, seconds: int, still: Iterable[Span]) -> int:
    """When a clock that starts at `start` has run for `seconds`.

    It stands still in the spans `still`, which are ordered by start and may overlap, touch or be
    empty. They may be endless: only as many are read as matter.
    """
    now, left = start, seconds
    for span in still:
        if now + left <= span.start:
            break
        if span.end > now:
            left -= max(span.start - now, 0)
            now = span.end
    return now + left


def has_run(start: int, end: int, still: Iterable[Span]) -> int:
    """For how many seconds a clock that starts at `start` has run by `end`; `still` as above."""
    now, total = start, 0
    for span in still:
        if span.start >= end:
            break
        if span.end > now:
            total += max(span.start - now, 0)
            now = span.end
    return total + max(end - now, 0)


def in_order(*kinds: Iterable[Span]) -> Iterator[Span]:
    """All these spans ordered by start, as each of the kinds is already."""
    return merge(*kinds)
