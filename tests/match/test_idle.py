"""A match in which nobody moves for two months ends, after warnings."""

import pytest

from bot.match.log.events import EventKind, Void
from bot.match.log.records import Status
from bot.match.statistics.results import places, results
from bot.match.timing.deadlines import idle_since, next_idle
from bot.match.values.times import DAY, Pace
from tests.match.hours import kinds, wait
from tests.match.world import ANN, BEN, World

L = EventKind


@pytest.mark.parametrize("pace", [Pace.NONE, Pace.WEEK])
async def test_warned_then_ended(world: World, pace: Pace) -> None:
    """14 days and 3 days before, with or without a clock; it counts for nobody."""
    loaded = await world.begun(ANN, BEN, pace=pace)
    match, began = loaded.record.id, world.clock.time
    await wait(world, days=45)
    assert L.IDLE_WARNED not in kinds(await world.matches.look(match))
    for days, told in ((1, ["14"]), (10, ["14"]), (1, ["14", "3"]), (2, ["14", "3"])):
        await wait(world, days=days)
        loaded = await world.matches.look(match)
        assert [one.detail for one in loaded.events if one.kind is L.IDLE_WARNED] == told
        assert loaded.status is Status.RUNNING
    assert await wait(world, days=1, seconds=-1) == []
    assert await wait(world, seconds=1) == [match]
    assert world.clock.time == began + 60 * DAY
    over = await world.matches.look(match)
    assert over.roster.void is Void.IDLE
    assert (places(over), results(over)) == ((), ())
    assert world.rows()["deadline"] == []
    assert await wait(world, days=99) == []


async def test_a_move_begins_it_anew(world: World) -> None:
    """Also after a warning; then both warnings come again."""
    match = (await world.begun(ANN, BEN)).record.id
    await wait(world, days=50)
    await world.toy(match, "11 add 1")
    assert await wait(world, days=45) == []
    assert await wait(world, days=1) == [match]
    warned = [one for one in (await world.matches.look(match)).events if one.kind is L.IDLE_WARNED]
    assert [one.detail for one in warned] == ["14", "14"]
    await wait(world, days=11)
    assert (await world.matches.look(match)).events[-1].detail == "3"


async def test_pauses_end_too(world: World) -> None:
    """A pause that nobody ends is idle; one that ends was no idle time."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    await wait(world, days=50)
    loaded = await world.pace.pauses.resume(match, ANN)
    assert idle_since(loaded) == world.clock.time
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    for days in (46, 11, 3):
        assert await wait(world, days=days) == [match]
    assert (await world.matches.look(match)).roster.void is Void.IDLE


async def test_long_downtime(world: World) -> None:
    """No match ends without its warnings, nor sooner after them than they say."""
    match = (await world.begun(ANN, BEN)).record.id
    assert await wait(world, days=200) == [match]
    warned = world.clock.time
    loaded = await world.matches.look(match)
    assert kinds(loaded) == [L.IDLE_WARNED]
    assert next_idle(loaded) == (warned + 11 * DAY, 3)
    assert await wait(world, days=11) == [match]
    assert await wait(world, days=3, seconds=-1) == []
    assert await wait(world, seconds=1) == [match]
    assert (await world.matches.look(match)).status is Status.OVER


async def test_matches_of_before(world: World) -> None:
    """What ran before this was kept is looked at as well."""
    match = (await world.begun(ANN, BEN)).record.id
    world.sql("UPDATE deadline SET at = 0, soonest = 0")
    await wait(world, days=45)
    assert kinds(await world.matches.look(match)) == []
    assert await wait(world, days=1) == [match]


async def test_practice_ends_too(world: World) -> None:
    """One that was left lying."""
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id
    for days in (46, 11, 3):
        assert await wait(world, days=days) == [match]
    assert (await world.matches.look(match)).roster.void is Void.IDLE


async def test_open_invitations_are_not_idle(world: World) -> None:
    """They expire by themselves."""
    await world.toys.challenge(world.asked(ANN), [BEN])
    assert world.rows()["deadline"] == []
    assert await wait(world, days=90) == []
