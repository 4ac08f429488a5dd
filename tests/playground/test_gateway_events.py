"""Events that discord.py dispatches for changes of roles, members, threads and channels."""

import discord

from playground import Playground, seed
from playground.model import Role, User
from playground.permissions import Permission
from tests.playground.conftest import Bot

ROLE = seed.GUILD_ID + 500


async def test_role_changes_reach_the_bot(bot: Bot, playground: Playground) -> None:
    world = playground.world
    world.add_role(Role(ROLE, "Players", 0, 1))
    await playground.wait_for(lambda: bot.guilds[0].get_role(ROLE))
    world.change_role(ROLE, permissions=Permission.SEND_MESSAGES, name="Miners")
    await playground.wait_for(lambda: bot.events("guild_role_update"))
    [(before, after)] = bot.events("guild_role_update")
    assert (before.permissions.value, after.permissions.value) == (0, Permission.SEND_MESSAGES)
    assert after.name == "Miners"
    world.delete_role(ROLE)
    await playground.wait_for(lambda: bot.events("guild_role_delete"))
    assert bot.guilds[0].get_role(ROLE) is None


async def test_bot_hears_of_its_own_roles_without_members_intent(
    bot: Bot, playground: Playground
) -> None:
    world = playground.world
    world.add_role(Role(ROLE, "Players", int(Permission.MANAGE_MESSAGES), 1))
    world.set_roles(seed.ADA_ID, [ROLE])
    world.set_roles(seed.BOT_ID, [seed.BOT_ROLE_ID, ROLE])
    await playground.wait_for(lambda: bot.events("member_update"))
    [(before, after)] = bot.events("member_update")
    assert (before.id, len(before.roles), len(after.roles)) == (seed.BOT_ID, 2, 3)
    assert bot.guilds[0].me.guild_permissions.manage_messages
    world.delete_role(ROLE)
    await playground.wait_for(lambda: len(bot.events("member_update")) == 2)
    assert not bot.guilds[0].me.guild_permissions.manage_messages


async def test_reopened_thread_dispatches_thread_join(bot: Bot, playground: Playground) -> None:
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    await playground.wait_for(lambda: bot.events("thread_create"))
    await thread.edit(locked=True)
    await thread.edit(archived=True)
    await playground.wait_for(lambda: bot.guilds[0].get_thread(thread.id) is None)
    updates, joined = len(bot.events("thread_update")), len(bot.events("thread_join"))
    await thread.edit(archived=False)
    await playground.wait_for(lambda: len(bot.events("thread_join")) > joined)
    assert len(bot.events("thread_update")) == updates
    assert len(bot.events("raw_thread_update")) == 3


async def test_deleted_channel_sends_no_thread_delete(bot: Bot, playground: Playground) -> None:
    thread = await (await bot.tavern.send("Match")).create_thread(name="Match")
    await playground.wait_for(lambda: bot.events("thread_create"))
    await thread.edit(archived=True)
    await playground.wait_for(lambda: bot.guilds[0].get_thread(thread.id) is None)
    tab = playground.tabs.open(seed.ADA_ID)
    playground.world.delete_channel(playground.world.guild.channels[seed.TAVERN_ID])
    await playground.wait_for(lambda: bot.events("guild_channel_delete"))
    assert bot.events("raw_thread_delete") == []
    assert playground.world.channel(thread.id) is None
    deleted = [tab.get_nowait()["d"]["id"] for _ in range(tab.qsize())]
    assert deleted == [str(thread.id), str(seed.TAVERN_ID)]


async def test_changes_of_other_members_need_the_intent(bot: Bot, playground: Playground) -> None:
    playground.world.add_member(User(seed.GUILD_ID + 700, "eve", "Eve", None))
    playground.world.set_roles(seed.ADA_ID, [seed.MODERATOR_ROLE_ID])
    playground.world.change_role(seed.MODERATOR_ROLE_ID, name="Referee")
    await playground.wait_for(lambda: bot.events("guild_role_update"))
    assert bot.events("member_update") == []
    assert bot.events("member_join") == []
    assert isinstance(bot.guilds[0].me, discord.Member)
