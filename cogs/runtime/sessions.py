"""Gateway sessions of single shards, started and ended while the bot runs.

discord.py starts all its shards together and keeps them to the end, without a public way to add or
drop one. This module therefore uses private attributes of discord.py, whose version is pinned.
"""

import asyncio
import logging
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket

_log = logging.getLogger(__name__)

KNOWN = 60.0
"""Maximum seconds to wait for a shard's servers."""
HELLO = 10.0
"""Maximum seconds to wait for the gateway's first message."""
PAUSE = 5.0
"""Seconds between two attempts to connect again."""


class SteadyBackoff:
    """Pauses between attempts to connect again that don't grow.

    Those of discord.py grow to 17 minutes, so a bot would stay away long after Discord is back. All
    sessions of a process also wait during such a pause. A failed attempt is cheap: Discord limits
    sessions that begin.
    """

    def delay(self) -> float:
        return PAUSE


class ShardSessions:
    """Sessions of a client that does not start any on its own."""

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
        self._owns = owns
        self._reaches = reaches
        self._interaction: Callable[[Any], None] = self._state.parsers["INTERACTION_CREATE"]
        self._state.parsers["INTERACTION_CREATE"] = self._on_interaction

    @property
    def connected(self) -> frozenset[int]:
        return frozenset(self._known & self._all.keys())

    @property
    def reached(self) -> frozenset[int]:
        return frozenset(filter(self._reaches, self.connected))

    @property
    def heard(self) -> frozenset[int]:
        return frozenset(filter(self._reaches, tuple(self._all)))

    async def is_reachable(self) -> bool:
        try:
            async with asyncio.timeout(HELLO):
                socket = await self._client.http.ws_connect(str(_gateway()))
                try:
                    message = await socket.receive()
                finally:
                    await socket.close()
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            _log.debug("The gateway can't be reached: %r", error)
            return False
        return message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY)

    async def connect(self, shard: int, shards: int) -> None:
        client = self._client
        client.shard_count = self._state.shard_count = shards
        self._state.shard_ids = [shard]
        # If two sessions begin together, discord.py keeps both in this list and never says “ready”
        # again. So wait for this shard alone, and let none of the earlier ones stay.
        self._state._ready_tasks.clear()  # noqa: SLF001 - see above
        is_this = partial(operator.eq, shard)
        ready = asyncio.create_task(client.wait_for("shard_ready", check=is_this))
        await asyncio.sleep(0)
        try:
            await client.launch_shard(_gateway(), shard, initial=True)
            # The time limit starts here, because waiting for Discord to admit the session has none.
            await asyncio.wait({ready}, timeout=KNOWN)
            if not ready.done():
                _log.warning("Discord did not send all servers of shard %d in time", shard)
        except asyncio.CancelledError:  # the lease is gone, but the session can have begun
            await self.disconnect(shard)
            raise
        finally:
            ready.cancel()
        self._known.add(shard)

    async def disconnect(self, shard: int) -> None:
        self._known.discard(shard)
        session = self._all.pop(shard, None)
        if session is not None:
            # discord.py can be connecting it again at this moment, and would keep the new session.
            session.launch = partial(_end, session)
            session._queue_put = _forget  # noqa: SLF001 - see above
            await session.disconnect()
        for guild in [guild for guild in self._client.guilds if guild.shard_id == shard]:
            self._state._remove_guild(guild)  # noqa: SLF001 - see above

    def _on_interaction(self, data: Any) -> None:
        """Ignore interactions that other processes answer."""
        if self._owns(int(data.get("guild_id") or 0)):
            self._interaction(data)


def _end(session: Any) -> None:
    ending = asyncio.create_task(session.ws.close(code=1000), name="salud-ending-session")
    session._task = ending  # noqa: SLF001 - see above


def _forget(_attempt: object) -> None:
    return


def _gateway() -> yarl.URL:
    return DiscordWebSocket.DEFAULT_GATEWAY
