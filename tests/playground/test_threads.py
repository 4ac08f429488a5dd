"""Threads: made, joined, archived, reopened, locked."""

import discord
import pytest
from discord import ui

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.playground.conftest import Bot, Clock, Rest


async def test_a_thread_from_a_message(bot: Bot, ada: Person) -> None:
    """Same id, flag on the message, starter message inside, only one."""
    message = await bot.tavern.send("Match 17")
    thread = await message.create_thread(name="Match 17", auto_archive_duration=10080)
    assert thread.id == message.id
    assert thread.parent_id == seed.TAVERN_ID
    assert thread.owner_id == seed.BOT_ID
    fetched = await bot.tavern.fetch_message(message.id)
    assert fetched.flags.has_thread
    assert fetched.thread is not None
    assert fetched.thread.name == "Match 17"
    [starter] = ada.messages(thread.id)
    assert (starter["type"], starter["referenced_message"]["content"]) == (21, "Match 17")
    with pytest.raises(discord.HTTPException) as caught:
        await message.create_thread(name="Again")
    assert caught.value.code == 160004


async def test_a_thread_without_a_message_is_announced(bot: Bot, ada: Person) -> None:
    """By a message of type 18."""
    thread = await bot.tavern.create_thread(
        name="Dice", type=discord.ChannelType.public_thread, auto_archive_duration=60
    )
    [note] = ada.messages()
    assert (note["type"], note["content"]) == (18, "Dice")
    assert note["message_reference"]["channel_id"] == str(thread.id)
    await ada.playground.wait_for(lambda: bot.events("thread_create"))
    cached = bot.guilds[0].get_thread(thread.id)
    assert cached is not None
    assert cached.me is not None
    assert cached.auto_archive_duration == 60


async def test_a_private_thread_is_for_its_members(
    bot: Bot, ada: Person, bruno: Person, rest: Rest
) -> None:
    """Others see nothing of it."""
    thread = await bot.tavern.create_thread(name="Secret")
    assert thread.is_private()
    await thread.send("Nobody here")
    assert ada.messages(thread.id) == []
    await thread.add_user(discord.Object(ada.id))
    assert [shown["type"] for shown in ada.messages(thread.id)] == [0, 1]
    assert bruno.messages(thread.id) == []
    assert {member.id for member in await thread.fetch_members()} == {seed.BOT_ID, ada.id}
    await thread.remove_user(discord.Object(ada.id))
    assert ada.messages(thread.id) == []
    status, body = await rest("GET", f"/channels/{thread.id}/thread-members/{ada.id}")
    assert (status, body["code"]) == (404, 10007)


async def test_a_mention_brings_people_in(bot: Bot, ada: Person) -> None:
    """Who is mentioned in a thread becomes its member."""
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    message = await thread.send(f"Your turn, {ada.mention}")
    assert ada.pings() == [message.id]
    assert ada.id in {member.id for member in await thread.fetch_members()}


async def test_sending_reopens_and_editing_does_not(
    bot: Bot, ada: Person, playground: Playground
) -> None:
    """50083 for all but sending."""
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    message = await thread.send("Board")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(content="Newer board")
    assert caught.value.code == 50083
    with pytest.raises(discord.HTTPException) as caught:
        await message.delete()
    assert caught.value.code == 50083
    with pytest.raises(discord.HTTPException) as caught:
        await thread.edit(name="Other")
    assert caught.value.code == 50083
    await thread.send("Another board")
    assert not (await bot.fetch_channel(thread.id)).archived  # type: ignore[union-attr]
    await message.edit(content="Newer board")
    await playground.wait_for(lambda: len(bot.events("raw_thread_update")) >= 2)


async def test_a_press_reopens_its_thread(bot: Bot, ada: Person, playground: Playground) -> None:
    """Unless it is locked."""
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="Pressed")

    view = ui.View(timeout=None)
    button: ui.Button[ui.View] = ui.Button(label="Take", custom_id="take")
    button.callback = pressed  # type: ignore[method-assign]
    view.add_item(button)
    message = await thread.send("Board", view=view)
    await thread.edit(archived=True)
    answer = await ada.press(message.id, "take")
    assert answer.ok
    assert not (await bot.fetch_channel(thread.id)).archived  # type: ignore[union-attr]
    await thread.edit(locked=True)
    assert (await ada.press(message.id, "take")).error == "This interaction failed"


