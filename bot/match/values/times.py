"""Time as matches count it: the clock, stretches of time, and paces."""

import time
from collections.abc import Iterable, Iterator
from enum import Enum
from heapq import merge
from typing import NamedTuple, Protocol


class Clock(Protocol):
    """Tells the time; tests bring their own."""

    def now(self) -> int:
        """Seconds since 1970 by the wall clock, which may step."""

    def steady(self) -> float:
        """Seconds since some fixed moment, by a clock that nobody sets."""

    def ahead(self) -> float:
        """Seconds by which people have moved `now` forward on purpose, as in a playground."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Seconds since 1970 by the wall clock, which may step."""
        return int(time.time())

    def steady(self) -> float:
        """Seconds since some fixed moment; on Linux without those in which the machine slept."""
        return time.monotonic()

    def ahead(self) -> float:
        """0: nobody moves the machine's clock on purpose."""
        return 0.0


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


MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
"""In seconds."""


class Pace(Enum):
    """The pace of a match, fixed when it is made; settings and the database store the value."""

    LIVE = "live"
    """For people who sit together."""
    DAY = "day"
    THREE_DAYS = "three days"
    WEEK = "week"
    NONE = "none"
    """No clock: nobody is ever late."""

    @property
    def seconds(self) -> int | None:
        """How many seconds each turn may take; None if there is no clock."""
        return SECONDS[self]


SECONDS = {
    Pace.LIVE: 5 * MINUTE,
    Pace.DAY: DAY,
    Pace.THREE_DAYS: 3 * DAY,
    Pace.WEEK: 7 * DAY,
    Pace.NONE: None,
}


LONG_DOWNTIME = 10 * MINUTE
"""An end that is still to come moves when downtimes have taken at least so many seconds; an end
whose time has come moves by every second."""
