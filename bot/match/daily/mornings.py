"""Servers that have the table of the day before posted in a channel, once a day."""

from dataclasses import dataclass
from typing import Protocol

from bot.match.values.days import Day


@dataclass(frozen=True, slots=True)
class Morning:
    """Where a server has its table posted."""

    guild: int
    channel: int
    told: Day
    """The latest day that was told, or that need not be told."""


class MorningStore(Protocol):
    """Stores that. Each write is one transaction, on disk when it returns."""

    async def morning(self, guild: int) -> Morning | None:
        """Where a server has it; None if it has none."""

    async def put_morning(self, new: Morning) -> Morning:
        """Post it in this channel from now on; gives what holds.

        `told` counts only where the server had none before.
        """

    async def drop_morning(self, guild: int) -> None:
        """Post none any more."""

    async def mornings_due(self, day: Day, now: int, pause: int) -> tuple[int, ...]:
        """Servers that have not been told of a day, and were not tried in the last `pause` seconds.

        Those that are furthest behind come first.
        """

    async def claim_morning(self, guild: int, day: Day, now: int, pause: int) -> Morning | None:
        """Claim the right to tell one of these; None if another process was faster."""

    async def note_morning(self, told: Morning, day: Day) -> None:
        """Note that a server was told of a day, or that it need not be."""
