"""Messages and events that the bot owes, when Discord fails for a moment or the bot stops."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.match.people.messages import MessageKey, MessageKind
from bot.storage.sqlite.copies import backup, restore
from cogs.app.client import SaludClient
from cogs.runtime.projector import Projector
from cogs.tournaments.scheduled_events import ScheduledEvents
from playground import Fault, Person, Playground, seed
from playground.model import Push
from playground.permissions import Permission
from playground.scheduled_events import MOST, ScheduledEvent
from tests.e2e.in_process import bot_here
from tests.e2e.players import buttons, text
from tests.e2e.test_pace import begin
from tests.e2e.test_scheduled_events import CUP, allow, events, passes, say
from tests.e2e.test_watching import Seats
from tests.match.machine import SetClock
from tests.tiers import every

MINUTE, HOUR = 60, 3600
MESSAGES = "/channels/{channel_id}/messages"
EVENTS = "/guilds/{guild_id}/scheduled-events"
EVENT = f"{EVENTS}/{{guild_scheduled_event_id}}"
MEMBER = "/guilds/{guild_id}/members/{user_id}"


Start = Callable[[], AbstractAsyncContextManager[SaludClient]]


@pytest.fixture
def start(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> Start:
    """Return a function that starts the bot on the test's database."""

    @asynccontextmanager
    async def started() -> AsyncIterator[SaludClient]:
        async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
            yield bot

    return started


@pytest.fixture
def boss(playground: Playground, clock: SetClock) -> Person:
    """A moderator of a server where the bot can make events; the bot's clock is Discord's."""
    clock.steps(int(playground.world.clock()) - clock.time)
    allow(playground, int(Permission.CREATE_EVENTS))
    return Person(playground, seed.OWNER_ID)


async def looks(bot: SaludClient, clock: SetClock, seconds: int) -> None:
    """Let time pass, then let the bot do all due work."""
    await bot.services.queues.idle()
    clock.time += seconds
    await bot.services.scheduler.look_after()
    await bot.services.queues.idle()


async def looks_often(bot: SaludClient, clock: SetClock, seconds: int, step: int) -> None:
    for _ in range(0, seconds, step):
        await looks(bot, clock, step)


# ------------------------------------------------------------------ reminders


def reminders(people: list[Person]) -> list[Push]:
    return [push for person in people for push in person.pushes() if "🔔" in push.preview]


async def test_reminder_that_discord_refuses_for_a_moment_comes_later(
    playground: Playground, people: list[Person], start: Start, clock: SetClock
) -> None:
    async with start() as bot:
        await begin(playground, people[:2], "day")
        playground.faults.append(Fault("POST", MESSAGES, 503, times=3))
        await looks(bot, clock, 20 * HOUR)
        assert reminders(people) == []
        await looks_often(bot, clock, 2 * HOUR, 5 * MINUTE)
        assert playground.faults == [], "three tries failed"
        assert len(reminders(people)) == 1


async def test_stop_with_a_reminder_in_flight_leaves_it_to_the_next_process(
    playground: Playground, people: list[Person], start: Start, clock: SetClock
) -> None:
    async with start() as bot:
        await begin(playground, people[:2], "day")
        sending: list[bool] = []
        waits = Fault("POST", MESSAGES, 429, retry_after=20, strike=lambda: sending.append(True))
        playground.faults.append(waits)
        clock.time += 20 * HOUR
        await bot.services.scheduler.look_after()
        await playground.wait_for(lambda: sending)
    assert reminders(people) == []
    async with start() as bot:
        await looks_often(bot, clock, 2 * HOUR, 5 * MINUTE)
        assert len(reminders(people)) == 1


# ------------------------------------------------------------------ watches


async def watched(
    playground: Playground, bot: SaludClient, clock: SetClock, people: list[Person]
) -> Seats:
    seats = Seats(playground, bot, clock, people)
    await seats.watch(await seats.begin())
    await seats.later()
    assert len(seats.heard()) == 1, "the confirmation"
    return seats


async def tells_the_rest(seats: Seats) -> None:
    """Let a round end, then the match, and expect a message about each."""
    for _ in range(24):
        await seats.later(HOUR)
    assert [push.preview.split(" (")[0] for push in seats.heard()[1:]] == ["🔔 Match #1"]
    await seats.finish_rounds(99)
    await seats.later()
    assert seats.heard()[-1].preview.startswith("🏁 Match #1 (DYNAMINE) is over. ")


