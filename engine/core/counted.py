"""A search with a fixed number of samples, for results that don't depend on the machine's speed."""

import hashlib

_NUMBER, _BITS = 8, 53
"""Bytes of a number, and how many bits a float can hold."""


class Counted:
    """Thinking for `samples` samples.

    Its random numbers follow from the seed alone, so they are the same on every machine and in
    every version of Python.
    """

    def __init__(self, samples: int, seed: bytes) -> None:
        self._left = samples
        self._seed = seed
        self._block = 0
        self._numbers: list[float] = []

    def more(self) -> bool:
        self._left -= 1
        return self._left >= 0

    def random(self) -> float:
        if not self._numbers:
            self._numbers = self._drawn()
        return self._numbers.pop()

    def _drawn(self) -> list[float]:
        drawn = hashlib.blake2b(self._seed + self._block.to_bytes(8, "big")).digest()
        self._block += 1
        shift = 8 * _NUMBER - _BITS
        return [
            (int.from_bytes(drawn[at : at + _NUMBER], "big") >> shift) / (1 << _BITS)
            for at in range(0, len(drawn), _NUMBER)
        ]
