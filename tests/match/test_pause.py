"""A pause on which all agree: no clock, no moves."""

from bot.match.log.events import EventKind
from bot.match.log.records import Status
from bot.match.timing.errors import NoPauseAsked, NotPaused, PauseAgreed, Paused
from bot.match.timing.lateness import latenesses
from bot.match.values.errors import NotInMatch, NotStarted
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.hours import begun_late, due, kinds, the_late, wait
from tests.match.world import ANN, BEN, CAT, EVE, World

L = EventKind


async def test_begins_when_all_agree(world: World) -> None:
    """One asks, the others agree; twice the same is refused, and so is a pause in a pause."""
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


async def test_clock_stands_still(world: World) -> None:
    """For exactly as long as it lasts; nobody is late in it."""
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


async def test_nobody_moves(world: World) -> None:
    """A move is refused and says so; anybody in it may end the pause and then move."""
    match = (await world.begun(ANN, BEN)).record.id
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    await world.refused(Paused, world.do(match, ANN, "add 1"))
    await world.refused(NotInMatch, world.do(match, EVE, "add 1"))
    await world.refused(NotInMatch, world.pace.pauses.resume(match, EVE))
    await world.pace.pauses.resume(match, BEN)
    await world.do(match, ANN, "add 1")


async def test_computers_rest_too(world: World) -> None:
    """A seat that is given up in a pause is played on after it."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    for user in (ANN, BEN, CAT):
        await world.pace.pauses.pause(match, user)
    loaded = await world.service.resign(match, ANN)
    assert loaded.seq == 1
    assert await world.store.computers_due() == ()
    loaded = await world.pace.pauses.resume(match, BEN)
    assert [entry.actor for entry in loaded.entries] == [None, 0]


async def test_declined(world: World) -> None:
    """Then nobody is asked any more, and it may be asked again; who asked may take it back."""
    match = (await world.begun(ANN, BEN)).record.id
    decline = world.pace.pauses.decline_pause
    await world.refused(NoPauseAsked, decline(match, BEN))
    for user in (BEN, ANN):
        await world.pace.pauses.pause(match, ANN)
        assert (await decline(match, user)).roster.pause_asked == ()
    await world.refused(NoPauseAsked, decline(match, BEN))


async def test_lateness_ends_with_it(world: World) -> None:
    """The late one agreed, too: they have their whole time after it, and one warning less."""
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    for user in (ANN, BEN, CAT):
        loaded = await world.pace.pauses.pause(match, user)
    assert latenesses(loaded) == ()
    assert late.row == 1
    await wait(world, days=3)
    loaded = await world.pace.pauses.resume(match, CAT)
    assert due(loaded, ANN) == world.clock.time + DAY
    assert await wait(world, days=1) == [match]
    assert the_late(await world.matches.look(match)).row == 1


async def test_others_left_meanwhile(world: World) -> None:
    """Who has gone need not agree: asking again is enough."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.pace.pauses.pause(match, ANN)
    await world.pace.pauses.pause(match, BEN)
    loaded = await world.service.resign(match, CAT)
    assert loaded.roster.paused is None
    loaded = await world.pace.pauses.pause(match, ANN)
    assert loaded.roster.paused is not None


async def test_several_pauses(world: World) -> None:
    """Each of them counts, in another process as well."""
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    match, began = loaded.record.id, world.clock.time
    for _ in range(3):
        world.clock.time += HOUR
        for user in (ANN, BEN):
            await world.pace.pauses.pause(match, user)
        world.clock.time += 10 * HOUR
        loaded = await world.pace.pauses.resume(match, ANN)
    assert due(loaded, ANN) == began + DAY + 30 * HOUR
    assert await (await world.another()).matches.look(match) == loaded


async def test_open_and_over(world: World) -> None:
    """There is nothing to pause before the start."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN])
    await world.refused(NotStarted, world.pace.pauses.pause(opened.record.id, ANN))
    match = (await world.begun(ANN, BEN)).record.id
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    over = await world.service.resign(match, ANN)
    assert over.status is Status.OVER, "a pause holds nobody"


async def test_nothing_is_taken_back(world: World) -> None:
    """Not in a pause; after it, as before."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1")
    for user in (ANN, BEN, CAT):
        await world.pace.pauses.pause(match, user)
    await world.refused(Paused, world.service.take_back(match, ANN, loaded.seq, 7001))
    await world.pace.pauses.resume(match, CAT)
    await world.service.take_back(match, ANN, loaded.seq, 7001)
