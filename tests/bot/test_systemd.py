"""Messages to systemd, on a real socket."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import assembly as app
from bot.app import systemd
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd runs on Linux alone")


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket on which systemd listens, at an abstract address."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify_socket:
        notify_socket.bind("")
        notify_socket.settimeout(PATIENCE)
        monkeypatch.setenv(systemd.ADDRESS, "@" + notify_socket.getsockname()[1:].decode())
        yield notify_socket


def next_message(notify_socket: socket.socket) -> list[str]:
    """Return the lines of the next message."""
    return notify_socket.recv(4096).decode().split("\n")


async def test_only_a_healthy_bot_resets_the_watchdog(
    listening: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ready once it is healthy; later troubles appear in the status."""
    troubles = iter(["The bot has not connected\nto Discord yet.", None, "Shard 0 is silent."])

    def trouble() -> str | None:
        try:
            return next(troubles)
        except StopIteration:
            raise asyncio.CancelledError from None

    monkeypatch.setattr(app, "LOOK", 0)
    client: Any = SimpleNamespace(trouble=trouble, failure=lambda: None, remarks=lambda: ())
    with contextlib.suppress(asyncio.CancelledError):
        await app._beat(client, tmp_path / "alive")
    assert next_message(listening) == ["STATUS=The bot has not connected to Discord yet."]
    assert next_message(listening) == ["READY=1", "WATCHDOG=1", "STATUS=Serving Discord."]
    assert next_message(listening) == ["STATUS=Shard 0 is silent."]


def test_missing_listener_is_ignored_and_remarks_are_the_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "notify"
    monkeypatch.setenv(systemd.ADDRESS, str(path))
    systemd.stopping()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify_socket:
        notify_socket.bind(str(path))
        notify_socket.settimeout(PATIENCE)
        systemd.well(("Backups fail.",))
        assert next_message(notify_socket) == ["READY=1", "WATCHDOG=1", "STATUS=Backups fail."]
    systemd.stopping()


def test_no_socket_is_opened_without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(systemd.ADDRESS, raising=False)
    monkeypatch.setattr(socket, "socket", None)
    systemd.well()
