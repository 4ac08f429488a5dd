"""Clocks that step, machines that sleep, processes that are stopped: that is nobody's time."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.match.timekeeping.uptime import GAP, SLACK, Uptime
from bot.match.values.times import DAY, HOUR, Pace, Span, runs_down
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.tables.deadlines import SqlDeadlines
from tests.fresh import fresh
from tests.match.hours import begun_late, ticks
from tests.match.machine import SetClock
from tests.match.world import ANN, BEN, Side, World
from tests.tiers import full_or

TICK = 20
"""Seconds between looks."""


async def live(side: Side, seconds: int) -> list[int]:
    """Let a process run for so long; gives the matches in which something happened."""
    changed: list[int] = []
    for _ in range(seconds // TICK):
        side.clock.passes(TICK)
        changed += await side.pace.timekeeper.tick()
    return changed


async def downtimes(side: Side) -> tuple[Span, ...]:
    """All that are noted."""
    return await side.pace.timekeeper.deadlines.downtimes(0)


@pytest.mark.parametrize("hours", [2, 30, 24 * 20])
async def test_a_machine_that_sleeps(world: World, hours: int) -> None:
    """Or a clock that steps forward: what is due comes exactly as much later."""
    match = (await world.begun(ANN, BEN, pace=Pace.LIVE)).record.id
    await world.pace.timekeeper.tick()
    assert await live(world, 200) == []
    began = world.clock.time
    world.clock.steps(hours * HOUR)
    assert await ticks(world) == [], "it ended before the first look after it"
    assert await downtimes(world) == (Span(began, began + hours * HOUR),)
    assert await live(world, 80) == []
    assert await live(world, 20) == [match]


async def test_a_process_that_is_stopped(world: World) -> None:
    """For longer than a restart may take; both clocks go on meanwhile."""
    match = (await world.begun(ANN, BEN, pace=Pace.LIVE)).record.id
    await live(world, 200)
    began = world.clock.time
    world.clock.passes(7 * HOUR)
    assert await ticks(world) == []
    assert await downtimes(world) == (Span(began, began + 7 * HOUR),)
    assert await live(world, 60) == []
    assert await live(world, 60) == [match]


async def test_it_sleeps_in_the_middle_of_a_look(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is due by then is not due yet: the sleep is noted only at the next look."""
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


async def test_downtime_after_a_step_that_was_taken_back(world: World) -> None:
    """It is noted at once, not only when real time has caught up; and nobody waits for that."""
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


async def test_a_step_back(world: World) -> None:
    """Nobody becomes late by time that has been lived twice; a lateness stays as it is."""
    late = (await begun_late(world, ANN, BEN, pace=Pace.LIVE)).record.id
    match = (await world.begun(ANN, BEN, pace=Pace.LIVE)).record.id
    await live(world, 200)
    world.clock.steps(-HOUR)
    assert await live(world, 80) == []
    assert late not in await live(world, HOUR - 100)
    loaded = await world.matches.look(match)
    assert (await world.pace.timekeeper.times(loaded)).people[0].late is None
    assert match in await live(world, 400)


async def test_a_step_while_it_is_down(world: World) -> None:
    """Forward it is a downtime; back, nothing stops the clock of those who play then."""
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


async def test_two_processes_sleep_together(world: World) -> None:
    """It is noted once, and exactly."""
    other = await world.another()
    await asyncio.gather(live(world, 40), other.pace.timekeeper.tick())
    await other.pace.timekeeper.tick()
    began = world.clock.time
    world.clock.steps(5 * HOUR)
    await world.pace.timekeeper.tick()
    world.clock.passes(9)
    await other.pace.timekeeper.tick()
    assert await downtimes(world) == (Span(began, began + 5 * HOUR),)


async def test_one_of_two_is_stopped(world: World) -> None:
    """The other one is up."""
    other = await world.another()
    await other.pace.timekeeper.tick()
    await live(world, HOUR)
    await other.pace.timekeeper.tick()
    assert await downtimes(world) == ()


async def test_a_clock_that_creeps(world: World) -> None:
    """A second at every look adds up, and is noted."""
    await world.pace.timekeeper.tick()
    for _ in range(600):
        world.clock.passes(TICK)
        world.clock.steps(1)
        await world.pace.timekeeper.tick()
    still = sum(span.end - span.start for span in await downtimes(world))
    assert 600 - SLACK <= still <= 600


class Machine:
    """Processes that share a clock and a database, and how long people could really reach one."""

    def __init__(self, database: Database) -> None:
        self.clock = SetClock()
        self.deadlines = SqlDeadlines(database)
        self.processes = [self.process(), self.process()]
        self.turns: list[tuple[int, int, int]] = []
        """When turns began on the wall, how long had been served by then, and how many gaps."""
        self.served = 0
        self.gaps = 0
        self._reachable = False

    def process(self) -> Uptime:
        """A new one."""
        return Uptime(self.clock, self.deadlines)

    async def live(self, number: int) -> None:
        """Some of the processes run for a while."""
        for _ in range(1 + number % 4):
            self.clock.passes(TICK)
            self.served += TICK * self._reachable
            for process in self.processes[number % 2 :]:
                await process.beat(up=True)
            self._reachable = True

    async def stop(self, number: int) -> None:
        """All are stopped for a while."""
        self.clock.passes(number % 7 * 1800)
        self._gap()

    async def step(self, number: int) -> None:
        """The clock steps, or the machine sleeps."""
        self.clock.steps((-1) ** number * number * 700)
        self._gap()

    async def restart(self, number: int) -> None:
        """One process ends, and another one begins."""
        self.processes[number % 2] = self.process()
        self._gap()

    async def cut(self, number: int) -> None:
        """Discord is gone for a while."""
        for _ in range(number % 9):
            self.clock.passes(TICK)
            for process in self.processes:
                await process.beat(up=False)
        self._gap()

    async def turn(self, _: int) -> None:
        """Somebody has to act from now on."""
        self.turns.append((self.clock.time, self.served, self.gaps))

    def _gap(self) -> None:
        self.gaps += 1
        self._reachable = False

    async def ran(self, since: int) -> int:
        """How much of the time since then counts."""
        noted = await self.deadlines.downtimes(since)
        gone = max(self.clock.time - since, 0)
        return gone - (runs_down(since, gone, _until(noted, self.clock.time)) - since - gone)

    async def check(self) -> None:
        """No more time counts than people had, but for a short restart in each gap."""
        for since, served, gaps in self.turns:
            allowed = (self.gaps - gaps) * (GAP + TICK + SLACK) + TICK
            assert await self.ran(since) <= self.served - served + allowed


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
def test_whatever_happens_to_clocks(
    happening: list[tuple[Callable[[Machine, int], Awaitable[None]], int]],
) -> None:
    """Nobody's time runs faster than they could play; and in the end it runs as it should."""

    async def told(folder: Path) -> None:
        database = await open_database(fresh(folder / "salud.db"))
        try:
            machine = Machine(database)
            for happens, number in happening:
                await happens(machine, number)
                for process in machine.processes:
                    await process.beat(up=True)
                await machine.check()
            await machine.live(2)
            began = machine.clock.time
            for _ in range(10):
                await machine.live(0)
            assert await machine.ran(began) == 10 * TICK
        finally:
            await database.close()

    with TemporaryDirectory() as folder:
        asyncio.run(told(Path(folder)))
