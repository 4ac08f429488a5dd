"""Thinking with a fixed number of looks and reproducible luck."""

import random  # noqa: TID251 - luck to think with, which no match has


class Looks:
    """A Thinking that ends after this many looks."""

    def __init__(self, many: int, seed: int = 1) -> None:
        self._left = many
        self.random = random.Random(seed).random  # noqa: S311

    def more(self) -> bool:
        self._left -= 1
        return self._left >= 0
