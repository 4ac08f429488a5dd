"""What systemd hears of the bot, on a real socket."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot import app, systemd
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd runs on Linux alone")


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Where systemd listens: at an address that Linux has chosen, in no folder."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind("")
        there.settimeout(PATIENCE)
        monkeypatch.setenv(systemd.ADDRESS, "@" + there.getsockname()[1:].decode())
        yield there


def heard(there: socket.socket) -> list[str]:
    """The lines of the next message."""
    return there.recv(4096).decode().split("\n")


async def test_only_a_bot_that_is_well_keeps_the_watchdog_quiet(
    listening: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ready once it is well; later troubles are shown, and the watchdog counts on."""
    said = iter(["The bot has not connected\nto Discord yet.", None, "Shard 0 is silent."])

    def trouble() -> str | None:
        try:
            return next(said)
        except StopIteration:
            raise asyncio.CancelledError from None

    monkeypatch.setattr(app, "BEAT", 0)
    monkeypatch.setattr(app, "FIRST_BEAT", 0)
    client: Any = SimpleNamespace(trouble=trouble, remarks=lambda: ())
    with contextlib.suppress(asyncio.CancelledError):
        await app._beat(client, tmp_path / "alive")
    assert heard(listening) == ["STATUS=The bot has not connected to Discord yet."]
    assert heard(listening) == ["READY=1", "WATCHDOG=1", "STATUS=Serving Discord."]
    assert heard(listening) == ["STATUS=Shard 0 is silent."]


def test_a_socket_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remarks show in the status; if nobody listens any more, or not yet, nothing happens."""
    path = tmp_path / "notify"
    monkeypatch.setenv(systemd.ADDRESS, str(path))
    systemd.stopping()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(path))
        there.settimeout(PATIENCE)
        systemd.well(("Backups fail.",))
        assert heard(there) == ["READY=1", "WATCHDOG=1", "STATUS=Backups fail."]
    systemd.stopping()


def test_started_by_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """No socket is even opened."""
    monkeypatch.delenv(systemd.ADDRESS, raising=False)
    monkeypatch.setattr(socket, "socket", None)
    systemd.well()