async def test_a_locked_thread_is_for_moderators(
    bot: Bot, ada: Person, playground: Playground
) -> None:
    """People, and a bot without the right, are kept out."""
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    await thread.edit(locked=True)
    await thread.send("The bot moderates threads")
    with pytest.raises(Exception, match="Thread is locked"):
        ada.write("Hello?", channel=thread.id)
    role = playground.world.guild.roles[seed.BOT_ROLE_ID]
    role.permissions &= ~Permission.MANAGE_THREADS
    with pytest.raises(discord.Forbidden) as caught:
        await thread.send("Not any more")
    assert caught.value.code == 160005
    channel = playground.world.guild.channels[thread.id]
    playground.world.set_archived(channel, True)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("Nor now")
    assert refused.value.code == 50083
    with pytest.raises(discord.Forbidden) as caught:
        await thread.edit(archived=False)
    assert caught.value.code == 50013


@pytest.mark.parametrize(
    ("denied", "kind"),
    [
        (Permission.CREATE_PUBLIC_THREADS, discord.ChannelType.public_thread),
        (Permission.CREATE_PRIVATE_THREADS, discord.ChannelType.private_thread),
    ],
)
async def test_making_threads_needs_a_right(
    bot: Bot, playground: Playground, denied: int, kind: discord.ChannelType
) -> None:
    """One for public, another for private threads."""
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=denied)
    with pytest.raises(discord.Forbidden) as caught:
        await bot.tavern.create_thread(name="x", type=kind)
    assert caught.value.code == 50013


async def test_writing_in_threads_needs_another_right(bot: Bot, playground: Playground) -> None:
    """SEND_MESSAGES has no effect there."""
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=Permission.SEND_MESSAGES)
    await thread.send("Still")
    deny = Permission.SEND_MESSAGES_IN_THREADS
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=deny)
    with pytest.raises(discord.Forbidden) as caught:
        await thread.send("No more")
    assert caught.value.code == 50013


async def test_idle_threads_close_by_themselves(
    bot: Bot, playground: Playground, clock: Clock
) -> None:
    """By the clock, counted from the last message."""
    message = await bot.tavern.send("Match")
    thread = await message.create_thread(name="Match", auto_archive_duration=60)
    clock.now += 3599
    playground.tick()
    await thread.send("Still here")
    clock.now += 3599
    playground.tick()
    assert await bot.guilds[0].active_threads() == [thread]
    clock.now += 1
    playground.tick()
    assert await bot.guilds[0].active_threads() == []
    assert [found.id async for found in bot.tavern.archived_threads()] == [thread.id]


async def test_leaving_joining_deleting(bot: Bot, playground: Playground) -> None:
    """The bot in and out of a thread."""
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    await thread.leave()
    assert await thread.fetch_members() == []
    await thread.join()
    assert [member.id for member in await thread.fetch_members()] == [seed.BOT_ID]
    await thread.delete()
    await playground.wait_for(lambda: bot.events("raw_thread_delete"))
    with pytest.raises(discord.NotFound) as caught:
        await thread.send("Gone")
    assert caught.value.code == 10003


async def test_a_thread_has_no_threads(bot: Bot, rest: Rest) -> None:
    """50024."""
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    message = await thread.send("x")
    path = f"/channels/{thread.id}/messages/{message.id}/threads"
    status, body = await rest("POST", path, json={"name": "x"})
    assert (status, body["code"]) == (400, 50024)
    status, body = await rest("POST", f"/channels/{thread.id}/threads", json={"name": "x"})
    assert (status, body["code"]) == (400, 50024)


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "n" * 101}, {}, {"name": "n", "type": 0}])
async def test_what_a_thread_needs(rest: Rest, body: object) -> None:
    """A name of 1 to 100 characters and a thread's type."""
    status, answer = await rest("POST", f"/channels/{seed.TAVERN_ID}/threads", json=body)
    assert (status, answer["code"]) == (400, 50035)
