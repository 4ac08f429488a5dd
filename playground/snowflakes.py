"""Discord's ids: 64-bit integers that contain their creation time."""

from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
"""2015-01-01T00:00:00Z in milliseconds since the Unix epoch."""


class Snowflakes:
    """A source of unique, increasing ids.

    They also increase across restarts, provided that the clock advances.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> int:
        """Return an id greater than every previous one."""
        self._last = max(self._last + 1, snowflake_at(self._clock()))
        return self._last


def snowflake_at(seconds: float) -> int:
    """Return the smallest id created at a time, given in seconds since the Unix epoch."""
    return (int(seconds * 1000) - DISCORD_EPOCH_MS) << 22


def seconds_of(snowflake: int) -> float:
    """Return an id's creation time in seconds since the Unix epoch."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000


def timestamp(seconds: float) -> str:
    """Return a time in Discord's format: ISO 8601 in UTC with microseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
