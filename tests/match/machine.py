"""A clock to set and seeds that are known, in place of the machine's own."""

import hashlib


class SetClock:
    """Says what it was told to say. A `time` that is set has passed for everybody."""

    def __init__(self) -> None:
        self.time = 1_700_000_000
        self._passed = 0
        self._unmeant = self.time

    def now(self) -> int:
        """The time that was set."""
        return self.time

    def steady(self) -> float:
        """How much has passed by itself."""
        return float(self._passed)

    def ahead(self) -> float:
        """How much of the time was set."""
        return float(self.time - self._unmeant)

    def passes(self, seconds: int) -> None:
        """Time passes by itself, for every clock."""
        self._passed += seconds
        self.steps(seconds)

    def steps(self, seconds: int) -> None:
        """The clock on the wall goes forward or back, alone: as in a sleep of the machine, too."""
        self.time += seconds
        self._unmeant += seconds


class CountedSeeds:
    """Seeds that a test can know beforehand; counts how many were taken."""

    def __init__(self) -> None:
        self.taken = 0

    def __call__(self) -> bytes:
        """The next one."""
        self.taken += 1
        return seed(self.taken)


def seed(number: int) -> bytes:
    """Seed `number` of a world, from 1."""
    return hashlib.sha256(f"seed {number}".encode()).digest()
