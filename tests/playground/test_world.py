"""Ids, permissions, waiting and members."""

import asyncio

import discord
import pytest

from playground import Person, Playground, World, seed
from playground.model import Overwrite, User
from playground.permissions import ALL_BITS, Permission
from playground.snowflakes import Snowflakes, seconds_of, snowflake_at, timestamp
from tests.patience import PATIENCE
from tests.playground.conftest import Bot, Clock, Connect


def test_ids_rise_even_if_the_clock_stops_or_goes_back(clock: Clock) -> None:
    snowflakes = Snowflakes(clock)
    ids = [snowflakes.new() for _ in range(5)]
    clock.now -= 10
    ids += [snowflakes.new() for _ in range(5)]
    clock.now += 20
    ids.append(snowflakes.new())
    assert ids == sorted(set(ids))
    assert seconds_of(ids[-1]) == clock.now
    later = Snowflakes(clock)
    clock.now += 0.001
    assert later.new() > ids[-1]
    assert snowflake_at(clock.now) > seed.RIGHT_TO_LEFT_ID
    assert timestamp(0) == "1970-01-01T00:00:00.000000+00:00"


def test_overwrites_apply_to_everyone_then_roles_then_members(clock: Clock) -> None:
    world = World(clock)
    tavern = world.guild.channels[seed.TAVERN_ID]
    send, ada = Permission.SEND_MESSAGES, seed.ADA_ID
    assert world.can(ada, send, tavern)
    tavern.overwrites[seed.GUILD_ID] = Overwrite(0, deny=send)
    assert not world.can(ada, send, tavern)
    world.guild.members[ada].roles.append(seed.BOT_ROLE_ID)
    tavern.overwrites[seed.BOT_ROLE_ID] = Overwrite(0, allow=send)
    assert world.can(ada, send, tavern)
    tavern.overwrites[ada] = Overwrite(1, deny=send)
    assert not world.can(ada, send, tavern)
    tavern.overwrites[ada] = Overwrite(1, deny=Permission.VIEW_CHANNEL)
    assert world.permissions(ada, tavern) == 0
    assert world.permissions(seed.OWNER_ID, tavern) == ALL_BITS
    world.guild.members[ada].roles.append(seed.MODERATOR_ROLE_ID)
    assert world.permissions(ada, tavern) == ALL_BITS
    assert world.permissions(17, tavern) == 0


async def test_wait_for_checks_after_each_change(playground: Playground, ada: Person) -> None:
    waiting = asyncio.create_task(playground.wait_for(ada.messages))
    await asyncio.sleep(0)
    assert not waiting.done()
    ada.write("Now")
    [message] = await waiting
    assert message["content"] == "Now"
    with pytest.raises(TimeoutError):
        await playground.wait_for(lambda: False, timeout=0.001)
    failing = asyncio.create_task(playground.wait_for(lambda: len(ada.messages()) > 1 and 1 / 0))
    await asyncio.sleep(0)
    ada.write("Then")
    with pytest.raises(ZeroDivisionError):
        await failing
    await playground.settled(quiet=0.001)


async def test_wait_for_sees_changes_outside_the_world(playground: Playground) -> None:
    stored: list[str] = []
    waiting = asyncio.create_task(playground.wait_for(lambda: stored, timeout=PATIENCE))
    await asyncio.sleep(0)
    stored.append("a deadline")
    assert await waiting == ["a deadline"]


async def test_members_who_leave_also_leave_threads(
    playground: Playground, connect: Connect
) -> None:
    world = playground.world
    world.privileged_intents = 1 << 1
    intents = discord.Intents(guilds=True, members=True)
    bot = await connect(intents=intents)
    world.add_member(User(17, "newcomer", None, None))
    await playground.wait_for(lambda: bot.events("member_join"))
    thread = await bot.tavern.create_thread(name="x")
    await thread.add_user(bot.guilds[0].get_member(17))  # type: ignore[arg-type]
    world.remove_member(17)
    await playground.wait_for(lambda: bot.events("member_remove"))
    assert len(await thread.fetch_members()) == 1


async def test_member_in_time_out_only_reads(playground: Playground, bot: Bot, ada: Person) -> None:
    world, tavern = playground.world, playground.world.guild.channels[seed.TAVERN_ID]
    world.time_out(ada.id, world.clock() + 600)
    assert (await bot.guilds[0].fetch_member(ada.id)).is_timed_out()
    assert world.can(ada.id, Permission.READ_MESSAGE_HISTORY, tavern)
    assert not world.can(ada.id, Permission.USE_APPLICATION_COMMANDS, tavern)
    world.time_out(ada.id, None)
    assert world.can(ada.id, Permission.USE_APPLICATION_COMMANDS, tavern)
