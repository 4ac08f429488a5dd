"""The sweep of a server's tables continues in the background until all of them are done."""

import asyncio

import pytest

from bot.storage.postgresql import sweeping
from bot.storage.postgresql.connections import connect
from bot.storage.postgresql.sweeping import TABLES, Sweeper
from tests.patience import PATIENCE


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables of all attempts."""
    tables: list[str] = []
    vacuum = Sweeper._vacuum

    def noted(sweeper: Sweeper, table: str) -> None:
        tables.append(table)
        vacuum(sweeper, table)

    monkeypatch.setattr(Sweeper, "_vacuum", noted)
    return tables


async def test_failed_table_is_retried_alone_after_growing_pauses(
    postgresql: str, swept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "SETTINGS", {"lock_timeout": "20ms"})
    monkeypatch.setattr(sweeping, "PATIENCE", 0.0)
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 8:
            blocker.execute("ROLLBACK")

    sweeper = Sweeper(postgresql, pause)
    with connect(postgresql) as blocker:
        blocker.execute("BEGIN; LOCK TABLE bar IN SHARE UPDATE EXCLUSIVE MODE")
        assert not await sweeper.sweep(1)
        async with asyncio.timeout(PATIENCE):
            assert sweeper._task is not None
            await sweeper._task
    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert sorted(swept) == sorted([*TABLES, *["bar"] * 8])
    assert await sweeper.sweep(1)
    assert len(swept) == len(TABLES) + 8, "the same request is not swept twice"
    monkeypatch.setattr(sweeping, "PATIENCE", PATIENCE)
    assert await sweeper.sweep(2)
    assert len(swept) == 2 * len(TABLES) + 8, "a new request is"


async def test_close_ends_a_running_vacuum(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "SETTINGS", {"lock_timeout": "0"})
    monkeypatch.setattr(sweeping, "PATIENCE", 0.05)
    sweeper = Sweeper(postgresql)
    with connect(postgresql) as blocker:
        blocker.execute(f"BEGIN; LOCK TABLE {TABLES[0]} IN SHARE UPDATE EXCLUSIVE MODE".encode())
        assert not await sweeper.sweep(1)
        async with asyncio.timeout(PATIENCE):
            await sweeper.close()
        blocker.execute("ROLLBACK")
    assert not await sweeper.sweep(1), "the table is not swept"
