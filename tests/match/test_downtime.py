"""The bot was down: nobody's time ran."""

import pytest

from bot.match.timekeeping.uptime import GAP
from bot.match.values.times import DAY, HOUR, Pace, Span
from tests.match.hours import due, the_late, ticks, wait
from tests.match.world import ANN, BEN, Side, World


async def live(side: Side, hours: int) -> None:
    """Let a process tick as long as it is up."""
    for _ in range(hours * 6):
        side.clock.time += 600
        await side.pace.timekeeper.tick()


async def test_a_week(world: World) -> None:
    """Shifts what is due by exactly a week, to the second of the last sign of life."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    began = world.clock.time
    await live(world, 2)
    world.clock.time += 7 * DAY
    after = await world.another()
    assert await ticks(after) == []
    assert await after.pace.timekeeper.deadlines.downtimes(began) == (
        Span(began + 2 * HOUR, began + 2 * HOUR + 7 * DAY),
    )
    times = await after.pace.timekeeper.times(await after.matches.look(match))
    assert times.people[0].due == began + 8 * DAY
    world.clock.time = began + 8 * DAY - 1
    assert await ticks(after) == []
    world.clock.time += 1
    assert await ticks(after) == [match]


@pytest.mark.parametrize(("seconds", "counts"), [(GAP, False), (GAP + 1, True)])
async def test_a_restart(world: World, seconds: int, counts: bool) -> None:
    """A short one is no downtime."""
    await world.pace.timekeeper.tick()
    began = world.clock.time
    world.clock.time += seconds
    await (await world.another()).pace.timekeeper.tick()
    found = await world.pace.timekeeper.deadlines.downtimes(0)
    assert found == ((Span(began, world.clock.time),) if counts else ())


async def test_cut_off_from_discord(world: World) -> None:
    """While people can't reach it the bot is as good as down, and nobody becomes late."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await live(world, 23)
    began = world.clock.time
    for _ in range(5):
        world.clock.time += HOUR
        assert await world.pace.timekeeper.tick(up=False) == ()
    world.clock.time += HOUR
    assert await ticks(world) == []
    assert await world.pace.timekeeper.deadlines.downtimes(0) == (Span(began, began + 6 * HOUR),)
    assert await wait(world, hours=1, seconds=-1) == []
    assert await wait(world, seconds=1) == [match]


async def test_second_process(world: World) -> None:
    """As long as one of two is up the bot is up."""
    other = await world.another()
    await live(world, 1)
    await other.pace.timekeeper.tick()
    await live(other, 5)
    await world.pace.timekeeper.tick()
    third = await world.another()
    await third.pace.timekeeper.tick()
    assert await world.pace.timekeeper.deadlines.downtimes(0) == ()


async def test_clock_that_jumps(world: World) -> None:
    """A clock that is moved while the bot is up, as in a playground, makes no downtime."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    assert await wait(world) == []
    assert await wait(world, days=3) == [match]
    assert await world.pace.timekeeper.deadlines.downtimes(0) == ()
    world.clock.time -= 2 * DAY
    assert await ticks(world) == []
    assert await (await world.another()).pace.timekeeper.tick() == ()


async def test_after_the_turn(world: World) -> None:
    """A downtime that was over before a turn began does not concern it; a late one stays late."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.pace.timekeeper.tick()
    world.clock.time += 10 * HOUR
    after = await world.another()
    await after.pace.timekeeper.tick()
    seq = (await after.matches.look(match)).seq
    loaded = (await after.service.press(match, ANN, seq, ("add 1",), 9001)).loaded
    times = await after.pace.timekeeper.times(loaded)
    assert times.people[1].due == world.clock.time + DAY == due(loaded, BEN)
    world.clock.time += DAY
    assert await ticks(after) == [match]
    late = the_late(await after.matches.look(match))
    world.clock.time += 3 * DAY
    assert await ticks(await world.another()) == [], "the second warning is as fair"
    assert the_late(await world.matches.look(match)) == late
