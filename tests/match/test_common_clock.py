"""The database's clock decides about notes of several processes, and differences are reported."""

import logging

import pytest

from bot.match.timekeeping.uptime import Uptime
from bot.match.timing.common_clock import CommonClock
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.times import Pace, Span
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from tests.match.machine import SetClock
from tests.match.world import ANN, BEN, World


class Machine:
    """A process whose clock is ahead of the database's by `skew` seconds."""

    def __init__(self, database: Database, true: SetClock, skew: int = 0) -> None:
        self.true, self.skew = true, skew
        self.common = CommonClock(self, self._database_time)
        self.deadlines = DeadlineStore(database, self.common)
        self.uptime = Uptime(self, self.deadlines)
        self.delay = 0

    def _database_time(self, _: Connection) -> float:
        self.true.passes(self.delay)
        return self.true.now() + 0.5

    def now(self) -> int:
        return self.true.now() + self.skew

    def steady(self) -> float:
        return self.true.steady()

    def ahead(self) -> float:
        return 0.0


async def live(*machines: Machine, seconds: int) -> None:
    for _ in range(seconds // 15):
        machines[0].true.passes(15)
        for machine in machines:
            await machine.uptime.beat(up=True)


@pytest.mark.parametrize("skew", [-600, -30, 30, 600])
async def test_outage_stays_recorded_although_a_process_with_a_wrong_clock_notes_that_it_is_up(
    database: Database, skew: int
) -> None:
    clock = SetClock()
    right, wrong = Machine(database, clock), Machine(database, clock, skew)
    await live(right, wrong, seconds=60)
    began = clock.time
    clock.passes(500)
    await live(right, wrong, seconds=600)
    assert Span(began, began + 515) in await right.deadlines.downtimes(0)
    assert sum(span.end - span.start for span in await right.deadlines.downtimes(began)) < 600 * 2


async def test_deadlines_are_not_rewritten_at_each_note_of_a_lagging_process(world: World) -> None:
    await world.begun(ANN, BEN, pace=Pace.LIVE)
    right = Machine(world.database, world.clock)
    lagging = Machine(world.database, world.clock, -20)
    stamps = "SELECT SUM(stamp) FROM deadline"
    before = await world.database.column(stamps)
    await live(right, lagging, seconds=120)
    assert await world.database.column(stamps) == before


async def test_note_that_was_held_up_erases_no_downtime(database: Database) -> None:
    clock = SetClock()
    first, second = Machine(database, clock), Machine(database, clock)
    await live(first, second, seconds=60)
    held_up = clock.time
    clock.passes(1800)
    await first.uptime.beat(up=True)
    down = await first.deadlines.downtimes(0)
    assert len(down) == 1
    await second.deadlines.alive(held_up, None)
    assert await first.deadlines.downtimes(0) == down


async def test_bot_with_a_wrong_clock_notes_no_downtime_that_never_was(database: Database) -> None:
    clock = SetClock()
    before = Machine(database, clock, 600)
    await live(before, seconds=60)
    after = Machine(database, clock)
    await live(after, seconds=60)
    assert await after.deadlines.downtimes(0) == ()


@pytest.mark.parametrize(("skew", "warned"), [(0, 0), (2, 0), (-2, 0), (4, 3), (-4, -3), (60, 59)])
async def test_certain_difference_of_clocks_is_reported_once(
    database: Database, caplog: pytest.LogCaptureFixture, skew: int, warned: int
) -> None:
    machine = Machine(database, SetClock(), skew)
    with caplog.at_level(logging.WARNING):
        await live(machine, seconds=60)
    assert len(caplog.records) == (1 if warned else 0)
    remark = machine.common.remark
    if not warned:
        assert remark is None
        return
    assert machine.common.difference == warned
    side = "ahead of" if warned > 0 else "behind"
    assert remark == (
        f"This machine's clock is at least {abs(warned)} seconds {side} the database's."
        " Set both machines by NTP."
    )
    machine.skew = 0
    await live(machine, seconds=30)
    assert machine.common.remark is None


async def test_slow_database_is_no_difference_of_clocks(database: Database) -> None:
    machine = Machine(database, SetClock())
    machine.delay = 10
    await live(machine, seconds=60)
    assert machine.common.difference == 0
