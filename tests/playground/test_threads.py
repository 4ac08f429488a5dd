import discord
import pytest
from discord import ui

from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.playground.conftest import Bot, Clock, Rest


async def test_message_thread_has_the_messages_id(bot: Bot, ada: Person) -> None:
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


async def test_thread_without_a_message_is_announced(bot: Bot, ada: Person) -> None:
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


async def test_private_thread_is_visible_to_members_only(
    bot: Bot, ada: Person, bruno: Person, rest: Rest
) -> None:
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


async def test_mention_adds_a_thread_member(bot: Bot, ada: Person) -> None:
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    message = await thread.send(f"Your turn, {ada.mention}")
    assert ada.pings() == [message.id]
    assert ada.id in {member.id for member in await thread.fetch_members()}


async def test_archived_thread_allows_only_sending(
    bot: Bot, ada: Person, playground: Playground
) -> None:
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


async def test_press_reopens_a_thread_unless_it_is_locked(
    bot: Bot, ada: Person, playground: Playground
) -> None:
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


async def test_locked_thread_needs_manage_threads(
    bot: Bot, ada: Person, playground: Playground
) -> None:
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
async def test_creating_threads_needs_a_permission(
    bot: Bot, playground: Playground, denied: int, kind: discord.ChannelType
) -> None:
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=denied)
    with pytest.raises(discord.Forbidden) as caught:
        await bot.tavern.create_thread(name="x", type=kind)
    assert caught.value.code == 50013


async def test_threads_need_send_messages_in_threads(bot: Bot, playground: Playground) -> None:
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=Permission.SEND_MESSAGES)
    await thread.send("Still")
    deny = Permission.SEND_MESSAGES_IN_THREADS
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, deny=deny)
    with pytest.raises(discord.Forbidden) as caught:
        await thread.send("No more")
    assert caught.value.code == 50013


async def test_idle_threads_are_archived(bot: Bot, playground: Playground, clock: Clock) -> None:
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
    assert [archived.id async for archived in bot.tavern.archived_threads()] == [thread.id]


async def test_bot_leaves_joins_and_deletes_a_thread(bot: Bot, playground: Playground) -> None:
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


async def test_thread_in_a_thread_gets_50024(bot: Bot, rest: Rest) -> None:
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    message = await thread.send("x")
    path = f"/channels/{thread.id}/messages/{message.id}/threads"
    status, body = await rest("POST", path, json={"name": "x"})
    assert (status, body["code"]) == (400, 50024)
    status, body = await rest("POST", f"/channels/{thread.id}/threads", json={"name": "x"})
    assert (status, body["code"]) == (400, 50024)


@pytest.mark.parametrize("body", [{"name": ""}, {"name": "n" * 101}, {}, {"name": "n", "type": 0}])
async def test_thread_needs_a_name_and_a_thread_type(rest: Rest, body: object) -> None:
    status, answer = await rest("POST", f"/channels/{seed.TAVERN_ID}/threads", json=body)
    assert (status, answer["code"]) == (400, 50035)
