"""Time and luck for a search."""

import random  # noqa: TID251 - guesses of a search, and no dice of a match
import time
from collections.abc import Callable


class Timed:
    def __init__(
        self, seconds: float, seed: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._until = clock() + seconds
        self.random = random.Random(seed).random  # noqa: S311 - for a search, not for dice of a match

    def more(self) -> bool:
        return self._clock() < self._until
