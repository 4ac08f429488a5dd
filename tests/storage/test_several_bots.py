"""Bots on one database: they share it if all have SALUD_SHARDS; otherwise there is only one."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.storage import opening
from bot.storage.base import lock
from bot.storage.base.errors import AnotherBot
from bot.storage.opening import open_database, open_for_bot
from tests.patience import PATIENCE

pytestmark = pytest.mark.both_databases

WAITING = "Another bot uses the database: waiting up to"


def wait_for_others(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(lock, "PATIENCE", seconds)
    monkeypatch.setattr(opening, "STOPPING", seconds)
    monkeypatch.setattr(opening, "VANISHED", seconds)


@pytest.mark.parametrize(
    ("first", "second"), [(False, False), (False, True), (True, False), (True, True)]
)
async def test_two_bots_need_salud_shards_both(
    address: str, first: bool, second: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = await open_for_bot(address, None, is_shared=first)
    wait_for_others(monkeypatch, 0)
    try:
        if first and second:
            await (await open_for_bot(address, None, is_shared=second)).close()
        else:
            with pytest.raises(AnotherBot, match=r"stop it first, or set SALUD_SHARDS on both"):
                await open_for_bot(address, None, is_shared=second)
        assert await running.execute("INSERT INTO server (guild) VALUES (7)") == 1
    finally:
        await running.close()
    wait_for_others(monkeypatch, PATIENCE)  # the server ends a session a moment after its client
    after = await open_for_bot(address, None, is_shared=second)
    assert await after.column("SELECT guild FROM server") == (7,)
    await after.close()


@pytest.mark.parametrize("is_shared", [False, True])
async def test_commands_work_beside_a_bot(address: str, is_shared: bool) -> None:
    running = await open_for_bot(address, None, is_shared=is_shared)
    command = await open_database(address)
    await running.close()
    running = await open_for_bot(address, None, is_shared=is_shared)
    await command.close()
    await running.close()


async def test_bot_waits_for_another_that_is_stopping(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It says so once, and a stop while it waits ends it."""
    monkeypatch.setattr(lock, "PATIENCE", 0.0)
    monkeypatch.setattr(opening, "STOPPING", PATIENCE)
    monkeypatch.setattr(opening, "VANISHED", PATIENCE)
    waits = asyncio.Event()
    logger = logging.getLogger(opening.__name__)

    def told(record: logging.LogRecord) -> bool:
        waits.set()
        return record.getMessage().startswith(WAITING)

    monkeypatch.setattr(logger, "filters", [told])
    caplog.set_level(logging.INFO, logger.name)
    running = await open_for_bot(address, None, is_shared=False)
    for stops_waiting in (True, False):
        waits.clear()
        starting = asyncio.create_task(open_for_bot(address, None, is_shared=False))
        async with asyncio.timeout(PATIENCE):
            await waits.wait()
            if stops_waiting:
                starting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await starting
            else:
                await running.close()
                await (await starting).close()
    assert caplog.text.count(WAITING) == len(("stopped", "started"))


@pytest.mark.sqlite
async def test_refused_bot_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_for_others(monkeypatch, 0)
    path = tmp_path / "salud.db"
    running = await open_for_bot(str(path), None, is_shared=False)
    before = sorted(file.name for file in tmp_path.iterdir())
    with pytest.raises(StoreTrouble):
        await open_for_bot(str(path), None, is_shared=True)
    assert sorted(file.name for file in tmp_path.iterdir()) == before
    await running.close()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
