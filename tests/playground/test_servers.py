"""Several servers, and outages of one server."""

from collections.abc import Awaitable, Callable

import discord
import pytest

from playground import Fault, Person, Playground, seed
from playground.model import TEXT, Channel
from playground.permissions import Permission
from tests.playground.conftest import Bot

Connect = Callable[..., Awaitable[Bot]]


def _room(playground: Playground, name: str = "elsewhere") -> Channel:
    guild = playground.world.add_guild(f"The server of {name}")
    channel = Channel(playground.world.snowflakes.new(), TEXT, name, guild.id)
    playground.world.add_channel(channel)
    return channel


async def test_bot_can_be_in_two_servers(
    playground: Playground, connect: Connect, ada: Person
) -> None:
    room = _room(playground)
    bot = await connect()
    assert {guild.id for guild in bot.guilds} == {seed.GUILD_ID, room.guild_id}
    assert playground.world.permissions(ada.id, room) == 0
    guild = playground.world.guild_of(room)
    playground.world.add_member(playground.world.users[ada.id], guild)
    assert playground.world.can(ada.id, Permission.VIEW_CHANNEL, room)
    channel = bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send(f"Welcome, {ada.mention}")
    assert playground.world.pings[-1] == (message.id, ada.id)
    assert (await channel.guild.fetch_member(ada.id)).id == ada.id
    with pytest.raises(discord.NotFound):
        await channel.guild.fetch_member(seed.BRUNO_ID)
    playground.world.set_bot_present(False, guild)
    await playground.wait_for(lambda: len(bot.guilds) == 1)


async def test_outage_affects_one_server(playground: Playground, connect: Connect) -> None:
    room = _room(playground)
    bot = await connect()
    playground.outages[room.guild_id or 0] = Fault("", "", 403, code=50001)
    channel = bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    for _ in range(2):
        with pytest.raises(discord.Forbidden):
            await channel.send("Nobody reads this")
    with pytest.raises(discord.Forbidden):
        await channel.guild.fetch_member(seed.OWNER_ID)
    await bot.tavern.send("Here all is well")
    playground.outages.clear()
    await channel.send("Here, too")
    assert len(room.messages) == 1


def test_role_can_open_a_channel(playground: Playground) -> None:
    world = playground.world
    world.set_permissions(seed.QUARRY_ID, seed.GUILD_ID, deny=int(Permission.VIEW_CHANNEL))
    role = seed.MODERATOR_ROLE_ID
    world.set_permissions(seed.QUARRY_ID, role, allow=int(Permission.VIEW_CHANNEL))
    quarry = world.guild.channels[seed.QUARRY_ID]
    world.guild.roles[role].permissions = 0
    assert world.permissions(seed.ADA_ID, quarry) == 0
    world.set_roles(seed.ADA_ID, [role])
    assert world.can(seed.ADA_ID, Permission.VIEW_CHANNEL, quarry)