@pytest.mark.parametrize("of", every(["members", "server"], 1))
async def test_watch_outlasts_trouble_of_ten_minutes(
    playground: Playground, people: list[Person], start: Start, clock: SetClock, of: str
) -> None:
    async with start() as bot:
        seats = await watched(playground, bot, clock, people)
        await seats.finish_rounds(1)
        if of == "members":
            playground.faults.append(Fault("GET", MEMBER, 503, times=1000))
        else:
            playground.outages[seed.GUILD_ID] = Fault("", "", 503)
        for _ in range(4):
            await seats.later(5 * MINUTE + 1)
        assert len(seats.heard()) == 1
        playground.faults.clear()
        playground.outages.clear()
        await tells_the_rest(seats)


async def test_watch_of_a_member_outlasts_a_time_out(
    playground: Playground, people: list[Person], start: Start, clock: SetClock
) -> None:
    async with start() as bot:
        seats = await watched(playground, bot, clock, people)
        playground.world.time_out(seats.cat.id, playground.world.clock() + HOUR)
        await seats.finish_rounds(1)
        await seats.later(5 * MINUTE + 1)
        playground.world.time_out(seats.cat.id, None)
        await tells_the_rest(seats)


async def test_stop_with_the_message_of_the_end_in_flight_leaves_it_to_the_next_process(
    playground: Playground, people: list[Person], start: Start, clock: SetClock
) -> None:
    async with start() as bot:
        seats = await watched(playground, bot, clock, people)
        direct = f"/channels/{playground.world.dm_with(seats.cat.id).id}/"
        sending: list[bool] = []
        strike = partial(sending.append, True)
        waits = Fault("POST", MESSAGES, 429, retry_after=20, within=direct, strike=strike)
        playground.faults.append(waits)
        await seats.finish_rounds(99)
        await playground.settled()
        clock.time += 61
        await bot.services.scheduler.look_after()
        await playground.wait_for(lambda: sending)
    assert len(seats.heard()) == 1
    async with start() as bot:
        await looks_often(bot, clock, 25 * HOUR, HOUR)
        (end,) = seats.heard()[1:]
        assert end.preview.startswith("🏁 Match #1 (DYNAMINE) is over. ")


# ------------------------------------------------------------------ days off


async def leaves(bot: SaludClient, clock: SetClock, person: Person) -> None:
    """Let a player be away for so long that the others are about to hear it."""
    await bot.services.domain.timing.absences.away(person.id, clock.now() + 24 * HOUR)
    await looks(bot, clock, 1)


def announced(person: Person, thread: int) -> int:
    return sum("Their clock is stopped" in text(message) for message in person.messages(thread))


async def test_days_off_that_discord_refuses_to_announce_for_a_moment_are_announced_later(
    playground: Playground, people: list[Person], start: Start, clock: SetClock
) -> None:
    async with start() as bot:
        thread = await begin(playground, people[:2], "day")
        await leaves(bot, clock, people[0])
        playground.faults.append(Fault("POST", MESSAGES, 503, times=3))
        await looks(bot, clock, MINUTE)
        assert announced(people[1], thread) == 0
        await looks_often(bot, clock, HOUR, 5 * MINUTE)
        assert playground.faults == [], "three tries failed"
        assert announced(people[1], thread) == 1


async def test_stop_with_an_announcement_in_flight_leaves_it_to_the_next_process(
    playground: Playground, people: list[Person], start: Start, clock: SetClock
) -> None:
    async with start() as bot:
        thread = await begin(playground, people[:2], "day")
        await leaves(bot, clock, people[0])
        sending: list[bool] = []
        strike = partial(sending.append, True)
        playground.faults.append(Fault("POST", MESSAGES, 429, retry_after=20, strike=strike))
        clock.time += MINUTE
        for _ in range(2):
            await bot.services.scheduler.look_after()
        await playground.wait_for(lambda: sending)
    assert announced(people[1], thread) == 0
    async with start() as bot:
        await looks_often(bot, clock, HOUR, 5 * MINUTE)
        assert announced(people[1], thread) == 1


# ------------------------------------------------------------------ events of tournaments


def shown(playground: Playground) -> list[ScheduledEvent]:
    return [event for event in events(playground) if not event.is_finished]


async def minutes_pass(playground: Playground, clock: SetClock, number: int = 10) -> None:
    for _ in range(number):
        await passes(playground, clock, MINUTE + 1)


