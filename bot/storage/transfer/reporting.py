"""What whoever waits for a copy sees of it."""

import time
from collections.abc import Callable

EVERY = 5.0
"""Seconds between two lines about one table."""


class Reporter:
    """Says a line for each thing that is done, and now and then one about what takes long."""

    def __init__(
        self, tell: Callable[[str], None], steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.tell = tell
        self._steady = steady
        self._last = steady()

    def begin(self, line: str) -> None:
        """Something begins."""
        self.tell(line)
        self._last = self._steady()

    def goes_on(self, what: str, done: int, total: int, of: str) -> None:
        """So many are done; said if nothing was said for a while."""
        if self._steady() - self._last >= EVERY:
            self._say(what, done, total, of)

    def is_done(self, what: str, done: int, total: int, of: str) -> None:
        """All are done."""
        self._say(what, done, total, of)

    def _say(self, what: str, done: int, total: int, of: str) -> None:
        self._last = self._steady()
        self.tell(f"  {what:<14} {done:>13,} of {total:,} {of}")
