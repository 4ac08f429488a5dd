"""Time in matches: the clock, spans of time, and paces."""

import time
from collections.abc import Iterable, Iterator
from enum import Enum
from heapq import merge
from typing import NamedTuple, Protocol


class Clock(Protocol):
    """A source of time; tests have their own."""

    def now(self) -> int:
        """Return seconds since 1970 by the wall clock, which can step."""

    def steady(self) -> float:
        """Return seconds since a fixed moment, by a clock that can't be set."""

    def ahead(self) -> float:
        """Return the seconds by which users have moved `now` forward on purpose, as in a
        playground.
        """


class SystemClock:
    def now(self) -> int:
        return int(time.time())

    def steady(self) -> float:
        """Return seconds since a fixed moment, on Linux without those in which the machine
        slept.
        """
        return time.monotonic()

    def ahead(self) -> float:
        return 0.0


class Span(NamedTuple):
    """From `start` until before `end`, in seconds since 1970."""

    start: int
    end: int


def runs_down(start: int, seconds: int, still: Iterable[Span]) -> int:
    """Return when a clock that starts at `start` has run for `seconds`.

    It stops in the spans `still`, which are ordered by start and can overlap, touch, be empty or
    never end: only the necessary ones are read.
    """
    now, left = start, seconds
    for span in still:
        if now + left <= span.start:
            break
        if span.end > now:
            left -= max(span.start - now, 0)
            now = span.end
    return now + left


def up_to(still: Iterable[Span], end: int) -> tuple[Span, ...]:
    """Return the parts of the spans before `end`, in their order."""
    return tuple(Span(span.start, min(span.end, end)) for span in still if span.start < end)


def has_run(start: int, end: int, still: Iterable[Span]) -> int:
    """Return for how many seconds a clock that starts at `start` has run by `end`; `still` as in
    `runs_down`.
    """
    now, total = start, 0
    for span in still:
        if span.start >= end:
            break
        if span.end > now:
            total += max(span.start - now, 0)
            now = span.end
    return total + max(end - now, 0)


def minus(spans: Iterable[Span], without: Iterable[Span]) -> tuple[Span, ...]:
    """Return the parts of the spans outside of `without`, ordered by start; `without` is, too."""
    holes, parts = tuple(without), list[Span]()
    for start, end in spans:
        for hole in holes:
            if start < hole.start < end:
                parts.append(Span(start, hole.start))
            if hole.start < end:
                start = max(start, hole.end)
        if start < end:
            parts.append(Span(start, end))
    return tuple(sorted(parts))


def first_of(spans: Iterable[Span], seconds: int) -> Iterator[Span]:
    """Return the spans, ordered by start, until they have lasted for this time together."""
    now = 0
    for span in spans:
        start = max(now, span.start)
        end = min(span.end, start + seconds)
        if start < end:
            yield Span(start, end)
            seconds -= end - start
        now = max(now, span.end)


def in_order(*kinds: Iterable[Span]) -> Iterator[Span]:
    """Merge spans that are each ordered by start."""
    return merge(*kinds)


MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
"""In seconds."""


class Pace(Enum):
    """The pace of a match, fixed at its creation; settings and the database store the value."""

    LIVE = "live"
    DAY = "day"
    THREE_DAYS = "three days"
    WEEK = "week"
    NONE = "none"

    @property
    def seconds(self) -> int | None:
        return SECONDS[self]


SECONDS = {
    Pace.LIVE: 5 * MINUTE,
    Pace.DAY: DAY,
    Pace.THREE_DAYS: 3 * DAY,
    Pace.WEEK: 7 * DAY,
    Pace.NONE: None,
}


LONG_DOWNTIME = 10 * MINUTE
"""The end of a round or of check-in moves only if downtimes delay it by at least this many seconds,
or if it has already come.
"""