async def test_tournament_has_one_event_after_a_502_that_was_carried_out(
    playground: Playground, boss: Person, start: Start, clock: SetClock
) -> None:
    async with start():
        playground.faults.append(Fault("POST", EVENTS, 502, done=True))  # discord.py repeats it
        await say(boss, "create", **CUP, starts_in=48, event=True)
        await minutes_pass(playground, clock)
        assert [event.name for event in shown(playground)] == ["Cup"]
        await say(boss, "end")
        await minutes_pass(playground, clock)
        assert shown(playground) == []


async def test_event_wanted_again_while_it_is_removed_is_made_again(
    playground: Playground, boss: Person, start: Start, clock: SetClock
) -> None:
    async with start():
        await say(boss, "create", **CUP, starts_in=48, event=True)
        removing: list[bool] = []
        strike = partial(removing.append, True)
        playground.faults.append(Fault("DELETE", EVENT, status=0, delay=2, strike=strike))
        assert (await boss.command("tournament edit", {"event": False})).ok
        await playground.wait_for(lambda: removing)
        await say(boss, "edit", event=True)
        await minutes_pass(playground, clock)
        assert [event.name for event in shown(playground)] == ["Cup"]


async def test_limit_of_events_is_named_to_the_moderator(
    playground: Playground, boss: Person, start: Start, clock: SetClock
) -> None:
    now = playground.world.clock()
    for number in range(MOST):
        times = now + HOUR, now + 2 * HOUR
        event = ScheduledEvent(number, seed.GUILD_ID, boss.id, f"{number}", None, "here", *times)
        playground.world.add_scheduled_event(event)
    async with start():
        answer = await say(boss, "create", **CUP, starts_in=48, event=True)
        words = f"Maximum number of uncompleted guild scheduled events has been reached ({MOST})"
        assert f"I can't add it to this server's events just now: Discord says “{words}”" in answer
        playground.world.delete_scheduled_event(shown(playground)[0])
        await minutes_pass(playground, clock)
        assert len(shown(playground)) == MOST - 1, "it waits for an hour"
        await passes(playground, clock, HOUR)
        assert shown(playground)[-1].name == "Cup"


async def test_two_processes_make_one_event(
    playground: Playground, boss: Person, start: Start, clock: SetClock
) -> None:
    """Both serve the server for a moment, while a shard changes hands."""
    async with start() as bot:
        kit = bot.services.kit.kit
        projector = kit.projector
        other = Projector(
            bot, projector.store, projector.clock, projector.queues, projector.troubles
        )
        other.register(ScheduledEvents(kit, bot.services.domain.tournaments))
        creating: list[bool] = []
        strike = partial(creating.append, True)
        playground.faults.append(Fault("POST", EVENTS, status=0, delay=1, strike=strike))
        asking = asyncio.create_task(say(boss, "create", **CUP, starts_in=48, event=True))
        await playground.wait_for(lambda: creating)
        assert await other.show(MessageKey(MessageKind.EVENT, 1)) is None
        await asking
        await minutes_pass(playground, clock)
        assert [event.name for event in shown(playground)] == ["Cup"]


async def test_tournament_of_a_hidden_channel_has_no_event(
    playground: Playground, boss: Person, start: Start, clock: SetClock
) -> None:
    world, hidden = playground.world, int(Permission.VIEW_CHANNEL)
    world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=hidden)
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, allow=hidden)
    async with start():
        answer = await say(boss, "create", **CUP, starts_in=48, event=True)
        assert "the whole server sees" in answer
        assert shown(playground) == []
        world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, allow=hidden)
        await playground.wait_for(lambda: shown(playground))
        world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=hidden)
        await playground.wait_for(lambda: not shown(playground))


async def test_event_of_a_tournament_that_a_restore_lost_is_taken_away(
    playground: Playground, boss: Person, start: Start, clock: SetClock, tmp_path: Path
) -> None:
    database, copy = tmp_path / "salud.db", tmp_path / "copy.db"
    async with start():
        await boss.command("challenge", {"opponent": str(seed.ADA_ID)})
        await playground.settled()
        assert any(buttons(message, "2:invitation:1:") for message in boss.messages())
        backup(str(database), copy)
        await say(boss, "create", **CUP, starts_in=48, event=True)
        assert len(shown(playground)) == 1
    restore(copy, str(database), "before", clock.now())
    async with start():
        await boss.command("daily")
        await minutes_pass(playground, clock)
        assert shown(playground) == []
