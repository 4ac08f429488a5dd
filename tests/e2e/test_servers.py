"""A server's settings, its moderators, and the overview of running matches."""

import asyncio
import re
from typing import Any

import pytest

from bot.match.people.messages import MessageKey, MessageKind
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
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def guest(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.ADA_ID)


async def answer_to(person: Person, command: str, **options: object) -> Json:
    answer = await person.command(command, options)
    assert answer.ok, answer.error
    assert answer.message is not None
    return answer.message


async def use_control(
    bot: SaludClient, person: Person, message: Json, custom_id: str, values: list[str] | None = None
) -> Json:
    """Return a message after pressing a button in it, or choosing in a menu."""
    if values is None:
        answer = await person.press(message, custom_id)
    else:
        answer = await person.select(message, custom_id, values)
    assert answer.ok, answer.error
    await bot.services.kit.in_flight.idle()
    return next(m for m in person.messages() if m["id"] == message["id"])


def selected(message: Json, setting: str) -> list[str]:
    for row in message["components"][-1]["components"]:
        for item in row.get("components", ()):
            if item["custom_id"] == f"2:setting:{setting}":
                return [
                    option["value"] for option in item.get("options", []) if option.get("default")
                ] or [value["id"] for value in item.get("default_values", [])]
    raise AssertionError(f"there is no menu {setting}")


