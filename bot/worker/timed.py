"""Time and luck for a search."""

import random  # noqa: TID251 - guesses of a search, and no dice of a match
import time
from collections.abc import Callable


class Timed:
    """A Thinking with so many seconds from now on, and luck of its own from a number."""

    def __init__(
        self, seconds: float, seed: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._until = clock() + seconds
        self.random = random.Random(seed).random  # noqa: S311 - guesses, and no dice of a match
        """See Thinking."""

    def more(self) -> bool:
        """See Thinking."""
        return self._clock() < self._until
