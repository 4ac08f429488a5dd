"""A server that removed the bot is forgotten after 30 days, unless the bot comes back."""

import sqlite3

import pytest

from bot.match.forgetting.service import AFTER_LEAVING, SLICE
from bot.match.lobby.lobby import MatchRequest
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.servers import Bar
from tests.match.test_forgetting import columns_with
from tests.match.world import ANN, BEN, CAT, GUILD, World

pytestmark = pytest.mark.sqlite

OTHER = 888_000_888_000_888
"""The server that is left: a number that occurs nowhere else."""


async def play_match(world: World, guild: int, taste: str) -> int:
    """Play a match in a server to its end."""
    opened = await world.toys.challenge(MatchRequest(guild, 5, ANN, world.interaction()), [BEN])
    match = opened.record.id
    await world.toys.join(match, BEN, world.interaction())
    await world.play(match, taste)
    return match


async def furnish(world: World) -> None:
    """Create matches in two servers, and everything that a server can have."""
    for number in range(SLICE + 2):
        await play_match(world, OTHER, str(number))
    await play_match(world, GUILD, "here")
    await world.toys.challenge(MatchRequest(OTHER, 5, ANN, world.interaction()), [BEN])
    await world.store.set_guild_settings(OTHER, {"palette": "safe"})
    await world.servers.bar(OTHER, Bar(CAT, ANN, 5))
    await world.messages.begin(MessageRow(MessageKey(MessageKind.OVERVIEW, 77), OTHER))


async def test_left_server_is_forgotten_after_exactly_30_days(world: World) -> None:
    await furnish(world)
    await world.people.note_left(OTHER)
    assert columns_with(world, OTHER)
    here = await world.people.store.personal_data(ANN)
    world.clock.time += AFTER_LEAVING - 1
    await world.people.note_left(OTHER)  # a second report changes nothing
    await world.people.look_after()
    assert columns_with(world, OTHER)
    world.clock.time += 1
    await world.people.look_after()
    assert columns_with(world, OTHER) == []
    connection = sqlite3.connect(world.path)
    counts = [
        connection.execute(f"SELECT COUNT(DISTINCT match) FROM {table}").fetchone()[0]  # noqa: S608 - our own names
        for table in ("log", "match_event", "press", "result", "took_part")
    ]
    connection.close()
    assert counts == [1, 1, 1, 1, 1]
    assert len(here["result"]) == SLICE + 3
    assert len((await world.people.store.personal_data(ANN))["result"]) == 1


async def test_returning_to_a_server_restarts_the_30_days(world: World) -> None:
    await furnish(world)
    await world.people.note_left(OTHER)
    before = world.rows()
    world.clock.time += AFTER_LEAVING - 1
    await world.people.note_servers([GUILD, OTHER])
    world.clock.time += AFTER_LEAVING
    await world.people.look_after()
    assert world.rows() == before
    await world.people.note_servers([GUILD])
    world.clock.time += AFTER_LEAVING - 1
    await world.people.look_after()
    assert world.rows() == before
    world.clock.time += 1
    await world.people.look_after()
    assert columns_with(world, OTHER) == []


async def test_server_left_during_a_downtime_is_noticed_at_the_start(world: World) -> None:
    await furnish(world)
    again = await world.another()
    await again.people.note_servers([GUILD])
    world.clock.time += AFTER_LEAVING
    await again.people.look_after()
    assert columns_with(world, OTHER) == []
    assert columns_with(world, GUILD)


async def test_returning_during_forgetting_stops_further_deletion(world: World) -> None:
    """The bot comes back after the first slice of matches is deleted."""
    await furnish(world)
    await world.people.note_left(OTHER)
    world.clock.time += AFTER_LEAVING
    now = world.clock.now() - AFTER_LEAVING
    first = await world.people.store.forget_matches(OTHER, now, 1)
    await world.people.store.note_came(OTHER)
    before = world.rows()
    assert len(first) == 1
    assert await world.people.store.forget_matches(OTHER, now, 9) == ()
    await world.people.store.forget_server(OTHER, now)
    assert world.rows() == before
