import asyncio
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

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


class Socket:
    shard_id, session_id, sequence, gateway = 0, "before", 1, None

    def __init__(self) -> None:
        self.is_closed = asyncio.Event()

    async def close(self, **_: int) -> None:
        self.is_closed.set()

    async def poll_event(self) -> None:
        await asyncio.Event().wait()


async def test_session_that_ends_while_it_reconnects_does_not_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise two processes would hear a shard's events from then on."""
    client = Client(intents=discord.Intents.none())
    await client._async_setup_hook()
    new, answers = Socket(), asyncio.Event()

    async def from_client(*_: object, **__: object) -> Socket:
        await answers.wait()
        return new

    monkeypatch.setattr(DiscordWebSocket, "from_client", from_client)
    client._reconnect = True
    attempts: list[object] = []
    socket: Any = Socket()
    session = Shard(socket, client, attempts.append)
    client._AutoShardedClient__shards[0] = session  # type: ignore[attr-defined]
    connecting = ShardSessions(client, lambda _: True, lambda _: True)
    reconnecting = asyncio.create_task(session.reidentify(ReconnectWebSocket(0)))
    await asyncio.sleep(0)
    await connecting.disconnect(0)
    answers.set()
    await reconnecting
    async with asyncio.timeout(PATIENCE):
        await new.is_closed.wait()
    assert not attempts
