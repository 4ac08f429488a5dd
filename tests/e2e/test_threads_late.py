"""A thread that Discord does not create immediately: only its own match waits."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cogs.app.client import SaludClient
from playground import Person, Playground, known_faults, seed
from playground.faults import Fault
from playground.permissions import Permission
from tests.e2e import in_process
from tests.e2e.in_process import bot_here
from tests.e2e.players import boards, buttons, parts, text
from tests.e2e.test_lobby import deny, invitation
from tests.e2e.test_nonces import brought
from tests.e2e.test_servers import answer_to, begin, use_control
from tests.match.machine import SetClock
from tests.tiers import every, exhaustive

bot = in_process.bot

TAVERN = seed.TAVERN_ID


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def guest(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.ADA_ID)


def threads(playground: Playground) -> list[int]:
    channels = playground.world.guild.channels.values()
    return [channel.id for channel in channels if channel.thread is not None]


async def pass_time(bot: SaludClient, clock: SetClock, seconds: int, step: int = 30) -> None:
    for _ in range(0, seconds, step):
        clock.time += step
        await brought(bot)


def limit(playground: Playground, times: int = 1) -> None:
    playground.faults.append(
        Fault("POST", known_faults.MESSAGE_THREADS, 429, times, retry_after=219.05, scope="shared")
    )


async def test_match_waits_for_thread_while_discord_limits_them(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, clock: SetClock
) -> None:
    limit(playground)
    await begin(bot, guest, boss)
    await brought(bot)
    assert boards(guest, TAVERN) == []
    assert "its thread is on its way" in text(invitation(guest))
    await pass_time(bot, clock, 180)
    assert threads(playground) == [], "Discord asked to wait for 219 seconds"
    await pass_time(bot, clock, 60)
    (thread,) = threads(playground)
    assert boards(guest, thread)
    assert boards(guest, TAVERN) == []
    links = [part["url"] for part in parts(invitation(guest)) if "url" in part]
    assert [link.rpartition("/")[2] for link in links] == [str(thread)]


@exhaustive
async def test_limit_holds_for_all_matches_of_a_channel(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    """The second match makes no request until the wait is over."""
    limit(playground, times=1)
    await begin(bot, people[0], people[1])
    await brought(bot)
    await answer_to(people[2], "practice", public=True)
    await brought(bot)
    assert threads(playground) == []
    await pass_time(bot, clock, 240)
    assert len(threads(playground)) == 2
    assert boards(people[0], TAVERN) == []


async def test_match_waits_for_thread_across_a_restart(
    playground: Playground,
    people: list[Person],
    clock: SetClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit(playground)
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        await begin(bot, people[0], people[1])
        await brought(bot)
        assert threads(playground) == []
    clock.time += 240
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        await playground.wait_for(lambda: threads(playground))
        (thread,) = threads(playground)
        await playground.wait_for(lambda: boards(people[0], thread))


@pytest.mark.parametrize(
    "fault",
    every([known_faults.thread_answer_cut, known_faults.threads_unavailable]),
    ids=["cut", "503"],
)
async def test_thread_is_made_once_after_an_accident(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    guest: Person,
    fault: Callable[[], Fault],
) -> None:
    playground.faults.append(fault())
    await begin(bot, guest, boss)
    await brought(bot)
    (thread,) = threads(playground)
    assert boards(guest, thread)
    assert boards(guest, TAVERN) == []


@exhaustive
async def test_thread_is_adopted_if_its_answer_was_lost_before_a_limit(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, clock: SetClock
) -> None:
    playground.faults.append(known_faults.thread_answer_cut())
    limit(playground)
    await begin(bot, guest, boss)
    await brought(bot)
    (thread,) = threads(playground)
    assert boards(guest, thread) == []
    await pass_time(bot, clock, 240)
    assert threads(playground) == [thread]
    assert boards(guest, thread)


@exhaustive
async def test_match_goes_to_channel_after_an_hour(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, clock: SetClock
) -> None:
    limit(playground, times=1000)
    await begin(bot, guest, boss)
    await pass_time(bot, clock, 3300, step=300)
    assert boards(guest, TAVERN) == []
    await pass_time(bot, clock, 2400, step=300)
    assert boards(guest, TAVERN)


@exhaustive
async def test_waiting_match_can_be_played_in_channel(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, clock: SetClock
) -> None:
    limit(playground)
    await begin(bot, guest, boss)
    await brought(bot)
    await answer_to(guest, "board", match=1)
    assert boards(guest, TAVERN)
    await pass_time(bot, clock, 300)
    assert threads(playground) == []
    await answer_to(guest, "board", match=1, thread=True)
    (thread,) = threads(playground)
    assert boards(guest, thread)
    await brought(bot)
    assert boards(guest, TAVERN) == []


@pytest.mark.parametrize("cause", every(["cap", "permission"]))
async def test_server_reads_why_there_are_no_threads(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    guest: Person,
    clock: SetClock,
    cause: str,
) -> None:
    """The match is played in the channel until a player moves it to a thread."""
    panel = await answer_to(boss, "settings")
    await use_control(bot, boss, panel, "2:setting:troubles", [str(seed.QUARRY_ID)])
    world = playground.world
    if cause == "cap":
        most, world.most_active_threads = world.most_active_threads, 0
    else:
        deny(playground, Permission.CREATE_PUBLIC_THREADS)
    await begin(bot, guest, boss)
    await brought(bot)
    assert boards(guest, TAVERN)
    await pass_time(bot, clock, 120)
    (report,) = [text(message) for message in guest.messages(seed.QUARRY_ID)]
    assert f"Threads for matches in <#{TAVERN}>" in report
    assert "/board thread:True" in report
    refused = text(await answer_to(guest, "board", match=1, thread=True))
    assert "Nothing changed" in refused
    if cause == "cap":
        assert "as many open threads as Discord allows" in report
        assert "Maximum number of active threads" in refused
        world.most_active_threads = most
    else:
        assert "**Create Public Threads**" in report
        world.set_permissions(TAVERN, seed.BOT_ID)
    await answer_to(guest, "board", match=1, thread=True)
    await brought(bot)
    (thread,) = threads(playground)
    assert boards(guest, thread)
    assert boards(guest, TAVERN) == []
    await pass_time(bot, clock, 120)
    (report,) = [text(message) for message in guest.messages(seed.QUARRY_ID)]
    assert "All of this is settled" in report


async def cup_in_channel(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> tuple[Person, int]:
    """Start a knockout of four without threads; return a player and their match."""
    players = [person for person in people if person.id != boss.id][:4]
    await answer_to(boss, "tournament create", name="Cup", format="knockout", seats=2)
    panel = next(m for m in boss.messages() if buttons(m, "2:tournament:"))
    join = next(
        custom_id for custom_id in buttons(panel, "2:tournament:") if custom_id.endswith(":join")
    )
    for person in players:
        assert (await person.press(panel["id"], join)).ok
    deny(playground, Permission.CREATE_PUBLIC_THREADS)
    await answer_to(boss, "tournament start")
    await playground.wait_for(lambda: len(boards(boss, TAVERN)) == 2)
    await brought(bot)
    assert threads(playground) == []
    match = int(next(iter(buttons(boards(boss, TAVERN)[0], "2:match:"))).split(":")[2])
    loaded = await bot.services.matches.load(match)
    return next(person for person in players if person.id in loaded.roster.people), match


async def test_moderator_moves_all_matches_of_a_tournament_into_threads(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    _, match = await cup_in_channel(playground, bot, boss, people)
    refused = text(await answer_to(boss, "board", match=match, thread=True))
    assert "I lack the permissions for threads" in refused
    playground.world.set_permissions(TAVERN, seed.BOT_ID)
    pings = len(playground.world.pings)
    answer = text(await answer_to(boss, "board", match=match, thread=True))
    assert "2 matches of the tournament have moved into threads." in answer
    await brought(bot)
    first, second = threads(playground)
    assert [len(boards(boss, place)) for place in (first, second, TAVERN)] == [1, 1, 0]
    called = [user for _, user in playground.world.pings[pings:]]
    assert len(called) == len(set(called)) == 2, "one ping per match, for the player in turn"
    assert "No running match" in text(await answer_to(boss, "board", match=match, thread=True))


@exhaustive
async def test_player_moves_only_their_own_match_of_a_tournament(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    player, match = await cup_in_channel(playground, bot, boss, people)
    playground.world.set_permissions(TAVERN, seed.BOT_ID)
    await answer_to(player, "board", match=match, thread=True)
    await brought(bot)
    assert len(threads(playground)) == len(boards(boss, TAVERN)) == 1


async def test_frozen_match_keeps_no_other_match_of_its_tournament_in_the_channel(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person], tmp_path: Path
) -> None:
    _, match = await cup_in_channel(playground, bot, boss, people)
    playground.world.set_permissions(TAVERN, seed.BOT_ID)
    tables = await bot.services.stores.tournaments.matches(1)
    (other,) = (table.match for table in tables if table.match != match)
    with closing(sqlite3.connect(tmp_path / "salud.db")) as connection, connection:
        connection.execute("UPDATE log SET digest = 'ffff' WHERE match = ? AND seq = 0", (other,))
    assert not await bot.services.matches.verify(other), "it can't be replayed, so it stays frozen"
    answer = text(await answer_to(boss, "board", match=match, thread=True))
    assert "1 match of the tournament has moved into a thread." in answer
    await brought(bot)
    assert len(threads(playground)) == 1
