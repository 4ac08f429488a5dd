"""Bars of forgotten users: still effective, without revealing whom they concern."""

import sqlite3

import pytest

from bot.match.forgetting.store import STAYING_BARS
from bot.match.lobby.errors import NotChallenged
from bot.match.people.errors import Barred
from bot.match.people.servers import Bar, ForgottenBar
from bot.storage.opening import open_database
from tests.match.test_forgetting import VIC, columns_with
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, Side, World


async def bar(world: World, guild: int = GUILD) -> None:
    """Bar VIC from a server as a moderator."""
    assert await world.servers.bar(guild, Bar(VIC, DAN, 5))


async def test_forgotten_user_stays_barred(world: World) -> None:
    """The bar holds in every process and for every way into a match."""
    await bar(world)
    invited = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await world.people.forget(VIC)
    again = await world.another()
    for side in (world, again):
        assert await side.servers.barred(GUILD, (ANN, VIC, BEN)) == (VIC,)
        await world.refused(Barred, side.toys.practice(world.asked(VIC), 1))
        await world.refused(Barred, side.toys.open_table(world.asked(VIC), 2))
        await world.refused(Barred, side.toys.join(invited, VIC, world.interaction()))
        await world.refused(NotChallenged, side.toys.challenge(world.asked(ANN), [VIC]))
    await world.people.forget(VIC)
    await world.refused(Barred, world.toys.practice(world.asked(VIC), 1))
    assert await world.servers.barred(GUILD + 1, (VIC,)) == (), "the bar applies to one server"


@pytest.mark.sqlite
async def test_forgotten_bar_does_not_identify_the_user(world: World) -> None:
    for guild in (GUILD, GUILD + 1):
        await bar(world, guild)
    await world.people.forget(VIC)
    assert columns_with(world) == []
    assert await world.servers.bars(GUILD, 9) == ()
    assert await world.servers.forgotten_bars(GUILD, 9) == (ForgottenBar(DAN, 5),)
    rows = await world.database.read(
        lambda c: c.execute("SELECT guild, person FROM forgotten_bar").fetchall()
    )
    assert len({person for _, person in rows}) == len(rows) == 2
    assert {len(person) for _, person in rows} == {32}


async def test_each_database_hashes_forgotten_bars_differently(
    world: World, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await bar(world)
    await world.people.forget(VIC)
    path = tmp_path_factory.mktemp("other") / "salud.db"
    side = Side(await open_database(str(path)), world.clock, world.seeds)
    await side.servers.bar(GUILD, Bar(VIC, DAN, 5))
    await side.people.forget(VIC)
    sql = "SELECT person FROM forgotten_bar"
    hashed, other = [
        (await database.read(lambda c: c.execute(sql).fetchall()))[0][0]
        for database in (world.database, side.database)
    ]
    await side.database.close()
    assert hashed != other


@pytest.mark.parametrize("back", [False, True])
async def test_forgotten_bar_is_lifted_by_naming_the_user(world: World, back: bool) -> None:
    """Whether or not they have come back."""
    await bar(world)
    await world.people.forget(VIC)
    if back:
        await world.store.set_user_settings(VIC, {"zone": "Europe/Madrid"})
    assert not await world.servers.bar(GUILD, Bar(VIC, ANN, 9)), "VIC is barred already"
    assert not await world.servers.unbar(GUILD, BEN)
    assert not await world.servers.unbar(GUILD + 1, VIC)
    assert await world.servers.unbar(GUILD, VIC)
    assert not await world.servers.unbar(GUILD, VIC)
    assert await world.servers.forgotten_bars(GUILD, 9) == ()
    assert (await world.toys.practice(world.asked(VIC), 1)).roster.host == VIC


async def test_export_of_a_forgotten_user_contains_the_bar(world: World) -> None:
    await bar(world)
    await world.people.forget(VIC)
    assert await world.people.store.personal_data(VIC) == {
        STAYING_BARS: [{"guild": GUILD, "at": 5}]
    }
    assert await world.people.store.personal_data(BEN) == {}


async def test_forgotten_moderator_disappears_from_a_forgotten_bar(world: World) -> None:
    await bar(world)
    await world.people.forget(VIC)
    assert (await world.people.store.personal_data(DAN))["forgotten_bar"] == [
        {"guild": GUILD, "at": 5}
    ]
    await world.people.forget(DAN)
    assert await world.servers.forgotten_bars(GUILD, 9) == (ForgottenBar(0, 5),)
    assert await world.servers.barred(GUILD, (VIC,)) == (VIC,)


@pytest.mark.sqlite
async def test_forgotten_bar_is_deleted_with_its_server(world: World) -> None:
    await bar(world)
    await world.people.forget(VIC)
    await world.people.note_left(GUILD)
    world.clock.time += 31 * 86_400
    await world.people.look_after()
    connection = sqlite3.connect(world.path)
    assert connection.execute("SELECT COUNT(*) FROM forgotten_bar").fetchone() == (0,)
    connection.close()
