"""Push notifications: receivers, and the text on the lock screen."""

import asyncio

import discord
import pytest
from discord import ui

from playground import Person, Playground, seed
from playground.client_events import ready
from playground.errors import Json
from playground.mentions import unresolved
from playground.model import Push
from playground.pushes import LONGEST
from tests.playground.conftest import Bot


def last(playground: Playground) -> Push:
    return playground.world.pushes[-1]


async def test_preview_is_content(bot: Bot, playground: Playground, ada: Person) -> None:
    await bot.tavern.send(f"{ada.mention}, **it's your turn**")
    push = last(playground)
    assert (push.user_id, push.author, push.place) == (ada.id, "Bot", "#tavern")
    assert push.preview == "@Ada, it's your turn"
    assert push.at == playground.world.clock()


async def test_preview_of_components_v2_is_blank(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(f"Your turn, {ada.mention}")))
    message = await bot.tavern.send(view=view)
    assert ada.pings() == [message.id]
    assert last(playground).preview == ""


async def test_upgrade_to_components_keeps_first_preview(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    message = await bot.tavern.send(f"Your turn, {ada.mention}")
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"The board, {ada.mention}"))
    edited = await message.edit(content=None, view=view)
    assert (edited.content, edited.flags.components_v2) == ("", True)
    assert [push.preview for push in playground.world.pushes] == ["Your turn, @Ada"]


@pytest.mark.parametrize(
    ("content", "preview"),
    [
        ("# Turn\n> *roll* __now__ ~~no~~ ||secret||", "Turn roll now no secret"),
        ("<:die_6:830000000000000999> <a:wave:830000000000000998>", ":die_6: :wave:"),
        (f"see <#{seed.QUARRY_ID}> and <#1>", "see #quarry and #unknown"),
        (f"<@&{seed.MODERATOR_ROLE_ID}>", "@Moderator"),
        ("`**code**` and ```py\n_x_```", "**code** and _x_"),
        (r"2 \* 3 \* 4, snake_case_name", "2 * 3 * 4, snake_case_name"),
        ("[rules](https://example.org) </board:830000000000000997>", "rules /board"),
        ("w" * 200, "w" * (LONGEST - 1 - len("@Ada ")) + "…"),
    ],
)
async def test_preview_is_plain_text(
    bot: Bot, playground: Playground, ada: Person, content: str, preview: str
) -> None:
    await bot.tavern.send(f"{ada.mention}\n{content}")
    assert last(playground).preview == f"@Ada {preview}"


async def test_preview_names_only_resolved_users(
    bot: Bot, playground: Playground, ada: Person, bruno: Person
) -> None:
    allowed = discord.AllowedMentions(users=[discord.Object(ada.id)])
    text = f"{ada.mention} against {bruno.mention}"
    await bot.tavern.send(text, allowed_mentions=allowed)
    assert last(playground).preview == "@Ada against @unknown-user"
    playground.world.large_servers = False
    await bot.tavern.send(text, allowed_mentions=allowed)
    assert last(playground).preview == "@Ada against @Bruno"


async def test_unresolved_lists_users_missing_from_mentions(
    bot: Bot, ada: Person, bruno: Person
) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.Section(ui.TextDisplay(ada.mention), accessory=ui.Button(label="x", custom_id="x"))
    )
    view.add_item(ui.Container(ui.TextDisplay(rf"{bruno.mention} `<@1>` \<@2>")))
    allowed = discord.AllowedMentions(users=[discord.Object(ada.id)])
    await bot.tavern.send(view=view, allowed_mentions=allowed)
    assert unresolved(ada.messages()[-1]) == [bruno.id]
    assert [push.user_id for push in ada.pushes()] == [ada.id]


async def test_direct_messages_notify_without_mention(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    user = await bot.fetch_user(ada.id)
    await user.send("It's your turn.")
    push = last(playground)
    assert (push.user_id, push.place, push.preview) == (ada.id, "", "It's your turn.")
    assert ada.pings() == [], "only mentions count as pings"


async def test_silent_message_sends_no_push(bot: Bot, playground: Playground, ada: Person) -> None:
    message = await bot.tavern.send(ada.mention, silent=True)
    assert [user.id for user in message.mentions] == [ada.id]
    assert playground.world.pushes == []


async def test_tab_gets_only_its_users_pushes(
    bot: Bot, playground: Playground, ada: Person, bruno: Person
) -> None:
    tabs = {person.id: playground.tabs.open(person.id) for person in (ada, bruno)}
    await bot.tavern.send(f"Your turn, {ada.mention}")
    heard = {
        user: [event["d"] for event in waiting(queue) if event["t"] == "PUSH"]
        for user, queue in tabs.items()
    }
    assert [push["preview"] for push in heard[ada.id]] == ["Your turn, @Ada"]
    assert heard[bruno.id] == []
    opened = ready(playground.world, ada.id, online=True)
    assert opened["pushes"] == heard[ada.id]


def waiting(queue: asyncio.Queue[Json]) -> list[Json]:
    return [queue.get_nowait() for _ in range(queue.qsize())]


async def test_adding_to_thread_posts_note_and_pings(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    await thread.add_user(discord.Object(ada.id))
    note = ada.messages(thread.id)[-1]
    assert (note["type"], [user["id"] for user in note["mentions"]]) == (1, [str(ada.id)])
    assert ada.pings() == [int(note["id"])]
    assert last(playground).preview == "Bot added Ada to the thread."
    assert last(playground).place == "Match"
    await thread.add_user(discord.Object(ada.id))
    assert len(ada.pings()) == 1, "a member is not added again"


async def test_mention_adds_to_thread_without_note(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    message = await thread.send(f"Your turn, {ada.mention}")
    assert ada.pings() == [message.id]
    assert [shown["type"] for shown in ada.messages(thread.id)] == [21, 0]
    assert ada.id in {member.id for member in await thread.fetch_members()}


async def test_mention_in_edit_adds_to_thread_without_ping(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    message = await thread.send("Board")
    await message.edit(content=f"Board of {ada.mention}")
    assert ada.id in {member.id for member in await thread.fetch_members()}
    assert [shown["type"] for shown in ada.messages(thread.id)] == [21, 0]
    assert playground.world.pushes == []


async def test_edit_without_text_keeps_mentions(bot: Bot, ada: Person) -> None:
    message = await bot.tavern.send(f"Your turn, {ada.mention}")
    edited = await message.edit(suppress=True, allowed_mentions=discord.AllowedMentions.none())
    assert [user.id for user in edited.mentions] == [ada.id]


async def test_edit_rebuilds_mentions_under_its_allowed_mentions(
    bot: Bot, playground: Playground, ada: Person, bruno: Person
) -> None:
    text = f"{ada.mention} and {bruno.mention}"
    message = await bot.tavern.send(text)
    silent = await message.edit(content=text, allowed_mentions=discord.AllowedMentions.none())
    assert silent.mentions == []
    only_bruno = discord.AllowedMentions(users=[discord.Object(bruno.id)])
    edited = await message.edit(content=text, allowed_mentions=only_bruno)
    assert [user.id for user in edited.mentions] == [bruno.id]
    assert len(playground.world.pings) == 2, "edits ping nobody"
