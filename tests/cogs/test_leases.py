"""The lease on showing a match: taken, renewed, lost."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.log.store_errors import StoreTrouble
from cogs.posting import leases
from cogs.posting.leases import LeaseLost, Leases, ShownElsewhere
from tests.match.world import ANN, BEN, World

SHOWN = BoardProgress(1, 0, 0, 3, 500, 70)


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEWED", 0.001)
    monkeypatch.setattr(leases, "PAUSE", 0.001)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    opened = await World.open(tmp_path / "salud.db")
    yield opened
    await opened.close()


async def test_work_holds_its_lease_alone_and_returns_it(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    mine, other = Leases(world.matches), Leases(world.matches)

    async def work() -> bool:
        with pytest.raises(ShownElsewhere):
            await other.work(match, asyncio.sleep(0))
        return await world.store.note_shown(match, SHOWN, mine.owner)

    assert await mine.work(match, work())
    assert await world.store.progress(match) == SHOWN
    await other.work(match, asyncio.sleep(0))
    assert not await mine.was_abandoned(match)


async def test_lost_lease_stops_the_work_and_blocks_its_writes(world: World) -> None:
    """The process hung for longer than the lease."""
    match = (await world.begun(ANN, BEN)).record.id
    mine = Leases(world.matches)
    stopped = asyncio.Event()

    async def work() -> None:
        try:
            now = world.clock.now() + leases.LEASE
            assert await world.store.lease(match, "another", now, now + leases.LEASE)
            await asyncio.Event().wait()
        finally:
            stopped.set()

    with pytest.raises(LeaseLost):
        await mine.work(match, work())
    assert stopped.is_set()
    assert await mine.was_abandoned(match)
    assert not await world.store.note_shown(match, SHOWN, mine.owner)
    assert (await world.store.progress(match)).message is None


async def test_cancelled_work_is_not_restarted_when_its_lease_is_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    mine = Leases(world.matches)

    async def work() -> None:
        monkeypatch.setattr(world.store, "lease", lost)
        await asyncio.Event().wait()

    async def lost(*_: object) -> bool:
        asyncio.get_running_loop().call_soon(task.cancel)
        return False

    task = asyncio.create_task(mine.work(match, work()))
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_stopping_process_leaves_the_match_to_its_owner(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    now = world.clock.now()
    assert await world.store.lease(match, "another", now, now + leases.LEASE)
    mine = Leases(world.matches)
    mine.stop()
    with pytest.raises(ShownElsewhere):
        await mine.work(match, asyncio.sleep(0))


async def test_unreleased_lease_expires(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work still succeeds if its lease can't be released."""
    match = (await world.begun(ANN, BEN)).record.id
    mine, other = Leases(world.matches), Leases(world.matches)

    async def broken(*_: object) -> None:
        raise StoreTrouble("database is locked")

    async def work() -> str:
        return "shown"

    with monkeypatch.context() as now:
        now.setattr(world.store, "release", broken)
        assert await mine.work(match, work()) == "shown"
    world.clock.time += leases.LEASE
    assert await other.work(match, work()) == "shown"
