"""A bar outlasts that its person is forgotten, and tells nobody who that was."""

import sqlite3

import pytest

from bot.match.forgetting import STAYING_BARS
from bot.match.lobby.errors import NotChallenged
from bot.match.people.errors import Barred
from bot.match.people.servers import Bar, ForgottenBar
from bot.storage.opening import open_database
from tests.match.test_forgetting import VIC, found
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, Side, World


async def bar(world: World, guild: int = GUILD) -> None:
    """A moderator bars VIC."""
    assert await world.servers.bar(guild, Bar(VIC, DAN, 5))


async def test_nobody_lifts_their_own_bar(world: World) -> None:
    """Whoever is forgotten and comes back is barred as before: by any way in, after a restart."""
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
    assert await world.servers.barred(GUILD + 1, (VIC,)) == (), "of this server alone"


@pytest.mark.sqlite
async def test_says_nothing_of_them(world: World) -> None:
    """No list names them, no row holds their number, and two servers don't have the same."""
    for guild in (GUILD, GUILD + 1):
        await bar(world, guild)
    await world.people.forget(VIC)
    assert found(world) == []
    assert await world.servers.bars(GUILD, 9) == ()
    assert await world.servers.forgotten_bars(GUILD, 9) == (ForgottenBar(DAN, 5),)
    rows = await world.database.read(
        lambda c: c.execute("SELECT guild, person FROM forgotten_bar").fetchall()
    )
    assert len({person for _, person in rows}) == len(rows) == 2
    assert {len(person) for _, person in rows} == {32}


async def test_another_key(world: World, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Another database makes another hash of the same person in the same server."""
    await bar(world)
    await world.people.forget(VIC)
    path = tmp_path_factory.mktemp("other") / "salud.db"
    side = Side(await open_database(str(path)), world.clock, world.seeds)
    await side.servers.bar(GUILD, Bar(VIC, DAN, 5))
    await side.people.forget(VIC)
    sql = "SELECT person FROM forgotten_bar"
    one, other = [
        (await database.read(lambda c: c.execute(sql).fetchall()))[0][0]
        for database in (world.database, side.database)
    ]
    await side.database.close()
    assert one != other


@pytest.mark.parametrize("back", [False, True])
async def test_lifted(world: World, back: bool) -> None:
    """By naming the person, whether they have come back or not; then they play."""
    await bar(world)
    await world.people.forget(VIC)
    if back:
        await world.store.set_user_settings(VIC, {"zone": "Europe/Madrid"})
    assert not await world.servers.bar(GUILD, Bar(VIC, ANN, 9)), "they are barred already"
    assert not await world.servers.unbar(GUILD, BEN)
    assert not await world.servers.unbar(GUILD + 1, VIC)
    assert await world.servers.unbar(GUILD, VIC)
    assert not await world.servers.unbar(GUILD, VIC)
    assert await world.servers.forgotten_bars(GUILD, 9) == ()
    assert (await world.toys.practice(world.asked(VIC), 1)).roster.host == VIC


async def test_they_are_told(world: World) -> None:
    """Who comes back and asks what is kept about them reads of the bar."""
    await bar(world)
    await world.people.forget(VIC)
    assert await world.people.store.kept(VIC) == {STAYING_BARS: [{"guild": GUILD, "at": 5}]}
    assert await world.people.store.kept(BEN) == {}


async def test_the_moderator_is_forgotten(world: World) -> None:
    """Nobody stands in their place, also where the barred were forgotten before."""
    await bar(world)
    await world.people.forget(VIC)
    assert (await world.people.store.kept(DAN))["forgotten_bar"] == [{"guild": GUILD, "at": 5}]
    await world.people.forget(DAN)
    assert await world.servers.forgotten_bars(GUILD, 9) == (ForgottenBar(0, 5),)
    assert await world.servers.barred(GUILD, (VIC,)) == (VIC,)


@pytest.mark.sqlite
async def test_goes_with_its_server(world: World) -> None:
    """When the bot has left it for long."""
    await bar(world)
    await world.people.forget(VIC)
    await world.people.left(GUILD)
    world.clock.time += 31 * 86_400
    await world.people.look_after()
    connection = sqlite3.connect(world.path)
    assert connection.execute("SELECT COUNT(*) FROM forgotten_bar").fetchone() == (0,)
    connection.close()
