"""Whether people can reach the bot, as its shards know it."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.runtime.gateway import ANSWERED, Gateway


class Client:
    """Two shards with heartbeats every 40 seconds."""

    def __init__(self) -> None:
        self.ready = True
        self.left = False
        self.shard_count = 2
        self.shards: dict[int, Any] = {number: shard() for number in (0, 1)}

    def is_ready(self) -> bool:
        """As in discord.py: true for ever after the first time."""
        return self.ready

    def is_closed(self) -> bool:
        """Whether the bot has left."""
        return self.left


def shard() -> Any:
    """One that is connected, and heard something at 100."""
    keep_alive = SimpleNamespace(_last_recv=100.0, interval=40.0)
    ws = SimpleNamespace(_keep_alive=keep_alive, open=True)
    return SimpleNamespace(_parent=SimpleNamespace(ws=ws), is_closed=lambda: not ws.open)


@pytest.fixture
def client() -> Client:
    """It is connected."""
    return Client()


def trouble(client: Client, now: float = 100.0, cut: int | None = None) -> str | None:
    """What is said at that time."""
    gateway = Gateway(client, lambda: now)
    if cut is not None:
        gateway.cut.add(cut)
    return gateway.trouble()


def test_all_is_well(client: Client) -> None:
    """As long as Discord answers heartbeats."""
    assert trouble(client) is None
    assert trouble(client, 100.0 + 40 + ANSWERED) is None


def test_one_shard_is_cut(client: Client) -> None:
    """Its servers can't be reached, and those of other shards can."""
    gateway = Gateway(client, lambda: 100.0)
    on_first, on_second = 6 << 22, 7 << 22
    assert gateway.reaches_server(on_first)
    assert gateway.reaches_server(on_second)
    gateway.cut.add(1)
    assert gateway.reaches_server(on_first)
    assert not gateway.reaches_server(on_second)
    del client.shards[1]
    assert gateway.reaches_server(on_second), "another process has it"
    client.ready = False
    assert not gateway.reaches_server(on_first)


def test_discord_falls_silent(client: Client) -> None:
    """The way is cut, and no end of it has reached us."""
    client.shards[0]._parent.ws._keep_alive._last_recv = 150.0
    said = trouble(client, 100.0 + 40 + ANSWERED + 1)
    assert said == "Discord has said nothing to shard 1 for 61 seconds."


def test_a_connection_that_is_lost(client: Client) -> None:
    """By what the websocket knows, and by what discord.py has said."""
    said = "Shard 1 has no connection to Discord."
    assert trouble(client, cut=1) == said
    client.shards[1]._parent.ws.open = False
    assert trouble(client) == said
    client.shards[1]._parent.ws._keep_alive = None
    assert trouble(client) == said


def test_before_and_after(client: Client) -> None:
    """It has not come yet, or has left."""
    client.ready = False
    assert trouble(client) == "The bot has not connected to Discord yet."
    client.left = True
    assert trouble(client) == "The bot has left Discord."
