"""Reminders: each at the requested time and once, and never in quiet hours."""

from dataclasses import dataclass, replace
from typing import Self

import pytest

from bot.match.log.loaded import Loaded
from bot.match.people.messages import MessageKind, MessageStore
from bot.match.timekeeping.reminders import Reminder, Reminders
from bot.match.timekeeping.services import TimingServices
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.reminding import AFTER, TIMES, WHEN
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.world import ANN, BEN, CAT, Side, World

NOON = 1_700_000_000 // DAY * DAY + 12 * HOUR
"""In UTC."""


async def remind(reminders: Reminders, messages: MessageStore) -> list[Reminder]:
    """Do as the Projector does for due reminders; return those that it would send."""
    now, sent = reminders.matches.clock.now(), list[Reminder]()
    for due in await messages.due(now):
        if due.key.kind is not MessageKind.REMINDER:
            continue
        row = await messages.claim(due.key, "one", now, now + 5)
        assert row is not None
        reminder = await reminders.due(row)
        if isinstance(reminder, int):
            assert reminder > now, "the next check is later"
            at = min(reminder, now + DAY)
            await messages.give_back(row, "one", at, failed=False, is_unsure=False)
            continue
        if reminder is not None:
            sent.append(reminder)
            row = replace(row, shown=reminder.number)
        next_at = None if reminder is None else reminder.next_at
        await messages.note(replace(row, due=0), "one", is_repeated=False, next_at=next_at)
    return sent


@dataclass
class Bells:
    """A process that sends reminders."""

    side: Side
    pace: TimingServices
    reminders: Reminders

    @classmethod
    def of(cls, side: Side) -> Self:
        """Return a process on the database of a side."""
        deadlines = DeadlineStore(side.database)
        calls = TurnAlertStore(side.database)
        pace = TimingServices(side.matches, side.service, deadlines, calls)
        reminders = Reminders(side.matches, deadlines, calls)
        return cls(side, pace, reminders)

    async def rung(self) -> list[tuple[UserId, int]]:
        """Return users to remind now, with the number of the reminder in this turn."""
        await self.pace.timekeeper.tick()
        return [(reminder.user, reminder.number) for reminder in await self.due()]

    async def due(self) -> list[Reminder]:
        return await remind(self.reminders, MessageStore(self.side.database))

    async def days(self, start: int, hours: int) -> list[tuple[int, UserId]]:
        """Look every hour. Return hours since the start and user of each reminder."""
        sent = []
        for hour in range(hours + 1):
            self.side.clock.time = start + hour * HOUR
            sent += [(hour, reminder.user) for reminder in await self.due()]
        return sent


@pytest.fixture
def bells(world: World) -> Bells:
    """The process of the world, at noon."""
    world.clock.time = NOON
    return Bells.of(world)


async def start_match(world: World, pace: Pace) -> Loaded:
    """Start a match of Ann, Ben and Cat; Ann moves first."""
    loaded = await world.toys.challenge(world.asked(ANN), [BEN, CAT], pace=pace)
    for user in (BEN, CAT):
        loaded = await world.toys.join(loaded.record.id, user, world.interaction())
    assert loaded.people_to_act == (ANN,)
    return loaded


async def set_preferences(world: World, user: UserId, **reminder_settings: str) -> None:
    for name, value in reminder_settings.items():
        await world.store.set_user_settings(user, {name: value})


async def test_default_reminder_comes_when_a_quarter_of_the_time_is_left(
    world: World, bells: Bells
) -> None:
    loaded = await start_match(world, Pace.DAY)
    assert await bells.days(NOON, 20) == [(18, ANN)]
    await world.toy(loaded.record.id, f"{ANN} add 1")
    assert await bells.days(NOON + 20 * HOUR, 19) == [(18, BEN)]


async def test_each_further_reminder_comes_at_half_the_remaining_time(
    world: World, bells: Bells
) -> None:
    """Changed settings apply immediately, also within the turn."""
    await start_match(world, Pace.THREE_DAYS)
    await set_preferences(world, ANN, **{WHEN: "hours 12", TIMES: "2"})
    assert await bells.days(NOON, 68) == [(60, ANN), (66, ANN)]
    await set_preferences(world, ANN, **{TIMES: "3"})
    assert await bells.days(NOON + 68 * HOUR, 3) == [(1, ANN)]


async def test_reminders_can_be_turned_off(world: World, bells: Bells) -> None:
    await start_match(world, Pace.DAY)
    await set_preferences(world, ANN, **{TIMES: "0"})
    assert await bells.days(NOON, 23) == []


async def test_match_without_a_clock_has_a_few_reminders_after_days(
    world: World, bells: Bells
) -> None:
    await start_match(world, Pace.NONE)
    await set_preferences(world, ANN, **{AFTER: "2", TIMES: "2"})
    assert await bells.days(NOON, 240) == [(48, ANN), (96, ANN)]


async def test_no_reminder_in_quiet_hours(world: World, bells: Bells) -> None:
    """A clock stops in quiet hours. Without a clock, the reminder waits for the morning."""
    quiet = {"zone": "Etc/UTC", "quiet_from": "22:00", "quiet_until": "8:00"}
    await set_preferences(world, ANN, **quiet)
    await start_match(world, Pace.DAY)
    # 10 hours until night, 10 of night: 18 of the 24 hours have run 28 hours later.
    assert await bells.days(NOON, 30) == [(28, ANN)]
    world.clock.time = NOON + 11 * HOUR
    late = await start_match(world, Pace.NONE)
    await set_preferences(world, ANN, **{AFTER: "1"})
    sent = await bells.days(NOON + 11 * HOUR, 40)
    assert (33, ANN) in sent
    assert late.people_to_act == (ANN,)


async def test_days_off_and_pauses_postpone_reminders(world: World, bells: Bells) -> None:
    loaded = await start_match(world, Pace.DAY)
    await bells.pace.absences.away(ANN, NOON + 2 * DAY)
    assert await bells.days(NOON, 60) == []
    for user in (ANN, BEN, CAT):
        await bells.pace.pauses.pause(loaded.record.id, user)
    assert await bells.days(NOON + 60 * HOUR, 100) == []
    await bells.pace.pauses.resume(loaded.record.id, BEN)
    assert await bells.days(NOON + 160 * HOUR, 20) == [(6, ANN)]


async def test_two_processes_send_a_reminder_once(world: World, bells: Bells) -> None:
    await start_match(world, Pace.DAY)
    other = Bells.of(await world.another())
    world.clock.time = NOON + 19 * HOUR
    mine, theirs = await bells.rung(), await other.rung()
    assert mine + theirs == [(ANN, 1)]
    assert await Bells.of(await world.another()).rung() == []


async def test_only_the_last_missed_reminder_is_sent_after_a_downtime(
    world: World, bells: Bells
) -> None:
    await start_match(world, Pace.NONE)
    await set_preferences(world, ANN, **{AFTER: "1", TIMES: "3"})
    world.clock.time = NOON + 10 * DAY
    assert await bells.rung() == [(ANN, 3)]
    assert await bells.rung() == []


async def test_late_player_is_not_reminded(world: World, bells: Bells) -> None:
    """A notice has already told them."""
    await start_match(world, Pace.DAY)
    world.clock.time = NOON + 25 * HOUR
    assert await bells.rung() == []
    assert await bells.days(NOON + 25 * HOUR, 10) == []


async def test_practice_has_no_reminders(world: World, bells: Bells) -> None:
    await world.toys.practice(world.asked(ANN), 1)
    assert await bells.days(NOON, 24 * 5) == []
