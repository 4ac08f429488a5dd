"""Whether the bot is connected to Discord: discord.py's `is_ready` stays true once it was.

Each shard's websocket must be open, and Discord must have sent something over it lately: it
answers every heartbeat. discord.py doesn't publish when that was, so this file alone reads private
attributes of it, and its version is pinned.
"""

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from bot.match.sharding.allotment import shard_of

ANSWERED = 20.0
"""Seconds that Discord may take to answer a heartbeat."""


class Sharded(Protocol):
    """The part of the client that is used here."""

    @property
    def shards(self) -> Mapping[int, Any]:
        """Its shards by their numbers."""

    @property
    def shard_count(self) -> int | None:
        """The number of shards of all processes."""

    def is_ready(self) -> bool:
        """Whether it has ever been connected."""

    def is_closed(self) -> bool:
        """Whether it has left."""


class Gateway:
    """The connections of all shards."""

    def __init__(
        self,
        client: Sharded,
        steady: Callable[[], float] = time.perf_counter,
        waits: Callable[[], bool] = lambda: False,
    ) -> None:
        self._client = client
        self._steady = steady
        self._waits = waits
        """Whether other processes have all shards for now."""
        self.cut: set[int] = set()
        """Shards that have lost their connection and not resumed it."""

    def trouble(self) -> str | None:
        """Why people can't reach the bot, in a sentence; None if they can."""
        if self._client.is_closed():
            return "The bot has left Discord."
        if self._waits():
            return None
        if not self._client.is_ready():
            return "The bot has not connected to Discord yet."
        found = (self._trouble_of(number) for number in self._client.shards)
        return next((trouble for trouble in found if trouble is not None), None)

    def reaches_server(self, guild: int) -> bool:
        """Return whether people in a server can reach the bot.

        A server on a shard of another process counts as reached.
        """
        if self._client.is_closed() or not (self._waits() or self._client.is_ready()):
            return False
        number = shard_of(guild, self._client.shard_count or 1)
        return number not in self._client.shards or self.reaches(number)

    def reaches(self, number: int) -> bool:
        """Whether Discord speaks to the bot over a shard that it has."""
        return self._trouble_of(number) is None

    def _trouble_of(self, number: int) -> str | None:
        shard = self._client.shards[number]
        if number in self.cut or shard.is_closed():
            return f"Shard {number} has no connection to Discord."
        silent, most = _silence(shard, self._steady())
        if silent > most:
            return f"Discord has said nothing to shard {number} for {silent:.0f} seconds."
        return None


def _silence(shard: Any, now: float) -> tuple[float, float]:
    """For how many seconds Discord has sent a shard nothing, and how many are allowed."""
    keep_alive = shard._parent.ws._keep_alive  # noqa: SLF001 - there is no public way
    if keep_alive is None:  # still connecting
        return 0.0, math.inf
    heard: float = keep_alive._last_recv  # noqa: SLF001 - see above
    return now - heard, (keep_alive.interval or 0.0) + ANSWERED
