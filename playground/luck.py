"""Seeded choices: the same seed and names give the same choices on every machine."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

_SPAN = 1 << 64


class Luck:
    """A stream of choices that depends only on its seed and names."""

    def __init__(self, seed: int, *names: object) -> None:
        self._seed = seed
        self._names = names
        self._salt = repr((seed, *map(str, names))).encode()
        self._count = 0

    def child(self, *names: object) -> "Luck":
        """Return an independent stream; drawing from one never affects the other."""
        return Luck(self._seed, *self._names, *names)

    def below(self, limit: int) -> int:
        """Return a number in range(limit)."""
        self._count += 1
        drawn = hashlib.blake2b(self._salt + self._count.to_bytes(8, "big"), digest_size=8)
        return int.from_bytes(drawn.digest(), "big") % limit

    def between(self, low: float, high: float) -> float:
        """Return a number from `low` to below `high`."""
        return low + (high - low) * self.below(_SPAN) / _SPAN

    def chance(self, probability: float) -> bool:
        return self.between(0, 1) < probability

    def pick(self, options: Sequence[T]) -> T:
        """Return an option; all are equally likely. Raise ValueError without options."""
        if not options:
            raise ValueError("there is nothing to pick from")
        return options[self.below(len(options))]

    def weighted(self, options: Mapping[T, float]) -> T:
        """Return a key with the probability in its value. Raise ValueError without options."""
        if not options:
            raise ValueError("there is nothing to pick from")
        point = self.between(0, sum(options.values()))
        for option, weight in options.items():
            point -= weight
            if point < 0:
                return option
        return list(options)[-1]
