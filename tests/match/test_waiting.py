"""Computers and plans wait a little after a pick, by the clock of the log alone."""

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.playing.automatic import NOTHING_PENDING, Pending
from bot.match.playing.undo import WAIT_ALONE
from bot.match.values.players import Company
from engine.core.types import Level
from tests.match.world import ANN, BEN, CAT, DAN, World

WAIT, PAUSE = 5, 3


def patient(world: World) -> None:
    """Let moves that nobody presses wait."""
    world.take_back = WAIT
    world.use(world.store)


async def with_computer(world: World) -> MatchId:
    """ANN is to add, then a computer in BEN's seat, then CAT."""
    patient(world)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    return match


async def later(world: World, match: MatchId, seconds: int) -> Loaded:
    """The match after so many seconds and a look at what is due."""
    world.clock.time += seconds
    return await world.service.go_on(match)


async def test_a_computer_waits(world: World) -> None:
    """Until the seconds are over, however often it is looked at; then it moves."""
    match = await with_computer(world)
    loaded = await world.toy(match, "11 add 1")
    assert loaded.computers_to_act == (1,)
    until = world.clock.time + WAIT
    assert await world.service.automatic.pending(loaded) == Pending(until)
    assert (await later(world, match, WAIT - 1)).computers_to_act == (1,)
    loaded = await later(world, match, 1)
    assert loaded.state.points == (1, 3, 0)
    assert loaded.people_to_act == (CAT,)
    assert await world.service.automatic.pending(loaded) == NOTHING_PENDING


async def test_another_process_goes_on(world: World) -> None:
    """After a restart the wait ends when it would have."""
    match = await with_computer(world)
    await world.toy(match, "11 add 1")
    other = await world.another()
    other.take_back = WAIT
    other.use(other.store)
    assert await other.store.computers_due() == (match,)
    assert (await other.service.go_on(match)).computers_to_act == (1,)
    world.clock.time += WAIT
    assert (await other.service.go_on(match)).people_to_act == (CAT,)


async def test_taken_back_meanwhile(world: World) -> None:
    """Nothing moves after a pick that was taken back, and the next pick waits again."""
    match = await with_computer(world)
    loaded = await world.toy(match, "11 add 1")
    world.clock.time += 2
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    loaded = await later(world, match, WAIT)
    assert loaded.people_to_act == (ANN,)
    loaded = await world.toy(match, "11 add 2")
    assert (await later(world, match, WAIT - 1)).computers_to_act == (1,)
    assert (await later(world, match, 1)).state.points == (2, 3, 0)


async def test_only_picks_are_waited_for(world: World) -> None:
    """After what can't be taken back they move at once."""
    match = await with_computer(world)
    await world.toy(match, "11 add 1")
    await later(world, match, WAIT)
    loaded = await world.toy(match, "13 add 1")
    assert loaded.people_to_act == (ANN, CAT), "the computer has bid"


async def test_practice_waits_unless_that_is_turned_off(world: World) -> None:
    """A pick can be taken back in practice, too; who is in a hurry says so."""
    patient(world)
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    loaded = await world.toy(match, "11 add 1")
    assert loaded.computers_to_act == (1,)
    back = await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    assert back.loaded.people_to_act == (ANN,)
    assert back.loaded.state.points == (0, 0, 0)
    await world.toy(match, "11 add 2")
    assert (await later(world, match, WAIT)).people_to_act == (ANN,)
    await world.store.set_user_settings(ANN, {WAIT_ALONE: "off"})
    again = (await world.toys.practice(world.asked(ANN), 2)).record.id
    loaded = await world.toy(again, "11 add 1")
    assert loaded.people_to_act == (ANN,)


async def test_a_plan_waits(world: World) -> None:
    """The planner is known to be played for; the next plan does not wait for this one."""
    patient(world)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.planning.plan(match, BEN, ["add 2"])
    await world.planning.plan(match, CAT, ["add 1"])
    loaded = await world.toy(match, "11 add 1")
    assert loaded.people_to_act == (BEN,)
    pending = await world.service.automatic.pending(loaded)
    assert pending == Pending(world.clock.time + WAIT, frozenset({BEN}))
    assert await world.plans.due() == (match,)
    loaded = await later(world, match, WAIT)
    assert loaded.state.points == (1, 2, 1)


async def test_who_acts_before_the_plan(world: World) -> None:
    """Their own press counts and the plan is over."""
    patient(world)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.planning.plan(match, BEN, ["add 2"])
    await world.toy(match, "11 add 1", "12 add 3")
    assert world.rows()["plan"] == []
    assert (await later(world, match, WAIT)).state.points == (1, 3, 0)


async def test_a_plan_of_who_takes_back_is_over(world: World) -> None:
    """It was for the turn after the one that they have again."""
    patient(world)
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "heroes", most=2)
    (acts,) = loaded.people_to_act
    top = next(seen.die.name for seen in loaded.observe().mountain if seen.takeable)
    loaded = (await world.do(match, acts, f"take {top}")).loaded
    other = loaded.observe().mountain[0].die.name
    await world.planning.plan(match, acts, [f"take {other}"])
    await world.service.take_back(match, acts, loaded.seq, world.interaction())
    assert world.rows()["plan"] == []
    assert (await later(world, match, WAIT)).people_to_act == (acts,)


def unhurried(world: World) -> None:
    """Let computers pause among people, where nothing can be taken back."""
    world.pause = PAUSE
    world.use(world.store)


async def test_a_computer_lets_a_moment_pass_among_people(world: World) -> None:
    """From what the last person did; then it moves, and the next one with it."""
    unhurried(world)
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, BEN)
    await world.service.resign(match, CAT)
    loaded = await world.toy(match, "11 add 1")
    assert loaded.computers_to_act == (1,)
    until = world.clock.time + PAUSE
    assert await world.service.automatic.pending(loaded) == Pending(until)
    assert (await later(world, match, PAUSE - 1)).computers_to_act == (1,)
    loaded = await later(world, match, 1)
    assert (loaded.state.points, loaded.people_to_act) == ((1, 3, 3, 0), (DAN,))


async def test_nobody_waits_for_a_computer_in_practice(world: World) -> None:
    """Who plays alone is answered at once, and so is whoever is left."""
    unhurried(world)
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    assert (await world.toy(match, "11 add 1")).people_to_act == (ANN,)


async def test_the_longer_wait_holds(world: World) -> None:
    """A pick can be taken back until the computer moves."""
    world.take_back = PAUSE + 4
    unhurried(world)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    loaded = await world.toy(match, "11 add 1")
    until = world.clock.time + PAUSE + 4
    assert await world.service.automatic.pending(loaded) == Pending(until)
    assert (await later(world, match, PAUSE)).computers_to_act == (1,)
    assert (await later(world, match, 4)).people_to_act == (CAT,)


async def test_at_the_start_there_is_nothing_to_wait_for(world: World) -> None:
    """A computer that begins does so before the first board."""
    unhurried(world)
    company = Company(Level.FOREMAN, 1)
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=company)
    loaded = await world.toys.join(opened.record.id, BEN, world.interaction())
    for number, line in enumerate(("11 add 1", "12 add 1")):
        loaded = await world.toy(loaded.record.id, line)
        assert bool(loaded.computers_to_act) is bool(number)
    loaded = await later(world, loaded.record.id, PAUSE)
    assert loaded.people_to_act == (ANN, BEN)
