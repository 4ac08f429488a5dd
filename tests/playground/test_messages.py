"""Messages by channel: sending, editing, pins and permissions."""

from typing import Any

import discord
import pytest
from discord import ui

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.playground.conftest import Bot, Clock, Rest
from tests.playground.test_files import picture

TAVERN = f"/channels/{seed.TAVERN_ID}"


async def test_message_is_sent_edited_and_deleted(bot: Bot, playground: Playground) -> None:
    message = await bot.tavern.send("First", silent=True)
    assert message.flags.suppress_notifications
    edited = await message.edit(content="Second")
    assert edited.content == "Second"
    assert edited.edited_at is not None
    await playground.wait_for(lambda: bot.events("message_edit") or bot.events("raw_message_edit"))
    assert (await bot.tavern.fetch_message(message.id)).content == "Second"
    await message.delete()
    with pytest.raises(discord.NotFound):
        await bot.tavern.fetch_message(message.id)


async def test_message_can_become_v2_but_not_go_back(bot: Bot) -> None:
    message = await bot.tavern.send("Plain")
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("New"))
    with pytest.raises(discord.HTTPException, match="IS_COMPONENTS_V2") as caught:
        await message.edit(view=view)
    assert caught.value.code == 50035
    changed = await message.edit(content=None, view=view)
    assert changed.flags.components_v2
    with pytest.raises(discord.HTTPException, match="IS_COMPONENTS_V2"):
        await message.edit(content="Back")
    fetched = await bot.tavern.fetch_message(message.id)
    assert fetched.flags.components_v2
    assert fetched.content == ""


async def test_enforced_nonce_sends_once_for_some_minutes(bot: Bot, clock: Clock) -> None:
    first = await bot.tavern.send("Board", nonce="m1-17")
    second = await bot.tavern.send("Board", nonce="m1-17")
    assert first.id == second.id
    assert first.nonce == "m1-17"
    clock.now += 10 * 60
    assert (await bot.tavern.send("Board", nonce="m1-17")).id != first.id
    with pytest.raises(discord.HTTPException) as caught:
        await bot.tavern.send("Board", nonce="n" * 26)
    assert caught.value.code == 50035


EMBED = {"embeds": [{"title": "Beer"}]}


@pytest.mark.parametrize(
    ("denied", "method", "body", "code"),
    [
        (Permission.VIEW_CHANNEL, "POST", {"content": "x"}, 50001),
        (Permission.SEND_MESSAGES, "POST", {"content": "x"}, 50013),
        (Permission.EMBED_LINKS, "POST", EMBED, 50013),
        (Permission.VIEW_CHANNEL, "PATCH", {"content": "x"}, 50001),
        (Permission.SEND_MESSAGES, "PATCH", {"content": "x"}, 50013),
        (Permission.READ_MESSAGE_HISTORY, "GET", None, 50013),
        (Permission.VIEW_CHANNEL, "DELETE", None, 50001),
    ],
)
async def test_missing_permission_gets_50001_or_50013(
    bot: Bot, playground: Playground, rest: Rest, denied: int, method: str, body: Any, code: int
) -> None:
    message = await bot.tavern.send("Mine")
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=denied)
    path = f"{TAVERN}/messages" if method == "POST" else f"{TAVERN}/messages/{message.id}"
    status, answer = await rest(method, path, json=body)
    assert (status, answer["code"]) == (403, code)


async def test_files_need_attach_files(bot: Bot, playground: Playground) -> None:
    deny = Permission.ATTACH_FILES
    playground.world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=deny)
    with pytest.raises(discord.Forbidden) as caught:
        await bot.tavern.send(file=picture("a.png"))
    assert caught.value.code == 50013


async def test_messages_of_others_cannot_be_edited_but_moderated(
    bot: Bot, ada: Person, playground: Playground
) -> None:
    theirs = bot.tavern.get_partial_message(int(ada.write("Mine!")["id"]))
    with pytest.raises(discord.Forbidden) as caught:
        await theirs.edit(content="Mine now")
    assert caught.value.code == 50005
    with pytest.raises(discord.Forbidden) as caught:
        await theirs.delete()
    assert caught.value.code == 50013
    allow = Permission.MANAGE_MESSAGES
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ROLE_ID, allow=allow)
    await theirs.delete()
    assert ada.messages() == []


async def test_people_need_permissions_too(playground: Playground, ada: Person) -> None:
    deny = Permission.SEND_MESSAGES
    playground.world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=deny)
    with pytest.raises(Exception, match="You do not have permission to send messages"):
        ada.write("Hello?")


async def test_history_before_after_and_around(bot: Bot, ada: Person) -> None:
    ids = [(await bot.tavern.send(str(n))).id for n in range(5)]
    ada.write("unread")
    history = [message async for message in bot.tavern.history(limit=3)]
    assert [message.content for message in history] == ["", "4", "3"]
    before = bot.tavern.history(before=discord.Object(ids[2]))
    assert [message.id async for message in before] == [ids[1], ids[0]]
    after = bot.tavern.history(after=discord.Object(ids[2]), limit=2)
    assert [message.id async for message in after][:2] == ids[3:]
    around = bot.tavern.history(around=discord.Object(ids[2]), limit=3)
    assert sorted([message.id async for message in around]) == ids[1:4]


async def test_pin_lists_and_announces_the_message(bot: Bot, playground: Playground) -> None:
    message = await bot.tavern.send("Rules")
    await message.pin()
    assert [pinned.id async for pinned in bot.tavern.pins()] == [message.id]
    await playground.wait_for(lambda: bot.events("guild_channel_pins_update"))
    [note] = [m async for m in bot.tavern.history() if m.type is discord.MessageType.pins_add]
    with pytest.raises(discord.Forbidden) as caught:
        await note.edit(content="No")
    assert caught.value.code == 50021
    await message.unpin()
    assert [pinned.id async for pinned in bot.tavern.pins()] == []


async def test_reactions_are_added_counted_and_removed(bot: Bot) -> None:
    message = await bot.tavern.send("Cheers")
    await message.add_reaction("🍺")
    [reaction] = (await bot.tavern.fetch_message(message.id)).reactions
    assert (reaction.emoji, reaction.count, reaction.me) == ("🍺", 1, True)
    assert bot.user is not None
    await message.remove_reaction("🍺", bot.user)
    assert (await bot.tavern.fetch_message(message.id)).reactions == []
    with pytest.raises(discord.NotFound) as caught:
        await message.add_reaction("beer")
    assert caught.value.code == 10014


async def test_direct_messages_are_private_and_can_be_closed(
    bot: Bot, playground: Playground, ada: Person
) -> None:
    user = await bot.fetch_user(ada.id)
    message = await user.send("Psst")
    assert isinstance(message.channel, discord.DMChannel)
    assert [shown["content"] for shown in ada.messages(message.channel.id)] == ["Psst"]
    assert Person(playground, seed.BRUNO_ID).messages(message.channel.id) == []
    ada.write("Yes?", channel=message.channel.id)
    await playground.wait_for(lambda: len(bot.events("message")) == 2)
    assert bot.events("message")[1][0].content == "Yes?"
    playground.world.closed_dms.add(ada.id)
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("Hello?")
    assert caught.value.code == 50007


async def test_deleted_channel_gets_10003(bot: Bot, playground: Playground) -> None:
    channel = bot.tavern
    playground.world.delete_channel(playground.world.guild.channels[seed.TAVERN_ID])
    with pytest.raises(discord.NotFound) as caught:
        await channel.send("Anybody?")
    assert caught.value.code == 10003
