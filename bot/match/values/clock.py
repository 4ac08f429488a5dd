"""The time: the port, and the machine's clock."""

import time
from typing import Protocol


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
