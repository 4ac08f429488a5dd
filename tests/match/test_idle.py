"""A match without a move for two months ends, after warnings."""

import pytest

from bot.match.log.events import MatchEventKind, Void
from bot.match.log.records import Status
from bot.match.statistics.results import places, results
from bot.match.timing.deadlines import idle_since, next_idle
from bot.match.values.times import DAY, Pace
from tests.match.hours import kinds, wait
from tests.match.world import ANN, BEN, World

L = MatchEventKind


@pytest.mark.parametrize("pace", [Pace.NONE, Pace.WEEK])
async def test_idle_match_ends_after_warnings_14_and_3_days_before(
    world: World, pace: Pace
) -> None:
    loaded = await world.begun(ANN, BEN, pace=pace)
    match, began = loaded.record.id, world.clock.time
    await wait(world, days=45)
    assert L.IDLE_WARNED not in kinds(await world.matches.load(match))
    for days, warnings in ((1, [14]), (10, [14]), (1, [14, 3]), (2, [14, 3])):
        await wait(world, days=days)
        loaded = await world.matches.load(match)
        assert [event.detail for event in loaded.events if event.kind is L.IDLE_WARNED] == warnings
        assert loaded.status is Status.RUNNING
    assert await wait(world, days=1, seconds=-1) == []
    assert await wait(world, seconds=1) == [match]
    assert world.clock.time == began + 60 * DAY
    over = await world.matches.load(match)
    assert over.roster.void is Void.IDLE
    assert (places(over), results(over)) == ((), ())
    assert world.rows()["deadline"] == []
    assert await wait(world, days=99) == []


async def test_move_restarts_the_idle_time_and_its_warnings(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await wait(world, days=50)
    await world.toy(match, "11 add 1")
    assert await wait(world, days=45) == []
    assert await wait(world, days=1) == [match]
    warned = [
        event for event in (await world.matches.load(match)).events if event.kind is L.IDLE_WARNED
    ]
    assert [event.detail for event in warned] == [14, 14]
    await wait(world, days=11)
    assert (await world.matches.load(match)).events[-1].detail == 3


async def test_endless_pause_is_idle_and_a_finished_pause_is_not(world: World) -> None:
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
    assert (await world.matches.load(match)).roster.void is Void.IDLE


async def test_match_idle_during_a_downtime_gets_its_warnings_first(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    assert await wait(world, days=200) == [match]
    warned = world.clock.time
    loaded = await world.matches.load(match)
    assert kinds(loaded) == [L.IDLE_WARNED]
    assert next_idle(loaded) == (warned + 11 * DAY, 3)
    assert await wait(world, days=11) == [match]
    assert await wait(world, days=3, seconds=-1) == []
    assert await wait(world, seconds=1) == [match]
    assert (await world.matches.load(match)).status is Status.OVER


async def test_match_without_an_idle_deadline_gets_its_warnings(world: World) -> None:
    """Matches that started before idle deadlines existed have such rows."""
    match = (await world.begun(ANN, BEN)).record.id
    world.sql("UPDATE deadline SET at = 0, soonest = 0")
    await wait(world, days=45)
    assert kinds(await world.matches.load(match)) == []
    assert await wait(world, days=1) == [match]


async def test_abandoned_practice_ends(world: World) -> None:
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id
    for days in (46, 11, 3):
        assert await wait(world, days=days) == [match]
    assert (await world.matches.load(match)).roster.void is Void.IDLE


async def test_invitation_has_no_idle_deadline(world: World) -> None:
    await world.toys.challenge(world.asked(ANN), [BEN])
    assert world.rows()["deadline"] == []
    assert await wait(world, days=90) == []
