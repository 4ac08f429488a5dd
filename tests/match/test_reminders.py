"""Reminders: each once, at the time that was wished for, never at night, never twice."""

from dataclasses import dataclass
from typing import Self

import pytest

from bot.match.log.loaded import Loaded
from bot.match.timekeeping.reminders import Reminder, Reminders
from bot.match.timekeeping.services import TimingServices
from bot.match.timing.reminding import AFTER, TIMES, WHEN
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Pace
from bot.storage.tables.deadlines import SqlDeadlines
from bot.storage.tables.reminders import SqlReminders
from bot.storage.tables.turn_alerts import SqlTurnAlerts
from tests.match.world import ANN, BEN, CAT, Side, World

NOON = 1_700_000_000 // DAY * DAY + 12 * HOUR
"""By UTC."""


@dataclass
class Bells:
    """A process that reminds."""

    side: Side
    pace: TimingServices
    reminders: Reminders

    @classmethod
    def of(cls, side: Side) -> Self:
        """On the database of a side."""
        deadlines = SqlDeadlines(side.database)
        calls = SqlTurnAlerts(side.database)
        pace = TimingServices(side.matches, side.service, deadlines, calls)
        reminders = Reminders(side.matches, SqlReminders(side.database), deadlines, calls)
        return cls(side, pace, reminders)

    async def rung(self) -> list[tuple[UserId, int]]:
        """Who is reminded now, and for which time in this turn."""
        await self.pace.timekeeper.tick()
        return [(one.user, one.number) for one in await self.due()]

    async def due(self) -> list[Reminder]:
        """Claim what is due now."""
        claims = [await self.reminders.claim(one) for one in await self.reminders.due()]
        return [claim for claim in claims if claim is not None]

    async def days(self, start: int, hours: int) -> list[tuple[int, UserId]]:
        """Who is reminded how many hours after the start, looking every hour."""
        found = []
        for hour in range(hours + 1):
            self.side.clock.time = start + hour * HOUR
            found += [(hour, one.user) for one in await self.due()]
        return found


@pytest.fixture
def bells(world: World) -> Bells:
    """Those of the world, at noon."""
    world.clock.time = NOON
    return Bells.of(world)


async def begun(world: World, pace: Pace) -> Loaded:
    """Ann, Ben and Cat play; Ann is to act."""
    loaded = await world.toys.challenge(world.asked(ANN), [BEN, CAT], pace=pace)
    for user in (BEN, CAT):
        loaded = await world.toys.join(loaded.record.id, user, world.interaction())
    assert loaded.people_to_act == (ANN,)
    return loaded


async def wish(world: World, user: UserId, **reminder_settings: str) -> None:
    """Set something."""
    for name, value in reminder_settings.items():
        await world.store.set_user_settings(user, {name: value})


async def test_once_when_a_quarter_is_left(world: World, bells: Bells) -> None:
    """That is what who has wished nothing gets; a move begins another turn."""
    loaded = await begun(world, Pace.DAY)
    assert await bells.days(NOON, 20) == [(18, ANN)]
    await world.toy(loaded.record.id, f"{ANN} add 1")
    assert await bells.days(NOON + 20 * HOUR, 19) == [(18, BEN)]


async def test_as_often_as_wished(world: World, bells: Bells) -> None:
    """The next when half of that is left; wishes count at once, also within the turn."""
    await begun(world, Pace.THREE_DAYS)
    await wish(world, ANN, **{WHEN: "hours 12", TIMES: "2"})
    assert await bells.days(NOON, 68) == [(60, ANN), (66, ANN)]
    await wish(world, ANN, **{TIMES: "3"})
    assert await bells.days(NOON + 68 * HOUR, 3) == [(1, ANN)]


async def test_who_wants_none(world: World, bells: Bells) -> None:
    """Gets none."""
    await begun(world, Pace.DAY)
    await wish(world, ANN, **{TIMES: "0"})
    assert await bells.days(NOON, 23) == []


async def test_without_a_clock(world: World, bells: Bells) -> None:
    """After days of waiting, a few times, then never again."""
    await begun(world, Pace.NONE)
    await wish(world, ANN, **{AFTER: "2", TIMES: "2"})
    assert await bells.days(NOON, 240) == [(48, ANN), (96, ANN)]


async def test_never_in_quiet_hours(world: World, bells: Bells) -> None:
    """Their time stands still then; without a clock the reminder waits for the morning."""
    quiet = {"zone": "Etc/UTC", "quiet_from": "22:00", "quiet_until": "8:00"}
    await wish(world, ANN, **quiet)
    await begun(world, Pace.DAY)
    # 10 hours until night, 10 of night: 18 of the 24 hours have run 28 hours later.
    assert await bells.days(NOON, 30) == [(28, ANN)]
    world.clock.time = NOON + 11 * HOUR
    late = await begun(world, Pace.NONE)
    await wish(world, ANN, **{AFTER: "1"})
    found = await bells.days(NOON + 11 * HOUR, 40)
    assert (33, ANN) in found
    assert late.people_to_act == (ANN,)


async def test_never_while_away_or_paused(world: World, bells: Bells) -> None:
    """What was due then comes after it, as much time later."""
    loaded = await begun(world, Pace.DAY)
    await bells.pace.absences.away(ANN, NOON + 2 * DAY)
    assert await bells.days(NOON, 60) == []
    for user in (ANN, BEN, CAT):
        await bells.pace.pauses.pause(loaded.record.id, user)
    assert await bells.days(NOON + 60 * HOUR, 100) == []
    await bells.pace.pauses.resume(loaded.record.id, BEN)
    assert await bells.days(NOON + 160 * HOUR, 20) == [(6, ANN)]


async def test_nobody_is_reminded_twice_by_two_processes(world: World, bells: Bells) -> None:
    """Nor after a restart, which is another process."""
    await begun(world, Pace.DAY)
    other = Bells.of(await world.another())
    world.clock.time = NOON + 19 * HOUR
    mine, theirs = await bells.rung(), await other.rung()
    assert mine + theirs == [(ANN, 1)]
    assert await Bells.of(await world.another()).rung() == []


async def test_after_a_downtime_one_comes_at_most(world: World, bells: Bells) -> None:
    """Of several that were missed only the last is sent."""
    await begun(world, Pace.NONE)
    await wish(world, ANN, **{AFTER: "1", TIMES: "3"})
    world.clock.time = NOON + 10 * DAY
    assert await bells.rung() == [(ANN, 3)]
    assert await bells.rung() == []


async def test_who_is_late_is_not_reminded(world: World, bells: Bells) -> None:
    """That has been told otherwise."""
    await begun(world, Pace.DAY)
    world.clock.time = NOON + 25 * HOUR
    assert await bells.rung() == []
    assert await bells.days(NOON + 25 * HOUR, 10) == []


async def test_nobody_is_reminded_in_practice(world: World, bells: Bells) -> None:
    """Nobody waits for them."""
    await world.toys.practice(world.asked(ANN), 1)
    assert await bells.days(NOON, 24 * 5) == []
