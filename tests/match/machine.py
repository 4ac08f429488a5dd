"""A clock that tests set, and predictable seeds, in place of the machine's own."""

import hashlib


class SetClock:
    """A wall clock that returns `time`, and a steady clock. Setting `time` counts as time that
    passed.
    """

    def __init__(self) -> None:
        self.time = 1_700_000_000
        self._passed = 0
        self._unmeant = self.time

    def now(self) -> int:
        return self.time

    def steady(self) -> float:
        """Return the seconds that passed without `time` being set."""
        return float(self._passed)

    def ahead(self) -> float:
        """Return the seconds by which `time` was set forward."""
        return float(self.time - self._unmeant)

    def passes(self, seconds: int) -> None:
        """Let seconds pass for the wall clock and the steady clock."""
        self._passed += seconds
        self.steps(seconds)

    def steps(self, seconds: int) -> None:
        """Move only the wall clock, forward or back, as when the machine sleeps."""
        self.time += seconds
        self._unmeant += seconds


class CountedSeeds:
    """Seeds that a test can predict; counts how many were taken."""

    def __init__(self) -> None:
        self.taken = 0

    def __call__(self) -> bytes:
        self.taken += 1
        return seed(self.taken)


def seed(number: int) -> bytes:
    """Return seed `number` of a world, from 1."""
    return hashlib.sha256(f"seed {number}".encode()).digest()
