"""Downtimes of the bot stop all clocks."""

import pytest

from bot.match.timing.shard_downtimes import GAP
from bot.match.values.times import DAY, HOUR, Pace, Span
from tests.match.hours import due, the_late, ticks, wait
from tests.match.world import ANN, BEN, Side, World


async def live(side: Side, hours: int) -> None:
    """Tick every ten minutes for some hours."""
    for _ in range(hours * 6):
        side.clock.time += 600
        await side.pace.timekeeper.tick()


async def test_week_of_downtime_shifts_deadlines_by_a_week(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    began = world.clock.time
    await live(world, 2)
    world.clock.time += 7 * DAY
    after = await world.another()
    assert await ticks(after) == []
    assert await after.pace.timekeeper.deadlines.downtimes(began) == (
        Span(began + 2 * HOUR, began + 2 * HOUR + 7 * DAY),
    )
    times = await after.pace.timekeeper.times(await after.matches.load(match))
    assert times.people[0].due == began + 8 * DAY
    world.clock.time = began + 8 * DAY - 1
    assert await ticks(after) == []
    world.clock.time += 1
    assert await ticks(after) == [match]


@pytest.mark.parametrize(("seconds", "counts"), [(GAP, False), (GAP + 1, True)])
async def test_short_restart_is_no_downtime(world: World, seconds: int, counts: bool) -> None:
    await world.pace.timekeeper.tick()
    began = world.clock.time
    world.clock.time += seconds
    await (await world.another()).pace.timekeeper.tick()
    downtimes = await world.pace.timekeeper.deadlines.downtimes(0)
    assert downtimes == ((Span(began, world.clock.time),) if counts else ())


async def test_losing_the_connection_to_discord_counts_as_downtime(world: World) -> None:
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


async def test_bot_is_up_while_one_of_two_processes_is_up(world: World) -> None:
    other = await world.another()
    await live(world, 1)
    await other.pace.timekeeper.tick()
    await live(other, 5)
    await world.pace.timekeeper.tick()
    third = await world.another()
    await third.pace.timekeeper.tick()
    assert await world.pace.timekeeper.deadlines.downtimes(0) == ()


async def test_clock_moved_while_the_bot_is_up_is_no_downtime(world: World) -> None:
    """The playground moves its clock like this."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    assert await wait(world) == []
    assert await wait(world, days=3) == [match]
    assert await world.pace.timekeeper.deadlines.downtimes(0) == ()
    world.clock.time -= 2 * DAY
    assert await ticks(world) == []
    assert await (await world.another()).pace.timekeeper.tick() == ()


async def test_downtime_before_a_turn_does_not_shift_it(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.pace.timekeeper.tick()
    world.clock.time += 10 * HOUR
    after = await world.another()
    await after.pace.timekeeper.tick()
    seq = (await after.matches.load(match)).seq
    loaded = (await after.service.press(match, ANN, seq, ("add 1",), 9001)).loaded
    times = await after.pace.timekeeper.times(loaded)
    assert times.people[1].due == world.clock.time + DAY == due(loaded, BEN)
    world.clock.time += DAY
    assert await ticks(after) == [match]
    late = the_late(await after.matches.load(match))
    world.clock.time += 3 * DAY
    assert await ticks(await world.another()) == [], "a downtime also delays the second warning"
    assert the_late(await world.matches.load(match)) == late
