"""Timers: a match goes on when its wait is over, once, and what was changed meanwhile holds."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.match.log.loaded import Loaded
from bot.match.playing.automatic import Pending
from cogs.runtime.timers import Timers
from tests.match.world import ANN, BEN, CAT, World


async def waiting(world: World) -> int:
    """A match in which a computer waits after ANN's pick."""
    world.take_back = 5
    world.use(world.store)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    await world.toy(match, "11 add 1")
    return match


def timers(world: World, rung: Callable[[int], Awaitable[None]]) -> Timers:
    """Those of a bot."""
    return Timers(world.clock, world.service.automatic, rung)


def running_timers() -> list[asyncio.Task[None]]:
    """The timers that are set."""
    return [task for task in asyncio.all_tasks() if "salud-timer" in task.get_name()]


async def test_it_ends_when_the_time_has_come(world: World) -> None:
    """Once, however often it was set, and then the computer moves."""
    match = await waiting(world)
    loaded = await world.matches.look(match)
    seen: list[int] = []

    async def ring(number: int) -> None:
        seen.append((await world.service.go_on(number)).seq)

    bells = timers(world, ring)
    await bells.after(loaded)
    await bells.after(loaded)
    world.clock.time += 5
    await asyncio.gather(*running_timers(), return_exceptions=True)
    assert seen == [loaded.seq + 1]


async def test_closing_forgets_them(world: World) -> None:
    """What is due stays due."""
    match = await waiting(world)
    seen: list[int] = []

    async def ring(number: int) -> None:
        seen.append(number)

    bells = timers(world, ring)
    await bells.after(await world.matches.look(match))
    await bells.close()
    assert (running_timers(), seen) == ([], [])
    assert await world.store.computers_due() == (match,)


async def test_no_timer_where_nothing_waits(world: World) -> None:
    """And an earlier one is off once the pick was taken back."""
    match = await waiting(world)
    loaded = await world.matches.look(match)
    seen: list[int] = []

    async def ring(number: int) -> None:
        seen.append(number)

    bells = timers(world, ring)
    await bells.after(loaded)
    back = await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await bells.after(back.loaded)
    await asyncio.gather(*running_timers(), return_exceptions=True)
    assert seen == []


async def test_the_latest_moment_holds(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the one before is looked at for longer."""
    match = await waiting(world)
    before = await world.matches.look(match)
    go_on = asyncio.Event()
    really = world.service.automatic.pending

    async def pending(loaded: Loaded) -> Pending:
        found = await really(loaded)
        if loaded is before:
            await go_on.wait()
        return found

    async def ring(_: int) -> None:
        raise AssertionError("nobody's time is over")

    monkeypatch.setattr(world.service.automatic, "pending", pending)
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
