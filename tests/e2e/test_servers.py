"""A server's own settings, its moderators, and the overview of whose turn it is."""

import asyncio
import re
from typing import Any

import pytest

from bot.match.people.servers import Bar
from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from playground.model import PINNED
from playground.permissions import Permission
from tests.e2e import in_process
from tests.e2e.players import alt_texts, boards, buttons, text
from tests.e2e.test_lobby import deny, invitation
from tests.match.machine import SetClock
from tests.patience import PATIENCE
from tests.tiers import exhaustive

bot = in_process.bot

Json = dict[str, Any]


@pytest.fixture
def boss(people: list[Person]) -> Person:
    """Who owns the server."""
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def guest(people: list[Person]) -> Person:
    """Somebody else."""
    return next(person for person in people if person.id == seed.ADA_ID)


async def said(person: Person, command: str, **options: object) -> Json:
    """What a command answers."""
    answer = await person.command(command, options)
    assert answer.ok, answer.error
    assert answer.message is not None
    return answer.message


async def used(
    bot: SaludClient, person: Person, message: Json, custom_id: str, values: list[str] | None = None
) -> Json:
    """A message after somebody has pressed a button in it or chosen in a menu."""
    if values is None:
        answer = await person.press(message, custom_id)
    else:
        answer = await person.select(message, custom_id, values)
    assert answer.ok, answer.error
    await bot.services.in_flight.idle()
    return next(m for m in person.messages() if m["id"] == message["id"])


def chosen(message: Json, what: str) -> list[str]:
    """What a menu of the panel shows as chosen."""
    for row in message["components"][-1]["components"]:
        for item in row.get("components", ()):
            if item["custom_id"] == f"2:setting:{what}":
                return [
                    option["value"] for option in item.get("options", []) if option.get("default")
                ] or [value["id"] for value in item.get("default_values", [])]
    raise AssertionError(f"there is no menu {what}")