async def test_settings_take_effect_immediately_by_option_and_menu(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    panel = await answer_to(boss, "settings", place="channel", noise="quiet")
    assert "In the channel" in text(panel)
    assert selected(panel, "place") == ["channel"], "the page of the first option"
    panel = await use_control(bot, boss, panel, "2:setting:page_messages")
    assert selected(panel, "noise") == ["quiet"]
    panel = await use_control(bot, boss, panel, "2:setting:page_start")
    panel = await use_control(bot, boss, panel, "2:setting:channels", [str(seed.QUARRY_ID)])
    assert selected(panel, "channels") == [str(seed.QUARRY_ID)]
    assert f"<#{seed.QUARRY_ID}>" in text(await answer_to(guest, "practice", public=True))
    assert await bot.services.matches.store.of_user(seed.GUILD_ID, guest.id) == ()
    await guest.command("practice", {"public": True}, channel=seed.QUARRY_ID)
    assert boards(guest, seed.QUARRY_ID)
    assert all(channel.thread is None for channel in playground.world.guild.channels.values())


async def test_only_managers_can_change_settings(
    bot: SaludClient, boss: Person, guest: Person
) -> None:
    """Discord hides the command from others, but a menu can still reach them."""
    assert not (await guest.command("settings")).ok
    panel = await answer_to(boss, "settings")
    panel = await use_control(bot, boss, panel, "2:setting:page_messages")
    assert selected(panel, "palette") == ["usual"]
    answer = await guest.press(panel["id"], "2:setting:overview", unseen=True)
    del answer
    assert (
        await bot.services.stores.messages.row(MessageKey(MessageKind.OVERVIEW, seed.TAVERN_ID))
        is None
    )


async def test_missing_permissions_are_named_with_their_effect(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    panel = await answer_to(boss, "settings")
    assert "nothing is missing" in text(await use_control(bot, boss, panel, "2:setting:check"))
    deny(playground, Permission.CREATE_PUBLIC_THREADS)
    assert "Create Public Threads" in text(await use_control(bot, boss, panel, "2:setting:check"))
    answer = text(await answer_to(guest, "practice", public=True))
    assert "has started" in answer
    assert "no thread for each match" in answer
    panel = await use_control(bot, boss, panel, "2:setting:channels", [str(seed.QUARRY_ID)])
    world = playground.world
    world.set_permissions(seed.QUARRY_ID, seed.BOT_ID, deny=int(Permission.ATTACH_FILES))
    checked = text(await use_control(bot, boss, panel, "2:setting:check"))
    assert f"<#{seed.QUARRY_ID}>: this is missing.\n❌ **Attach Files**" in checked


@exhaustive
async def test_panel_names_missing_permissions_of_the_daily_table_s_channel(
    playground: Playground, bot: SaludClient, boss: Person
) -> None:
    await bot.services.kit.mornings.begin(seed.GUILD_ID, seed.QUARRY_ID)
    panel = await answer_to(boss, "settings")
    panel_text = text(await use_control(bot, boss, panel, "2:setting:page_messages"))
    assert f"The day's table is posted in <#{seed.QUARRY_ID}>." in panel_text
    assert "missing" not in panel_text
    world = playground.world
    world.set_permissions(seed.QUARRY_ID, seed.BOT_ID, deny=int(Permission.SEND_MESSAGES))
    panel_text = text(await answer_to(boss, "settings"))
    assert f"<#{seed.QUARRY_ID}>: this is missing.\n❌ **Send Messages**" in panel_text


async def test_problems_are_reported_in_the_chosen_channel_and_not_to_the_owner(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, clock: SetClock
) -> None:
    panel = await answer_to(boss, "settings", place="channel")
    panel = await use_control(bot, boss, panel, "2:setting:page_start")
    panel = await use_control(bot, boss, panel, "2:setting:troubles", [str(seed.QUARRY_ID)])
    assert selected(panel, "troubles") == [str(seed.QUARRY_ID)]
    await begin(bot, guest, boss)
    world, pings = playground.world, len(playground.world.pings)
    board = world.find_message(int(boards(guest, seed.TAVERN_ID)[-1]["id"]))
    assert board is not None
    deny(playground, Permission.SEND_MESSAGES)
    world.delete(board)

    async def latest_report(sentence: str) -> str:
        async with asyncio.timeout(PATIENCE):
            while True:
                reports = [text(message) for message in guest.messages(seed.QUARRY_ID)]
                if reports and sentence in reports[-1]:
                    (report,) = reports
                    return report
                clock.time += 20
                assert await bot.services.scheduler.look_after() is None
                await bot.services.queues.idle()

    assert f"Matches in <#{seed.TAVERN_ID}>" in await latest_report("**Send Messages**")
    world.set_permissions(seed.TAVERN_ID, seed.BOT_ID)
    await latest_report("All of this is settled")
    assert len(world.pings) == pings
    assert seed.OWNER_ID not in world.dms, "the owner got no direct message"


@exhaustive
async def test_server_s_language_applies_to_public_messages(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    assert "isn't in the list" in text(await answer_to(boss, "settings", language="tlh"))
    await answer_to(boss, "settings", language="es")
    assert "The invitation is posted" in text(await answer_to(guest, "open")), (
        "private answers are in the reader's language"
    )
    assert any("Quedan 3 asientos libres" in alt for m in guest.messages() for alt in alt_texts(m))


async def test_overview_is_pinned_updated_and_replaced(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, clock: SetClock
) -> None:
    await answer_to(boss, "settings", overview=True)
    (first,) = overviews(guest)
    assert "No match is running" in text(first)
    assert first["pinned"]
    await playground.wait_for(
        lambda: not [message for message in guest.messages() if message["type"] == PINNED]
    )
    await begin(bot, guest, boss)
    await timed(bot, 1)
    pings = len(playground.world.pings)
    await bot.services.queues.idle()  # a jump of the clock takes the lease of work under way
    clock.time += 31
    await guest.command("practice", {"public": True})  # a change for the overview
    await bot.services.kit.kit.projector.look_after()
    await bot.services.queues.idle()
    assert "[#1]" in text(overviews(guest)[0])
    assert "⏳ <t:" in text(overviews(guest)[0])
    assert [message["id"] for message in overviews(guest)] == [first["id"]]
    await begin(bot, guest, boss)
    await bot.services.kit.kit.projector.look_after()
    await bot.services.queues.idle()
    assert "[#3]" not in text(overviews(guest)[0]), "the overview was edited too recently"
    clock.time += 31
    await playground.wait_for(lambda: "[#3]" in text(overviews(guest)[0]))
    assert "[#2]" not in text(overviews(guest)[0]), "practice is not listed"
    await use_control(bot, guest, overviews(guest)[0], "2:matches:mine:0")
    assert "Your matches" in text(guest.messages()[-1])
    assert "Whose turn it is" in text(overviews(guest)[0]), "the list is a private answer"
    message = playground.world.find_message(int(first["id"]))
    assert message is not None
    playground.world.delete(message)
    await answer_to(boss, "moderate end", match=3)
    clock.time += 31
    await playground.wait_for(lambda: overviews(guest))
    assert overviews(guest)[0]["id"] != first["id"]
    await playground.wait_for(
        lambda: not [message for message in guest.messages() if message["type"] == PINNED]
    )
    await playground.wait_for(lambda: "[#3]" not in text(overviews(guest)[0]))
    assert len(playground.world.pings) - pings <= 3, "the invitation, the first turn, the end"
    await answer_to(boss, "settings", overview=False)
    assert overviews(guest) == []


async def timed(bot: SaludClient, match: int) -> None:
    """Run due work until a clock runs, which needs a player who can read the board."""
    async with asyncio.timeout(PATIENCE):
        while True:
            times = await bot.services.domain.timing.timekeeper.times(
                await bot.services.matches.load(match)
            )
            if any(time.due is not None for time in times.people):
                return
            assert await bot.services.scheduler.look_after() is None
            await bot.services.queues.idle()


async def begin(bot: SaludClient, host: Person, other: Person) -> None:
    await answer_to(host, "challenge", opponent=str(other.id))
    message = invitation(host)
    await other.press(message["id"], next(i for i in buttons(message) if i.endswith("accept")))
    await bot.services.kit.in_flight.idle()


def overviews(person: Person) -> list[Json]:
    return [m for m in person.messages() if "Whose turn it is" in text(m)]


async def test_moderator_ends_a_match_and_its_players_read_so(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    ann, ben = people[1], people[2]
    await ann.command("challenge", {"opponent": str(ben.id)})
    await ben.press(invitation(ann)["id"], "2:invitation:1:accept")
    await bot.services.kit.in_flight.idle()
    assert not (await ann.command("moderate end", {"match": 1})).ok
    assert "no such match" in text(await answer_to(boss, "moderate end", match=9))
    offered = await boss.autocomplete("moderate end", "match", "1")
    assert [choice["value"] for choice in offered] == [1]
    assert "without a result" in text(await answer_to(boss, "moderate end", match=1))
    place = int(invitation(ann)["id"])
    assert any("moderator" in text(m) for m in ben.messages(place))
    assert "over" in text(await answer_to(boss, "moderate end", match=1))


async def test_barred_member_and_challengers_read_of_the_bar(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    ann, ben = people[1], people[2]
    await ann.command("challenge", {"opponent": str(ben.id)})
    answer = text(await answer_to(boss, "moderate bar", member=str(ben.id)))
    assert "can't start or join" in answer
    assert "by direct message" in answer
    direct = playground.world.dm_with(ben.id)
    assert "The Three Mountains" in text(ben.messages(direct.id)[-1])
    assert len(ann.pings()) == 1
    assert "can't make it this time" in text(ann.messages()[-1])
    assert "barred you" in text(await answer_to(ben, "practice", public=True))
    refused = text(await answer_to(ann, "challenge", opponent=str(ben.id)))
    assert f"No challenges reach {ben.mention}" in refused, "the reason stays private"
    assert ben.mention in text(await answer_to(boss, "moderate barred"))
    await answer_to(boss, "moderate unbar", member=str(ben.id))
    assert "has started" in text(await answer_to(ben, "practice", public=True))
    assert "isn't barred" in text(await answer_to(boss, "moderate unbar", member=str(ben.id)))


async def test_bar_outlasts_being_forgotten(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    """The list of bars names no one; a moderator can still lift the bar by naming the member."""
    ben = people[2]
    await answer_to(boss, "moderate bar", member=str(ben.id))
    question = await answer_to(ben, "mydata forget")
    assert "you stay barred" in text(question)
    await ben.press(question, "2:mydata:forget")
    await playground.wait_for(lambda: any("You are forgotten" in text(m) for m in ben.messages()))
    assert "barred you" in text(await answer_to(ben, "practice", public=True))
    assert "you were forgotten: the bar stays" in text(await answer_to(ben, "mydata show"))
    listed = text(await answer_to(boss, "moderate barred"))
    assert "someone who was forgotten" in listed
    assert boss.mention in listed
    assert str(ben.id) not in listed
    assert "already barred here" in text(await answer_to(boss, "moderate bar", member=str(ben.id)))
    await answer_to(boss, "moderate unbar", member=str(ben.id))
    assert "Nobody is barred" in text(await answer_to(boss, "moderate barred"))
    assert "has started" in text(await answer_to(ben, "practice", public=True))


@exhaustive
async def test_list_of_barred_members_has_pages(bot: SaludClient, boss: Person) -> None:
    for user in range(10**18, 10**18 + 45):
        await bot.services.stores.servers.bar(seed.GUILD_ID, Bar(user, boss.id, 1_700_000_000))
    bar_list = await answer_to(boss, "moderate barred")
    pages = [text(bar_list)]
    for page in (1, 2):
        bar_list = await use_control(bot, boss, bar_list, f"2:barred:{page}")
        pages.append(text(bar_list))
    assert "Page 3 of 3" in pages[-1]
    listed = re.findall(r"<@(1\d{18})>", "\n".join(pages))
    assert listed == [str(user) for user in range(10**18, 10**18 + 45)]


@exhaustive
async def test_host_is_pinged_once_for_a_lasting_decline_and_for_expiry(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    ann, ben = people[1], people[2]
    await ann.command("challenge", {"opponent": str(ben.id), "opponent2": str(people[3].id)})
    await ben.press(invitation(ann)["id"], "2:invitation:1:decline")
    await bot.services.kit.in_flight.idle()
    await bot.services.scheduler.look_after()
    assert ann.pings() == [], "the decline can still be taken back"
    clock.time += 60
    await playground.wait_for(lambda: len(ann.pings()) == 1)
    assert "**Bruno** can't make it this time" in text(ann.messages()[-1])
    clock.time += 25 * 3600
    await playground.wait_for(lambda: len(ann.pings()) == 2)
    assert "**Chloé** didn't answer" in text(ann.messages()[-1])
    await bot.services.scheduler.look_after()
    await bot.services.queues.idle()
    assert len(ann.pings()) == 2


async def test_list_of_matches_has_pages_and_can_show_the_whole_server(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, ben = people[1], people[2]
    for _ in range(9):
        await ann.command("practice", {"public": True})
    await ben.command("practice", {"public": True})
    await ben.command("challenge", {"opponent": str(ann.id)})
    first_page = await answer_to(ann, "matches")
    assert "**your answer**" in text(first_page)
    assert "Page 1 of 2" in text(first_page)
    after = await use_control(bot, ann, first_page, "2:matches:mine:1")
    assert "Page 2 of 2" in text(after)
    numbers = re.findall(r"\[#(\d+)\]", text(first_page) + text(after))
    assert sorted(map(int, numbers)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
    after = await use_control(bot, ann, after, "2:matches:server:0")
    assert "All matches in this server" in text(after)
    for page in (1, 2):
        after = await use_control(bot, ann, after, f"2:matches:server:{page}")
    assert "[#10]" in text(after)
    assert "Bruno" in text(after)
