"""Clocks that step, machines that sleep and stopped processes: none of it costs players time."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.match.timekeeping.uptime import Uptime
from bot.match.timing.deadline_store import SLACK, DeadlineStore
from bot.match.timing.shard_downtimes import GAP
from bot.match.values.times import DAY, HOUR, Pace, Span, runs_down
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from tests.fresh import fresh
from tests.match.hours import start_late_match, ticks
from tests.match.machine import SetClock
from tests.match.world import ANN, BEN, Side, World
from tests.tiers import full_or

TICK = 20
"""Seconds between ticks."""


async def live(side: Side, seconds: int) -> list[int]:
    """Run a process for some seconds. Return the matches that changed."""
    changed: list[int] = []
    for _ in range(seconds // TICK):
        side.clock.passes(TICK)
        changed += await side.pace.timekeeper.tick()
    return changed


async def downtimes(side: Side) -> tuple[Span, ...]:
    return await side.pace.timekeeper.deadlines.downtimes(0)


@pytest.mark.parametrize("hours", [2, 30, 24 * 20])
async def test_sleep_or_step_forward_postpones_deadlines_exactly(world: World, hours: int) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.LIVE)).record.id
    await world.pace.timekeeper.tick()
    assert await live(world, 200) == []
    began = world.clock.time
    world.clock.steps(hours * HOUR)
    assert await ticks(world) == [], "the sleep ended before the first tick after it"
    assert await downtimes(world) == (Span(began, began + hours * HOUR),)
    assert await live(world, 80) == []
    assert await live(world, 20) == [match]


async def test_stopping_the_process_longer_than_a_restart_is_a_downtime(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.LIVE)).record.id
    await live(world, 200)
    began = world.clock.time
    world.clock.passes(7 * HOUR)
    assert await ticks(world) == []
    assert await downtimes(world) == (Span(began, began + 7 * HOUR),)
    assert await live(world, 60) == []
    assert await live(world, 60) == [match]


async def test_work_due_because_of_a_sleep_during_a_tick_waits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sleep is recorded only at the next tick."""
    match = (await world.begun(ANN, BEN, pace=Pace.LIVE)).record.id
    await live(world, 200)
    deadlines = world.pace.timekeeper.deadlines
    due = deadlines.due

    async def asleep(now: int, most: int) -> tuple[int, ...]:
        world.clock.steps(HOUR)
        await due(now, most)
        return (match,)

    monkeypatch.setattr(deadlines, "due", asleep)
    assert await world.pace.timekeeper.tick() == ()
    monkeypatch.undo()
    assert await live(world, 80) == []
    assert await live(world, 40) == [match]


async def test_downtime_after_a_reverted_step_is_recorded_immediately(world: World) -> None:
    """It must not wait until real time has caught up with the step."""
    match = (await world.begun(ANN, BEN, pace=Pace.LIVE)).record.id
    await live(world, 100)
    world.clock.steps(20 * DAY)
    assert await ticks(world) == []
    await live(world, 40)
    world.clock.steps(-20 * DAY)
    assert await ticks(world) == []
    began = world.clock.time
    world.clock.passes(3 * HOUR)
    after = await world.another()
    assert await ticks(after) == []
    assert Span(began, world.clock.time) in await downtimes(after)
    assert max(span.end for span in await downtimes(after)) <= world.clock.time
    assert await live(after, 140) == []
    assert await live(after, 80) == [match]


async def test_step_back_makes_no_player_late(world: World) -> None:
    late = (await start_late_match(world, ANN, BEN, pace=Pace.LIVE)).record.id
    match = (await world.begun(ANN, BEN, pace=Pace.LIVE)).record.id
    await live(world, 200)
    world.clock.steps(-HOUR)
    assert await live(world, 80) == []
    assert late not in await live(world, HOUR - 100)
    loaded = await world.matches.load(match)
    assert (await world.pace.timekeeper.times(loaded)).people[0].late is None
    assert match in await live(world, 400)


async def test_step_between_two_processes_stops_no_later_clock(world: World) -> None:
    await live(world, 100)
    world.clock.steps(DAY)
    forward = await world.another()
    await live(forward, 100)
    world.clock.steps(-3 * DAY)
    back = await world.another()
    match = (await back.toys.challenge(world.asked(ANN), [BEN], Pace.LIVE)).record.id
    await back.toys.join(match, BEN, world.interaction())
    assert await live(back, 280) == []
    assert await live(back, 40) == [match]