async def test_settings_change_at_once(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    """By options and by menus; the panel shows what holds, and play goes by it."""
    shown = await said(boss, "settings", place="channel", noise="quiet")
    assert "In the channel" in text(shown)
    assert [chosen(shown, what) for what in ("place", "noise")] == [["channel"], ["quiet"]]
    shown = await used(bot, boss, shown, "2:setting:channels", [str(seed.QUARRY_ID)])
    assert chosen(shown, "channels") == [str(seed.QUARRY_ID)]
    assert f"<#{seed.QUARRY_ID}>" in text(await said(guest, "practice"))
    assert await bot.services.matches.store.of_user(seed.GUILD_ID, guest.id) == ()
    await guest.command("practice", channel=seed.QUARRY_ID)
    assert boards(guest, seed.QUARRY_ID)
    assert all(channel.thread is None for channel in playground.world.guild.channels.values())


async def test_only_who_manages_the_server(bot: SaludClient, boss: Person, guest: Person) -> None:
    """Discord hides the command from others; a menu that reaches them all the same refuses."""
    assert not (await guest.command("settings")).ok
    shown = await said(boss, "settings")
    assert chosen(shown, "palette") == ["usual"]
    answer = await guest.press(shown["id"], "2:setting:overview", unseen=True)
    del answer
    assert await bot.services.stores.servers.overview(seed.TAVERN_ID) is None


async def test_permissions_are_checked(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    """What is missing is named with what it breaks, and said to who begins a match."""
    shown = await said(boss, "settings")
    assert "nothing is missing" in text(await used(bot, boss, shown, "2:setting:check"))
    deny(playground, Permission.CREATE_PUBLIC_THREADS)
    assert "Create Public Threads" in text(await used(bot, boss, shown, "2:setting:check"))
    told = text(await said(guest, "practice"))
    assert "has started" in told
    assert "no thread for each match" in told
    shown = await used(bot, boss, shown, "2:setting:channels", [str(seed.QUARRY_ID)])
    world = playground.world
    world.set_permissions(seed.QUARRY_ID, seed.BOT_ID, deny=int(Permission.ATTACH_FILES))
    checked = text(await used(bot, boss, shown, "2:setting:check"))
    assert f"<#{seed.QUARRY_ID}>: this is missing.\n❌ **Attach Files**" in checked


@exhaustive
async def test_a_table_that_cannot_be_posted(
    playground: Playground, bot: SaludClient, boss: Person
) -> None:
    """The panel says where it should be, and what is missing there."""
    await bot.services.mornings.begin(seed.GUILD_ID, seed.QUARRY_ID)
    told = text(await said(boss, "settings"))
    assert f"The day's table is posted in <#{seed.QUARRY_ID}>." in told
    assert "missing" not in told
    world = playground.world
    world.set_permissions(seed.QUARRY_ID, seed.BOT_ID, deny=int(Permission.SEND_MESSAGES))
    told = text(await said(boss, "settings"))
    assert f"<#{seed.QUARRY_ID}>: this is missing.\n❌ **Send Messages**" in told


async def test_what_keeps_the_bot_from_working(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, clock: SetClock
) -> None:
    """Is told in the channel that the server has chosen, and settled there; in no direct message
    to the owner."""
    shown = await said(boss, "settings", place="channel")
    shown = await used(bot, boss, shown, "2:setting:troubles", [str(seed.QUARRY_ID)])
    assert chosen(shown, "troubles") == [str(seed.QUARRY_ID)]
    await begun(bot, guest, boss)
    world, pings = playground.world, len(playground.world.pings)
    board = world.find_message(int(boards(guest, seed.TAVERN_ID)[-1]["id"]))
    assert board is not None
    deny(playground, Permission.SEND_MESSAGES)
    world.delete(board)

    async def told(sentence: str) -> str:
        async with asyncio.timeout(PATIENCE):
            while True:
                found = [text(message) for message in guest.messages(seed.QUARRY_ID)]
                if found and sentence in found[-1]:
                    (told,) = found
                    return told
                clock.time += 20
                assert await bot.services.scheduler.look_after() is None
                await bot.services.queues.idle()

    assert f"Matches in <#{seed.TAVERN_ID}>" in await told("**Send Messages**")
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID)
    await told("All of this is settled")
    assert len(world.pings) == pings
    assert seed.OWNER_ID not in world.dms, "the owner was not written to"


@exhaustive
async def test_the_language_of_a_server(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    """What everybody sees is in it; a choice that there is not changes nothing."""
    assert "no such choice" in text(await said(boss, "settings", language="tlh"))
    await said(boss, "settings", language="es")
    assert "The invitation is posted" in text(await said(guest, "open")), "they read English"
    assert any("Quedan 3 asientos libres" in alt for m in guest.messages() for alt in alt_texts(m))


async def test_the_overview_is_kept_true(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, clock: SetClock
) -> None:
    """Pinned once, edited when turns change but not too often, posted again if deleted."""
    await said(boss, "settings", overview=True)
    (first,) = overviews(guest)
    assert "No match is running" in text(first)
    assert first["pinned"]
    await playground.wait_for(
        lambda: not [one for one in guest.messages() if one["type"] == PINNED]
    )
    await begun(bot, guest, boss)
    await timed(bot, 1)
    pings = len(playground.world.pings)
    clock.time += 31
    await guest.command("practice")  # something has changed
    await bot.services.overviews.look_after()
    await bot.services.queues.idle()
    assert "[#1]" in text(overviews(guest)[0])
    assert "⏳ <t:" in text(overviews(guest)[0])
    assert [message["id"] for message in overviews(guest)] == [first["id"]]
    await begun(bot, guest, boss)
    await bot.services.overviews.look_after()
    await bot.services.queues.idle()
    assert "[#3]" not in text(overviews(guest)[0]), "it has just been edited"
    clock.time += 31
    await playground.wait_for(lambda: "[#3]" in text(overviews(guest)[0]))
    assert "[#2]" not in text(overviews(guest)[0]), "a practice is nobody else's business"
    await used(bot, guest, overviews(guest)[0], "2:matches:mine:0")
    assert "Your matches" in text(guest.messages()[-1])
    assert "Whose turn it is" in text(overviews(guest)[0]), "it is answered privately"
    message = playground.world.find_message(int(first["id"]))
    assert message is not None
    playground.world.delete(message)
    await said(boss, "moderate end", match=3)
    clock.time += 31
    await playground.wait_for(lambda: overviews(guest))
    assert overviews(guest)[0]["id"] != first["id"]
    await playground.wait_for(
        lambda: not [one for one in guest.messages() if one["type"] == PINNED]
    )
    assert "[#3]" not in text(overviews(guest)[0])
    assert len(playground.world.pings) - pings <= 3, "the invitation, the first turn, the end"
    await said(boss, "settings", overview=False)
    assert overviews(guest) == []


async def timed(bot: SaludClient, match: int) -> None:
    """Let happen what is due until time runs: the board was seen to be where somebody sees it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            times = await bot.services.timing_services.timekeeper.times(
                await bot.services.matches.look(match)
            )
            if any(time.due is not None for time in times.people):
                return
            assert await bot.services.scheduler.look_after() is None
            await bot.services.queues.idle()


async def begun(bot: SaludClient, host: Person, other: Person) -> None:
    """A match of two that has begun."""
    await said(host, "challenge", opponent=str(other.id))
    message = invitation(host)
    await other.press(message["id"], next(i for i in buttons(message) if i.endswith("accept")))
    await bot.services.in_flight.idle()


def overviews(person: Person) -> list[Json]:
    """The overviews in the tavern."""
    return [m for m in person.messages() if "Whose turn it is" in text(m)]


async def test_moderators_end_matches(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    """Its players read it in the match's place; nobody else may."""
    ann, ben = people[1], people[2]
    await ann.command("challenge", {"opponent": str(ben.id)})
    await ben.press(invitation(ann)["id"], "2:invitation:1:accept")
    await bot.services.in_flight.idle()
    assert not (await ann.command("moderate end", {"match": 1})).ok
    assert "no such match" in text(await said(boss, "moderate end", match=9))
    offered = await boss.autocomplete("moderate end", "match", "1")
    assert [choice["value"] for choice in offered] == [1]
    assert "without a result" in text(await said(boss, "moderate end", match=1))
    place = int(invitation(ann)["id"])
    assert any("moderator" in text(m) for m in ben.messages(place))
    assert "over" in text(await said(boss, "moderate end", match=1))


async def test_moderators_bar_people(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    """Who is barred reads it, as does who challenges them; hosts hear that they can't come."""
    ann, ben = people[1], people[2]
    await ann.command("challenge", {"opponent": str(ben.id)})
    told = text(await said(boss, "moderate bar", member=str(ben.id)))
    assert "can't start or join" in told
    assert "by direct message" in told
    direct = playground.world.dm_with(ben.id)
    assert "The Three Mountains" in text(ben.messages(direct.id)[-1])
    assert len(ann.pings()) == 1
    assert "can't make it this time" in text(ann.messages()[-1])
    assert "barred you" in text(await said(ben, "practice"))
    refused = text(await said(ann, "challenge", opponent=str(ben.id)))
    assert f"No challenges reach {ben.mention}" in refused, "why is nobody else's business"
    assert ben.mention in text(await said(boss, "moderate barred"))
    await said(boss, "moderate unbar", member=str(ben.id))
    assert "has started" in text(await said(ben, "practice"))
    assert "isn't barred" in text(await said(boss, "moderate unbar", member=str(ben.id)))


async def test_a_bar_outlasts_being_forgotten(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    """Nobody lifts their own bar; the list names nobody, and a moderator lifts it by a name."""
    ben = people[2]
    await said(boss, "moderate bar", member=str(ben.id))
    question = await said(ben, "mydata forget")
    assert "you stay barred" in text(question)
    await ben.press(question, "2:mydata:forget")
    await playground.wait_for(lambda: any("You are forgotten" in text(m) for m in ben.messages()))
    assert "barred you" in text(await said(ben, "practice"))
    assert "you were forgotten: the bar stays" in text(await said(ben, "mydata show"))
    listed = text(await said(boss, "moderate barred"))
    assert "someone who was forgotten" in listed
    assert boss.mention in listed
    assert str(ben.id) not in listed
    assert "already barred here" in text(await said(boss, "moderate bar", member=str(ben.id)))
    await said(boss, "moderate unbar", member=str(ben.id))
    assert "Nobody is barred" in text(await said(boss, "moderate barred"))
    assert "has started" in text(await said(ben, "practice"))


@exhaustive
async def test_the_list_of_barred_people_has_pages(bot: SaludClient, boss: Person) -> None:
    """However many they are, moderators can read who, and nobody else can."""
    for user in range(10**18, 10**18 + 45):
        await bot.services.stores.servers.bar(seed.GUILD_ID, Bar(user, boss.id, 1_700_000_000))
    shown = await said(boss, "moderate barred")
    pages = [text(shown)]
    for page in (1, 2):
        shown = await used(bot, boss, shown, f"2:barred:{page}")
        pages.append(text(shown))
    assert "Page 3 of 3" in pages[-1]
    listed = re.findall(r"<@(1\d{18})>", "\n".join(pages))
    assert listed == [str(user) for user in range(10**18, 10**18 + 45)]


@exhaustive
async def test_hosts_are_told(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    """Of a decline that stands, of an end of time when it comes: one ping each, for the host."""
    ann, ben = people[1], people[2]
    await ann.command("challenge", {"opponent": str(ben.id), "opponent2": str(people[3].id)})
    await ben.press(invitation(ann)["id"], "2:invitation:1:decline")
    await bot.services.in_flight.idle()
    await bot.services.scheduler.look_after()
    assert ann.pings() == [], "it may be taken back"
    clock.time += 60
    await playground.wait_for(lambda: len(ann.pings()) == 1)
    assert "**Bruno** can't make it this time" in text(ann.messages()[-1])
    clock.time += 25 * 3600
    await playground.wait_for(lambda: len(ann.pings()) == 2)
    assert "**Chloé** didn't answer" in text(ann.messages()[-1])
    await bot.services.scheduler.look_after()
    await bot.services.queues.idle()
    assert len(ann.pings()) == 2


async def test_lists_of_matches(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    """By pages, those that wait for me first; all of the server by a button."""
    ann, ben = people[1], people[2]
    for _ in range(9):
        await ann.command("practice")
    await ben.command("practice")
    await ben.command("challenge", {"opponent": str(ann.id)})
    shown = await said(ann, "matches")
    assert "**your answer**" in text(shown)
    assert "Page 1 of 2" in text(shown)
    after = await used(bot, ann, shown, "2:matches:mine:1")
    assert "Page 2 of 2" in text(after)
    numbers = re.findall(r"\[#(\d+)\]", text(shown) + text(after))
    assert sorted(map(int, numbers)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
    after = await used(bot, ann, after, "2:matches:server:0")
    assert "All matches in this server" in text(after)
    for page in (1, 2):
        after = await used(bot, ann, after, f"2:matches:server:{page}")
    assert "[#10]" in text(after)
    assert "Bruno" in text(after)
