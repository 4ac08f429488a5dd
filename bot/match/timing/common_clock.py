"""The clock by which processes that share a database agree on times: the database's own.

Clocks of machines differ. If each process compared leases and notes with its own clock, one that
lags would read them as times in the future. So the times that processes compare with each other
come from the database's clock, read inside the transaction that uses them: an earlier reading can
be older than another process's latest commit.

Times in matches stay those of the process, which is why a process whose clock is far from the
database's must not handle matches beside others. Each reading therefore compares the two clocks.
The process's clock is read before and after the database's, because a busy database can take
seconds to answer. The part of the difference that this delay can't explain is certain.

SQLite has no clock but the machine's, which all of its processes share.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.match.values.times import Clock
from bot.storage.base.connection import Connection

_log = logging.getLogger(__name__)

APART = 3
"""Certain difference in seconds from which an operator is warned. Clocks count whole seconds, so
each difference of 4 seconds is certain to at least 3.
"""
AGREED = 1
"""Certain difference in seconds up to which a warning is over."""


@dataclass(frozen=True, slots=True)
class Reading:
    now: int
    """By the common clock, in seconds since 1970."""
    own: int
    """By the clock of this process, read before."""
    elapsed: float
    """Seconds since a fixed moment by a clock that can't be set, read before."""


class CommonClock:
    """`read` returns the time of the database's clock in seconds since 1970, or None if it has
    none but the machine's.
    """

    def __init__(
        self, clock: Clock, read: Callable[[Connection], float | None] = lambda _: None
    ) -> None:
        self._clock = clock
        self._read = read
        self.difference: int | None = None
        """Seconds by which this process's clock is certainly ahead of the database's, or behind if
        negative. None until both have been compared.
        """
        self._warned = False

    def elapsed(self) -> float:
        return self._clock.steady() + self._clock.ahead()

    def read(self, connection: Connection) -> Reading:
        """Read the common clock, and compare this process's clock with it.

        Call it inside the transaction that uses the time. Raise the database's own errors.
        """
        own, elapsed = self._clock.now(), self.elapsed()
        exact = self._read(connection)
        if exact is None:
            return Reading(own, own, elapsed)
        # In a playground people move all clocks but the database's.
        exact += self._clock.ahead()
        after = self._clock.now() + 1  # `now` cuts to whole seconds
        self._compare(max(own - exact, 0.0) - max(exact - after, 0.0))
        return Reading(int(exact), own, elapsed)

    @property
    def is_apart(self) -> bool:
        return abs(self.difference or 0) >= APART

    @property
    def remark(self) -> str | None:
        """A sentence for the operator if the clocks differ, otherwise None."""
        return f"{self._described()} Set both machines by NTP." if self.is_apart else None

    def _compare(self, certain: float) -> None:
        self.difference = int(certain)
        if self.is_apart and not self._warned:
            self._warned = True
            _log.warning("%s Set both machines by NTP", self._described())
        elif self._warned and abs(self.difference) <= AGREED:
            self._warned = False
            _log.info("This machine's clock agrees with the database's again")

    def _described(self) -> str:
        seconds = self.difference or 0
        side = "ahead of" if seconds > 0 else "behind"
        return f"This machine's clock is at least {abs(seconds)} seconds {side} the database's."
