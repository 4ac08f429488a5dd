"""A tournament's event on Discord, from registration to the final."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.tournaments import scheduled_events
from playground import Person, Playground, seed
from playground.clock import MovableClock
from playground.permissions import Permission
from playground.scheduled_events import ACTIVE, CANCELED, COMPLETED, SCHEDULED, ScheduledEvent
from tests.e2e.in_process import bot_here
from tests.e2e.players import answered, text
from tests.match.machine import SetClock
from tests.tiers import exhaustive

HOUR, DAY = 3600, 24 * 3600
CUP = {"name": "Cup", "format": "knockout", "days": 3}
LEAGUE = {"name": "Gold", "format": "league", "days": 7, "group": 4}


@pytest.fixture
def boss(playground: Playground) -> Person:
    allow(playground, int(Permission.CREATE_EVENTS))
    return Person(playground, seed.OWNER_ID)


@pytest.fixture
def clock(playground: Playground) -> SetClock:
    """A clock of the bot that agrees with the playground's."""
    clock = SetClock()
    clock.steps(int(playground.world.clock()) - clock.time)
    return clock


def allow(playground: Playground, bits: int) -> None:
    role = playground.world.guild.roles[seed.BOT_ROLE_ID]
    playground.world.change_role(role.id, permissions=role.permissions | bits)


async def passes(playground: Playground, clock: SetClock, seconds: int) -> None:
    await playground.settled()
    assert isinstance(playground.world.clock, MovableClock)
    playground.world.clock.forward(seconds)
    clock.passes(seconds)
    playground.tick()
    await playground.settled(due=True)


async def say(boss: Person, command: str, **options: object) -> str:
    answer = await boss.command(f"tournament {command}", options)
    assert answer.ok, answer.error
    await boss.playground.settled()
    return text(answered(boss)[-1])


async def join(playground: Playground, boss: Person, number: int = 4) -> None:
    for user, _, _ in seed.PEOPLE[:number]:
        answer = await Person(playground, user).command("tournament join")
        assert answer.ok, answer.error
    await playground.settled()


def events(playground: Playground) -> list[ScheduledEvent]:
    return [*playground.world.guild.scheduled_events.values()]


