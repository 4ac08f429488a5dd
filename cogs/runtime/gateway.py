"""The state of the connection to Discord: of its sessions, and of requests (rest_health.py).

discord.py's `is_ready` stays true after a connection is lost. So each shard's websocket must be
open and have received something recently; Discord answers every heartbeat. discord.py keeps that
time private, and its version is pinned.
"""

import math
import time
from collections.abc import Callable
from typing import Any

import discord

from bot.match.sharding.allotment import shard_of
from cogs.runtime.rest_health import RestHealth

ANSWERED = 20.0
"""Seconds that Discord is allowed to take to answer a heartbeat."""


class Gateway:
    def __init__(
        self,
        client: discord.AutoShardedClient,
        steady: Callable[[], float] = time.perf_counter,
        waits: Callable[[], bool] = lambda: False,
        rest: RestHealth | None = None,
    ) -> None:
        self.rest = RestHealth() if rest is None else rest
        self._client = client
        self._steady = steady
        self._waits = waits
        """Whether other processes hold all shards for now."""
        self.cut: set[int] = set()

    def trouble(self) -> str | None:
        """Return a sentence about why users can't reach the bot, or None if they can."""
        if self._client.is_closed():
            return "The bot has left Discord."
        failing = self.rest.trouble()
        if failing is not None:
            return failing
        if self._waits():
            return None
        if not self._client.is_ready():
            return "The bot has not connected to Discord yet."
        troubles = (self._trouble_of(number) for number in self._client.shards)
        return next((trouble for trouble in troubles if trouble is not None), None)

    def reaches_server(self, guild: int) -> bool:
        """Return whether users in a server can reach the bot; assume so for other processes'
        shards.
        """
        if self._client.is_closed() or not (self._waits() or self._client.is_ready()):
            return False
        number = shard_of(guild, self._client.shard_count or 1)
        return number not in self._client.shards or self.reaches(number)

    def reaches(self, number: int) -> bool:
        """Return whether users on a shard of this process can reach the bot."""
        return self.rest.works and self._trouble_of(number) is None

    def _trouble_of(self, number: int) -> str | None:
        shard = self._client.shards[number]
        if number in self.cut or shard.is_closed():
            return f"Shard {number} has no connection to Discord."
        silent, most = _silence(shard, self._steady())
        if silent > most:
            return f"Discord has said nothing to shard {number} for {silent:.0f} seconds."
        return None


def _silence(shard: Any, now: float) -> tuple[float, float]:
    """Return the seconds since a shard last heard from Discord, and the allowed number."""
    keep_alive = shard._parent.ws._keep_alive  # noqa: SLF001 - there is no public way
    if keep_alive is None:  # still connecting
        return 0.0, math.inf
    received: float = keep_alive._last_recv  # noqa: SLF001 - see above
    return now - received, (keep_alive.interval or 0.0) + ANSWERED
