import asyncio
from typing import Any

import discord
import pytest

from cogs.runtime import sessions
from cogs.runtime.sessions import ShardSessions
from tests.patience import PATIENCE

SHARDS = 4


class Client(discord.AutoShardedClient):
    """A client to which Discord says READY as soon as it launches a shard."""

    async def launch_shard(self, gateway: object, shard_id: int, *, initial: bool = False) -> None:  # noqa: ARG002 - as in discord.py
        self.begin(shard_id)

    def begin(self, shard: int) -> None:
        user = {"id": "1", "username": "Salud", "discriminator": "0", "avatar": None}
        ready: Any = {
            "shard": [shard, SHARDS],
            "user": user,
            "application": {"id": "1", "flags": 0},
            "guilds": [],
        }
        self._connection.parsers["READY"](ready)


async def test_sessions_that_began_together_delay_no_later_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord often asks all sessions to reconnect together, and some can't be resumed."""
    monkeypatch.setattr(sessions, "KNOWN", PATIENCE)
    client = Client(intents=discord.Intents.none(), guild_ready_timeout=0.01)
    await client._async_setup_hook()
    connecting = ShardSessions(client, lambda _: True, lambda _: True)
    await connecting.connect(0, SHARDS)
    client.begin(0)
    client.begin(1)
    async with asyncio.timeout(PATIENCE / 2):
        await connecting.connect(2, SHARDS)
    assert client.is_ready()
    assert "in time" not in caplog.text
