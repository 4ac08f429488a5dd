"""Whether users can reach the bot, judged by its shards."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.runtime.gateway import ANSWERED, Gateway


class Client:
    def __init__(self) -> None:
        self.ready = True
        self.left = False
        self.shard_count = 2
        self.shards: dict[int, Any] = {number: shard() for number in (0, 1)}

    def is_ready(self) -> bool:
        return self.ready

    def is_closed(self) -> bool:
        return self.left


def shard() -> Any:
    keep_alive = SimpleNamespace(_last_recv=100.0, interval=40.0)
    ws = SimpleNamespace(_keep_alive=keep_alive, open=True)
    return SimpleNamespace(_parent=SimpleNamespace(ws=ws), is_closed=lambda: not ws.open)


@pytest.fixture
def client() -> Client:
    return Client()


def of(client: Client, now: float = 100.0) -> Gateway:
    return Gateway(cast("discord.AutoShardedClient", client), lambda: now)


def trouble(client: Client, now: float = 100.0, cut: int | None = None) -> str | None:
    gateway = of(client, now)
    if cut is not None:
        gateway.cut.add(cut)
    return gateway.trouble()


def test_no_trouble_while_heartbeats_are_answered(client: Client) -> None:
    assert trouble(client) is None
    assert trouble(client, 100.0 + 40 + ANSWERED) is None


def test_cut_shard_affects_only_its_servers(client: Client) -> None:
    gateway = of(client)
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


def test_silent_discord_is_trouble(client: Client) -> None:
    """The connection was cut unnoticed."""
    client.shards[0]._parent.ws._keep_alive._last_recv = 150.0
    reason = trouble(client, 100.0 + 40 + ANSWERED + 1)
    assert reason == "Discord has said nothing to shard 1 for 61 seconds."


def test_lost_connection_is_trouble_by_websocket_or_event(client: Client) -> None:
    reason = "Shard 1 has no connection to Discord."
    assert trouble(client, cut=1) == reason
    client.shards[1]._parent.ws.open = False
    assert trouble(client) == reason
    client.shards[1]._parent.ws._keep_alive = None
    assert trouble(client) == reason


def test_unconnected_and_closed_client_are_trouble(client: Client) -> None:
    client.ready = False
    assert trouble(client) == "The bot has not connected to Discord yet."
    client.left = True
    assert trouble(client) == "The bot has left Discord."
