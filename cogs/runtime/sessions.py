"""Sessions of single shards, begun and ended while the bot runs.

discord.py begins all its shards at once and keeps them to the end, and publishes no way to add or
drop one. This file alone reaches for what it keeps, and its version is pinned.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket

_log = logging.getLogger(__name__)

KNOWN = 60.0
"""Seconds that Discord may take to send the servers of a shard."""


class ShardSessions:
    """The sessions of a client that begins none by itself."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        owns: Callable[[int], bool],
        reaches: Callable[[int], bool],
    ) -> None:
        self._client = client
        self._state: Any = client._connection  # noqa: SLF001 - see above
        self._all: dict[int, Any] = client._AutoShardedClient__shards  # type: ignore[attr-defined]  # noqa: SLF001
        self._known: set[int] = set()
        """Shards whose servers are known."""
        self._owns = owns
        self._reaches = reaches
        self._interaction: Callable[[Any], None] = self._state.parsers["INTERACTION_CREATE"]
        self._state.parsers["INTERACTION_CREATE"] = self._on_interaction

    @property
    def connected(self) -> frozenset[int]:
        """The shards for which this process has a session, also while it is being resumed."""
        return frozenset(self._known & self._all.keys())

    @property
    def reached(self) -> frozenset[int]:
        """Those of them over which it speaks now."""
        return frozenset(filter(self._reaches, self.connected))

    async def connect(self, shard: int, shards: int) -> None:
        """Begin a session of a shard, and wait until its servers are known."""
        client = self._client
        # One after another: discord.py is ready when all that it was told of are.
        client.shard_count = self._state.shard_count = shards
        self._state.shard_ids = [shard]
        ready = asyncio.create_task(client.wait_for("ready"))
        await asyncio.sleep(0)
        try:
            await client.launch_shard(_gateway(), shard, initial=True)
            # Not before: whoever is not let in is tried again for as long as it takes.
            await asyncio.wait({ready}, timeout=KNOWN)
            if not ready.done():
                _log.warning("Discord did not send all servers of shard %d in time", shard)
        finally:
            ready.cancel()
        self._known.add(shard)

    async def disconnect(self, shard: int) -> None:
        """End it, and forget its servers."""
        self._known.discard(shard)
        session = self._all.pop(shard, None)
        if session is not None:
            await session.disconnect()
        for guild in [one for one in self._client.guilds if one.shard_id == shard]:
            self._state._remove_guild(guild)  # noqa: SLF001 - see above

    def _on_interaction(self, data: Any) -> None:
        """Leave to others what they answer."""
        if self._owns(int(data.get("guild_id") or 0)):
            self._interaction(data)


def _gateway() -> yarl.URL:
    return DiscordWebSocket.DEFAULT_GATEWAY
