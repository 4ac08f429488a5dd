"""Leaving a server keeps results of days that also count in other servers."""

import pytest

from bot.match.forgetting.service import AFTER_LEAVING
from bot.match.rebuild.service import rebuild
from bot.match.rebuild.store import DerivedStore
from tests.match.test_daily import GAME
from tests.match.test_forgetting import VIC, columns_with
from tests.match.test_left_servers import OTHER
from tests.match.world import ANN, GAMES, GUILD, World

pytestmark = pytest.mark.both_databases


async def played_in_two_servers(world: World, user: int = ANN) -> int:
    """Play a puzzle opened in OTHER, which is left later, and also requested in GUILD."""
    await world.daily.open(world.daily_asked(user, OTHER))
    loaded = await world.daily.open(world.daily_asked(user, GUILD))
    await world.play(loaded.record.id)
    return loaded.record.id


async def forget(world: World, guild: int) -> None:
    await world.people.note_left(guild)
    world.clock.time += AFTER_LEAVING
    await world.people.look_after()


async def test_leaving_a_server_keeps_days_that_count_elsewhere(world: World) -> None:
    """The result stays in the standings of the other server and of the world, with its replay."""
    match = await played_in_two_servers(world)
    day = (await world.matches.load(match)).record.day
    assert day is not None
    before = await world.daily.store.results(GAME, day, GUILD, most=9)
    assert [result.match for result in before] == [match]
    tallies = world.rows()["day_tally"]
    await forget(world, OTHER)
    assert columns_with(world, OTHER) == []
    for guild in (GUILD, None):
        assert await world.daily.store.results(GAME, day, guild, most=9) == before
    assert world.rows()["day_tally"] == [row for row in tallies if row[0] == GUILD]
    assert [played for _, _, played in await world.day_standings.played(GAME, ANN, None)] == [match]
    assert (await world.matches.load(match)).entries, "its replay is still available"
    assert await rebuild(world.store, DerivedStore(world.database), GAMES) is not None
    assert await world.daily.store.results(GAME, day, GUILD, most=9) == before
    assert not world.rows()["result"], "only the server that was left counted it"


async def test_day_is_deleted_with_the_last_server_in_which_it_counts(world: World) -> None:
    match = await played_in_two_servers(world)
    await forget(world, OTHER)
    assert [row[0] for row in world.rows()["match"]] == [match]
    await forget(world, GUILD)
    rows = world.rows()
    assert not rows["match"]
    assert not rows["day_match"]
    assert not rows["day_guild"]


async def test_day_that_outlived_its_server_is_deleted_with_its_player(world: World) -> None:
    await played_in_two_servers(world, VIC)
    await forget(world, OTHER)
    assert columns_with(world, VIC)
    assert (await world.people.forget(VIC)).done
    assert columns_with(world, VIC) == []
    assert not world.rows()["match"]