async def test_sleep_of_two_processes_is_recorded_once(world: World) -> None:
    other = await world.another()
    await asyncio.gather(live(world, 40), other.pace.timekeeper.tick())
    await other.pace.timekeeper.tick()
    began = world.clock.time
    world.clock.steps(5 * HOUR)
    await world.pace.timekeeper.tick()
    world.clock.passes(9)
    await other.pace.timekeeper.tick()
    assert await downtimes(world) == (Span(began, began + 5 * HOUR),)


async def test_bot_is_up_while_one_of_two_processes_runs(world: World) -> None:
    other = await world.another()
    await other.pace.timekeeper.tick()
    await live(world, HOUR)
    await other.pace.timekeeper.tick()
    assert await downtimes(world) == ()


async def test_small_clock_drift_adds_up_to_a_downtime(world: World) -> None:
    await world.pace.timekeeper.tick()
    for _ in range(600):
        world.clock.passes(TICK)
        world.clock.steps(1)
        await world.pace.timekeeper.tick()
    still = sum(span.end - span.start for span in await downtimes(world))
    assert 600 - SLACK <= still <= 600


class Machine:
    """Processes on one clock and database, and the time for which players could reach them."""

    def __init__(self, database: Database) -> None:
        self.clock = SetClock()
        self.deadlines = DeadlineStore(database)
        self.processes = [self.process(), self.process()]
        self.turns: list[tuple[int, int, int]] = []
        """Start of each turn on the wall clock, seconds served before it, and gaps before it."""
        self.served = 0
        self.gaps = 0
        self._reachable = False

    def process(self) -> Uptime:
        return Uptime(self.clock, self.deadlines)

    async def live(self, number: int) -> None:
        """One or both processes run for a while."""
        for _ in range(1 + number % 4):
            self.clock.passes(TICK)
            self.served += TICK * self._reachable
            for process in self.processes[number % 2 :]:
                await process.beat(up=True)
            self._reachable = True

    async def stop(self, number: int) -> None:
        """Both processes are stopped for a while."""
        self.clock.passes(number % 7 * 1800)
        self._gap()

    async def step(self, number: int) -> None:
        """The clock steps, or the machine sleeps."""
        self.clock.steps((-1) ** number * number * 700)
        self._gap()

    async def restart(self, number: int) -> None:
        """One process ends, and another starts."""
        self.processes[number % 2] = self.process()
        self._gap()

    async def cut(self, number: int) -> None:
        """The connection to Discord is lost for a while."""
        for _ in range(number % 9):
            self.clock.passes(TICK)
            for process in self.processes:
                await process.beat(up=False)
        self._gap()

    async def turn(self, _: int) -> None:
        self.turns.append((self.clock.time, self.served, self.gaps))

    def _gap(self) -> None:
        self.gaps += 1
        self._reachable = False

    async def counted_time(self, since: int) -> int:
        """Return how much time counts since then."""
        recorded = await self.deadlines.downtimes(since)
        elapsed = max(self.clock.time - since, 0)
        return elapsed - (
            runs_down(since, elapsed, _until(recorded, self.clock.time)) - since - elapsed
        )

    async def check(self) -> None:
        """Check that no more time counts than players had, except short restarts in gaps."""
        for since, served, gaps in self.turns:
            allowed = (self.gaps - gaps) * (GAP + TICK + SLACK) + TICK
            assert await self.counted_time(since) <= self.served - served + allowed


def _until(spans: tuple[Span, ...], now: int) -> list[Span]:
    return [Span(span.start, min(span.end, now)) for span in spans if span.start < now]


HAPPENING: tuple[Callable[[Machine, int], Awaitable[None]], ...] = (
    Machine.live,
    Machine.live,
    Machine.turn,
    Machine.stop,
    Machine.step,
    Machine.step,
    Machine.restart,
    Machine.cut,
)


@settings(max_examples=full_or(15, 5), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from(HAPPENING), st.integers(0, 200)), min_size=5, max_size=25)
)
def test_no_sequence_of_clock_events_costs_players_time(
    events: list[tuple[Callable[[Machine, int], Awaitable[None]], int]],
) -> None:
    async def run(folder: Path) -> None:
        database = await open_database(fresh(folder / "salud.db"))
        try:
            machine = Machine(database)
            for event, number in events:
                await event(machine, number)
                for process in machine.processes:
                    await process.beat(up=True)
                await machine.check()
            await machine.live(2)
            began = machine.clock.time
            for _ in range(10):
                await machine.live(0)
            assert await machine.counted_time(began) == 10 * TICK
        finally:
            await database.close()

    with TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder)))
