"""Pauses, which need the consent of all players and stop clocks and moves."""

from bot.match.log.events import MatchEventKind
from bot.match.log.records import Status
from bot.match.timing.errors import NoPauseAsked, NotPaused, PauseAgreed, Paused
from bot.match.timing.lateness import latenesses
from bot.match.values.errors import NotInMatch, NotStarted
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.hours import due, kinds, start_late_match, the_late, wait
from tests.match.world import ANN, BEN, CAT, EVE, World

L = MatchEventKind


async def test_pause_begins_when_all_players_agree(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    pause = world.pace.pauses.pause
    loaded = await pause(match, BEN)
    assert loaded.roster.pause_asked == (BEN,)
    refusal = await world.refused(PauseAgreed, pause(match, BEN))
    assert refusal.values == {"users": (ANN, CAT)}
    await world.refused(NotInMatch, pause(match, EVE))
    assert (await pause(match, ANN)).roster.paused is None
    loaded = await pause(match, CAT)
    assert loaded.roster.paused == world.clock.time
    assert kinds(loaded) == [L.PAUSE_ASKED] * 3 + [L.PAUSED]
    await world.refused(Paused, pause(match, ANN))
    await world.refused(Paused, world.pace.pauses.decline_pause(match, ANN))


async def test_clock_stops_for_the_length_of_a_pause(world: World) -> None:
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    match, began = loaded.record.id, world.clock.time
    await wait(world, hours=20)
    for user in (ANN, BEN):
        loaded = await world.pace.pauses.pause(match, user)
    assert due(loaded, ANN) is None
    assert (await world.pace.timekeeper.times(loaded)).paused == world.clock.time
    assert await wait(world, days=30) == []
    loaded = await world.pace.pauses.resume(match, BEN)
    assert due(loaded, ANN) == began + DAY + 30 * DAY
    await world.refused(NotPaused, world.pace.pauses.resume(match, BEN))
    assert await wait(world, hours=4, seconds=-1) == []
    assert await wait(world, seconds=1) == [match]


async def test_moves_are_refused_in_a_pause_that_any_player_can_end(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    await world.refused(Paused, world.do(match, ANN, "add 1"))
    await world.refused(NotInMatch, world.do(match, EVE, "add 1"))
    await world.refused(NotInMatch, world.pace.pauses.resume(match, EVE))
    await world.pace.pauses.resume(match, BEN)
    await world.do(match, ANN, "add 1")


async def test_computers_do_not_move_in_a_pause(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    for user in (ANN, BEN, CAT):
        await world.pace.pauses.pause(match, user)
    loaded = await world.service.resign(match, ANN)
    assert loaded.seq == 1
    assert await world.store.computers_due() == ()
    loaded = await world.pace.pauses.resume(match, BEN)
    assert [entry.actor for entry in loaded.entries] == [None, 0]


async def test_proposed_pause_can_be_declined_and_proposed_again(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    decline = world.pace.pauses.decline_pause
    await world.refused(NoPauseAsked, decline(match, BEN))
    for user in (BEN, ANN):
        await world.pace.pauses.pause(match, ANN)
        assert (await decline(match, user)).roster.pause_asked == ()
    await world.refused(NoPauseAsked, decline(match, BEN))


async def test_pause_ends_a_lateness_and_its_warning(world: World) -> None:
    """The late player also agreed to the pause, and has the time of a full turn after it."""
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    for user in (ANN, BEN, CAT):
        loaded = await world.pace.pauses.pause(match, user)
    assert latenesses(loaded) == ()
    assert late.row == 1
    await wait(world, days=3)
    loaded = await world.pace.pauses.resume(match, CAT)
    assert due(loaded, ANN) == world.clock.time + DAY
    assert await wait(world, days=1) == [match]
    assert the_late(await world.matches.load(match)).row == 1


async def test_resigned_players_need_not_agree_to_a_pause(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.pace.pauses.pause(match, ANN)
    await world.pace.pauses.pause(match, BEN)
    loaded = await world.service.resign(match, CAT)
    assert loaded.roster.paused is None
    loaded = await world.pace.pauses.pause(match, ANN)
    assert loaded.roster.paused is not None


async def test_all_pauses_of_a_turn_stop_the_clock(world: World) -> None:
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    match, began = loaded.record.id, world.clock.time
    for _ in range(3):
        world.clock.time += HOUR
        for user in (ANN, BEN):
            await world.pace.pauses.pause(match, user)
        world.clock.time += 10 * HOUR
        loaded = await world.pace.pauses.resume(match, ANN)
    assert due(loaded, ANN) == began + DAY + 30 * HOUR
    assert await (await world.another()).matches.load(match) == loaded


async def test_only_a_running_match_can_be_paused_and_resigning_still_ends_it(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN])
    await world.refused(NotStarted, world.pace.pauses.pause(opened.record.id, ANN))
    match = (await world.begun(ANN, BEN)).record.id
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    over = await world.service.resign(match, ANN)
    assert over.status is Status.OVER, "players can resign in a pause"


async def test_moves_cannot_be_taken_back_in_a_pause(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1")
    for user in (ANN, BEN, CAT):
        await world.pace.pauses.pause(match, user)
    await world.refused(Paused, world.service.take_back(match, ANN, loaded.seq, 7001))
    await world.pace.pauses.resume(match, CAT)
    await world.service.take_back(match, ANN, loaded.seq, 7001)
