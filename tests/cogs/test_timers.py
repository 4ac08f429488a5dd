"""Timers: a match continues once when its wait is over, unless something changed meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.store_errors import StoreTrouble
from cogs.runtime.timers import Timers
from tests.match.world import ANN, BEN, CAT, World


async def waiting(world: World) -> int:
    """Return a match in which a computer waits after ANN's pick."""
    world.take_back = 5
    world.use(world.store)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    await world.toy(match, "11 add 1")
    return match


def timers(world: World, rung: Callable[[int], Awaitable[None]]) -> Timers:
    return Timers(world.clock, world.service.automatic, rung)


def running_timers() -> list[asyncio.Task[None]]:
    return [task for task in asyncio.all_tasks() if "salud-timer" in task.get_name()]


async def test_timer_rings_once_however_often_it_was_set(world: World) -> None:
    match = await waiting(world)
    loaded = await world.matches.load(match)
    seqs: list[int] = []

    async def ring(number: int) -> None:
        seqs.append((await world.service.go_on(number)).seq)

    bells = timers(world, ring)
    await bells.after(loaded)
    await bells.after(loaded)
    world.clock.time += 5
    await asyncio.gather(*running_timers(), return_exceptions=True)
    assert seqs == [loaded.seq + 1]


async def test_closing_cancels_timers_but_keeps_work_due(world: World) -> None:
    match = await waiting(world)
    rung: list[int] = []

    async def ring(number: int) -> None:
        rung.append(number)

    bells = timers(world, ring)
    await bells.after(await world.matches.load(match))
    await bells.close()
    assert (running_timers(), rung) == ([], [])
    assert await world.store.computers_due() == (match,)


async def test_taken_back_pick_cancels_its_timer(world: World) -> None:
    match = await waiting(world)
    loaded = await world.matches.load(match)
    rung: list[int] = []

    async def ring(number: int) -> None:
        rung.append(number)

    bells = timers(world, ring)
    await bells.after(loaded)
    back = await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await bells.after(back.loaded)
    await asyncio.gather(*running_timers(), return_exceptions=True)
    assert rung == []


async def test_newest_state_sets_the_timer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow look at an older state ends after the look at the newest one, and sets no timer."""
    match = await waiting(world)
    before = await world.matches.load(match)
    go_on = asyncio.Event()
    really = world.service.automatic.next_move_at

    async def next_move_at(loaded: Loaded) -> int | None:
        result = await really(loaded)
        if loaded is before:
            await go_on.wait()
        return result

    async def ring(_: int) -> None:
        raise AssertionError("no timer should ring")

    monkeypatch.setattr(world.service.automatic, "next_move_at", next_move_at)
    bells = timers(world, ring)
    slow = asyncio.create_task(bells.after(before))
    await world.service.take_back(match, ANN, before.seq, world.interaction())
    world.clock.time += 1
    await bells.after(await world.toy(match, "11 add 2"))
    (timer,) = running_timers()
    go_on.set()
    await slow
    assert running_timers() == [timer]
    await bells.close()


@pytest.mark.parametrize(("error", "traced"), [(StoreTrouble("away"), False), (ValueError(), True)])
async def test_log_has_no_traceback_of_an_unreachable_database(
    world: World, error: Exception, traced: bool, caplog: pytest.LogCaptureFixture
) -> None:
    match = await waiting(world)

    async def ring(_: int) -> None:
        raise error

    bells = timers(world, ring)
    await bells.after(await world.matches.load(match))
    world.clock.time += 5
    await asyncio.gather(*running_timers(), return_exceptions=True)
    [record] = [record for record in caplog.records if "timer of match" in record.message]
    assert (record.exc_info is not None) is traced
    assert repr(error) in record.message