async def test_event_follows_its_tournament_to_the_end(
    playground: Playground,
    boss: Person,
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        answer = await say(boss, "create", **CUP, starts_in=48, event=True)
        (event,) = events(playground)
        assert f"https://discord.com/events/{seed.GUILD_ID}/{event.id}" in answer
        start = clock.time + 48 * HOUR
        assert (event.name, event.status) == ("Cup", SCHEDULED)
        assert abs(event.start - start) < 5
        assert event.end - event.start == 2 * 3 * DAY, "two rounds of four players"
        panel = next(m for m in boss.messages() if "Nobody is in yet." in text(m))
        path = f"{seed.GUILD_ID}/{seed.TAVERN_ID}/{panel['id']}"
        assert event.location == f"https://discord.com/channels/{path}"
        assert event.description is not None
        assert "Press Join" in event.description
        assert event.description.endswith("\nT1")

        await say(boss, "edit", name="Spring cup", starts_in=72)
        await playground.wait_for(lambda: event.name == "Spring cup")
        assert abs(event.start - (clock.time + 72 * HOUR)) < 5
        await join(playground, boss)
        await say(boss, "start")
        await playground.wait_for(lambda: event.status == ACTIVE)
        assert event.description.startswith("The matches are being played.")
        end = event.end
        await say(boss, "extend", hours=30)
        await playground.wait_for(lambda: event.end == end + 30 * HOUR)
        await say(boss, "end")
        await playground.wait_for(lambda: event.status == COMPLETED)
        assert events(playground) == [event]


@exhaustive
async def test_event_of_a_cancelled_registration_is_cancelled_or_taken_away(
    playground: Playground,
    boss: Person,
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await say(boss, "create", **CUP, starts_in=48, event=True)
        (event,) = events(playground)
        await say(boss, "end")
        await playground.wait_for(lambda: event.status == CANCELED)

        await say(boss, "create", **CUP)
        assert len(events(playground)) == 1, "off by default"
        await say(boss, "edit", event=True)
        _, other = events(playground)
        assert other.status == ACTIVE, "registration without a set end is going on"
        await say(boss, "edit", event=False)
        await playground.wait_for(lambda: events(playground) == [event])


@exhaustive
async def test_missing_permission_is_said_and_the_tournament_is_made(
    playground: Playground, clock: SetClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss = Person(playground, seed.OWNER_ID)
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        answer = await say(boss, "create", **CUP, event=True)
        assert "**Cup** is posted" in answer
        assert "I need the permission **Create Events**" in answer
        answer = await say(boss, "edit", event=True)
        assert answer.endswith("Nothing changed.")
        assert events(playground) == []
        allow(playground, int(Permission.CREATE_EVENTS))
        await playground.settled()
        assert "📅 It is among" in await say(boss, "edit", event=True)
        assert len(events(playground)) == 1


async def test_event_that_a_moderator_removes_is_not_made_again(
    playground: Playground,
    boss: Person,
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await say(boss, "create", **CUP, starts_in=48, event=True)
        (event,) = events(playground)
        playground.world.delete_scheduled_event(event)
        await say(boss, "edit", name="Other cup")
        await playground.settled(due=True)
        assert events(playground) == []
        assert "removed or ended by hand" in await say(boss, "edit", event=True)
        await say(boss, "edit", event=False)
        assert "📅 It is among" in await say(boss, "edit", event=True)
        assert [event.name for event in events(playground)] == ["Other cup"]


@exhaustive
async def test_end_stays_in_the_future_and_a_lapsed_event_is_made_again(
    playground: Playground,
    boss: Person,
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await say(boss, "create", **CUP, event=True)
        (event,) = events(playground)
        end = event.end
        await passes(playground, clock, int(end - clock.time) - HOUR)
        await playground.wait_for(lambda: event.end > end + 12 * HOUR)
        assert event.status == ACTIVE
    await passes(playground, clock, 10 * DAY)
    assert event.status == COMPLETED, "the bot was away"
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await playground.wait_for(lambda: len(events(playground)) == 2)
        await playground.wait_for(lambda: events(playground)[1].status == ACTIVE)
        await playground.settled(due=True)
        assert len(events(playground)) == 2


@exhaustive
async def test_event_whose_id_was_not_stored_is_found_again(
    playground: Playground,
    boss: Person,
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await say(boss, "create", **CUP, starts_in=48, event=True)
        (event,) = events(playground)
    with closing(sqlite3.connect(tmp_path / "salud.db")) as database, database:
        database.execute(
            "UPDATE message SET message = NULL, shown = 0, due = 0, until = 0,"
            " owner = 'killed' WHERE kind = 'event'"
        )
    event.name = "Someone's name"
    async with bot_here(playground, tmp_path, monkeypatch, clock):
        await playground.wait_for(lambda: event.name == "Cup")
        await playground.settled(due=True)
        assert events(playground) == [event]


@exhaustive
async def test_next_season_of_a_league_has_an_event_of_its_own(
    playground: Playground,
    boss: Person,
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        await say(boss, "create", **LEAGUE, starts_in=24, event=True)
        (first,) = events(playground)
        assert first.name == "Gold: season 1"
        await join(playground, boss)
        await say(boss, "start")
        await playground.wait_for(lambda: first.status == ACTIVE)
        tournament = await bot.services.domain.tournaments.load(1)
        stage = tournament.state.stage
        assert stage is not None
        assert first.end == stage.began + 7 * DAY
        # A whole season takes too long here.
        last = tournament.state.events
        monkeypatch.setattr(
            scheduled_events, "_season", lambda state: 2 if state.events > last else 1
        )
        await say(boss, "edit", name="Silver")
        await playground.wait_for(lambda: len(events(playground)) == 2)
        second = events(playground)[1]
        await playground.wait_for(lambda: second.status == ACTIVE)
        assert (first.status, second.name) == (COMPLETED, "Silver: season 2")
