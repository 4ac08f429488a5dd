"""Messages by channel: sending, editing, pins, and who may."""

from typing import Any

import discord
import pytest
from discord import ui

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.playground.conftest import Bot, Clock, Rest
from tests.playground.test_files import picture

TAVERN = f"/channels/{seed.TAVERN_ID}"


async def test_send_edit_delete(bot: Bot, playground: Playground) -> None:
    """The life of a message."""
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


async def test_a_message_may_become_v2_but_not_go_back(bot: Bot) -> None:
    """Content has to go in the same edit, for good."""
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
    again = await bot.tavern.fetch_message(message.id)
    assert again.flags.components_v2
    assert again.content == ""


async def test_an_enforced_nonce_sends_once(bot: Bot, clock: Clock) -> None:
    """For some minutes; longer nonces are refused."""
    first = await bot.tavern.send("Board", nonce="m1-17")
    second = await bot.tavern.send("Board", nonce="m1-17")
    assert first.id == second.id
    assert first.nonce == "m1-17"
    clock.now += 10 * 60
    assert (await bot.tavern.send("Board", nonce="m1-17")).id != first.id
    with pytest.raises(discord.HTTPException) as caught:
        await bot.tavern.send("Board", nonce="n" * 26)
    assert caught.value.code == 50035


# ---------------------------------------------------------------------- permissions

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
async def test_what_the_bot_may_not(
    bot: Bot, playground: Playground, rest: Rest, denied: int, method: str, body: Any, code: int
) -> None:
    """50001 for what it can't see, 50013 for what it may not do."""
    message = await bot.tavern.send("Mine")
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=denied)
    path = f"{TAVERN}/messages" if method == "POST" else f"{TAVERN}/messages/{message.id}"
    status, answer = await rest(method, path, json=body)
    assert (status, answer["code"]) == (403, code)


async def test_files_need_a_right(bot: Bot, playground: Playground) -> None:
    """ATTACH_FILES, taken from everyone."""
    deny = Permission.ATTACH_FILES
    playground.world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=deny)
    with pytest.raises(discord.Forbidden) as caught:
        await bot.tavern.send(file=picture("a.png"))
    assert caught.value.code == 50013


async def test_messages_of_others(bot: Bot, ada: Person, playground: Playground) -> None:
    """No edits; deleting needs a right."""
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


async def test_people_have_rights_too(playground: Playground, ada: Person) -> None:
    """Their clients keep to them."""
    deny = Permission.SEND_MESSAGES
    playground.world.set_permissions(seed.TAVERN_ID, seed.GUILD_ID, deny=deny)
    with pytest.raises(Exception, match="You do not have permission to send messages"):
        ada.write("Hello?")


# ---------------------------------------------------------------------- the rest


async def test_history_goes_both_ways(bot: Bot, ada: Person) -> None:
    """before, after and around; others' texts are hidden from the bot."""
    ids = [(await bot.tavern.send(str(n))).id for n in range(5)]
    ada.write("unread")
    found = [message async for message in bot.tavern.history(limit=3)]
    assert [message.content for message in found] == ["", "4", "3"]
    before = bot.tavern.history(before=discord.Object(ids[2]))
    assert [message.id async for message in before] == [ids[1], ids[0]]
    after = bot.tavern.history(after=discord.Object(ids[2]), limit=2)
    assert [message.id async for message in after][:2] == ids[3:]
    around = bot.tavern.history(around=discord.Object(ids[2]), limit=3)
    assert sorted([message.id async for message in around]) == ids[1:4]


async def test_pins(bot: Bot, playground: Playground) -> None:
    """Pinned, listed, announced by a message that can't be edited, unpinned."""
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


async def test_reactions(bot: Bot) -> None:
    """Added, counted, removed."""
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


async def test_direct_messages(bot: Bot, playground: Playground, ada: Person) -> None:
    """Between two only, unless the person wants none."""
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


async def test_a_channel_may_be_gone(bot: Bot, playground: Playground) -> None:
    """10003."""
    channel = bot.tavern
    playground.world.delete_channel(playground.world.guild.channels[seed.TAVERN_ID])
    with pytest.raises(discord.NotFound) as caught:
        await channel.send("Anybody?")
    assert caught.value.code == 10003
