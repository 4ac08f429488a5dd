"""Computers and plans wait a little after a move, according to the log's clock."""

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.playing.undo import WAIT_ALONE
from bot.match.values.players import Company
from engine.core.types import Level
from tests.match.world import ANN, BEN, CAT, DAN, World

WAIT, PAUSE = 5, 3


def patient(world: World) -> None:
    """Make computers and plans wait until a move can no longer be taken back."""
    world.take_back = WAIT
    world.use(world.store)


async def with_computer(world: World) -> MatchId:
    """Start a match with the turns of ANN, a computer in BEN's seat, and CAT."""
    patient(world)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    return match


async def later(world: World, match: MatchId, seconds: int) -> Loaded:
    """Advance the clock and carry out due moves."""
    world.clock.time += seconds
    return await world.service.go_on(match)


async def test_computer_moves_exactly_after_the_wait(world: World) -> None:
    match = await with_computer(world)
    loaded = await world.toy(match, "11 add 1")
    assert loaded.computers_to_act == (1,)
    until = world.clock.time + WAIT
    assert await world.service.automatic.next_move_at(loaded) == until
    assert (await later(world, match, WAIT - 1)).computers_to_act == (1,)
    loaded = await later(world, match, 1)
    assert loaded.state.points == (1, 3, 0)
    assert loaded.people_to_act == (CAT,)
    assert await world.service.automatic.next_move_at(loaded) is None


async def test_wait_continues_in_another_process(world: World) -> None:
    match = await with_computer(world)
    await world.toy(match, "11 add 1")
    other = await world.another()
    other.take_back = WAIT
    other.use(other.store)
    assert await other.store.computers_due() == (match,)
    assert (await other.service.go_on(match)).computers_to_act == (1,)
    world.clock.time += WAIT
    assert (await other.service.go_on(match)).people_to_act == (CAT,)


async def test_taking_back_restarts_the_wait(world: World) -> None:
    match = await with_computer(world)
    loaded = await world.toy(match, "11 add 1")
    world.clock.time += 2
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    loaded = await later(world, match, WAIT)
    assert loaded.people_to_act == (ANN,)
    loaded = await world.toy(match, "11 add 2")
    assert (await later(world, match, WAIT - 1)).computers_to_act == (1,)
    assert (await later(world, match, 1)).state.points == (2, 3, 0)


async def test_computers_move_immediately_after_a_final_move(world: World) -> None:
    match = await with_computer(world)
    await world.toy(match, "11 add 1")
    await later(world, match, WAIT)
    loaded = await world.toy(match, "13 add 1")
    assert loaded.people_to_act == (ANN, CAT), "the computer has bid"


async def test_practice_waits_unless_the_player_turned_it_off(world: World) -> None:
    patient(world)
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    loaded = await world.toy(match, "11 add 1")
    assert loaded.computers_to_act == (1,)
    undone = await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    assert undone.loaded.people_to_act == (ANN,)
    assert undone.loaded.state.points == (0, 0, 0)
    await world.toy(match, "11 add 2")
    assert (await later(world, match, WAIT)).people_to_act == (ANN,)
    await world.store.set_user_settings(ANN, {WAIT_ALONE: "off"})
    again = (await world.toys.practice(world.asked(ANN), 2)).record.id
    loaded = await world.toy(again, "11 add 1")
    assert loaded.people_to_act == (ANN,)


async def test_plan_waits_but_the_next_plan_does_not_wait_for_it(world: World) -> None:
    patient(world)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.planning.plan(match, BEN, ["add 2"])
    await world.planning.plan(match, CAT, ["add 1"])
    loaded = await world.toy(match, "11 add 1")
    assert loaded.people_to_act == (BEN,)
    assert await world.service.automatic.next_move_at(loaded) == world.clock.time + WAIT
    assert await world.service.automatic.planners(loaded) == {BEN}
    assert await world.plans.due() == (match,)
    loaded = await later(world, match, WAIT)
    assert loaded.state.points == (1, 2, 1)


async def test_own_press_before_the_plan_deletes_it(world: World) -> None:
    patient(world)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.planning.plan(match, BEN, ["add 2"])
    await world.toy(match, "11 add 1", "12 add 3")
    assert world.rows()["plan"] == []
    assert (await later(world, match, WAIT)).state.points == (1, 3, 0)


async def test_taking_back_deletes_the_players_plan(world: World) -> None:
    """The plan was for the turn after the retracted one."""
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
    """Make computers pause in matches with people, where no move can be taken back."""
    world.pause = PAUSE
    world.use(world.store)


async def test_computers_pause_after_a_persons_move(world: World) -> None:
    unhurried(world)
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, BEN)
    await world.service.resign(match, CAT)
    loaded = await world.toy(match, "11 add 1")
    assert loaded.computers_to_act == (1,)
    until = world.clock.time + PAUSE
    assert await world.service.automatic.next_move_at(loaded) == until
    assert (await later(world, match, PAUSE - 1)).computers_to_act == (1,)
    loaded = await later(world, match, 1)
    assert (loaded.state.points, loaded.people_to_act) == ((1, 3, 3, 0), (DAN,))


async def test_computers_do_not_pause_in_practice(world: World) -> None:
    unhurried(world)
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    assert (await world.toy(match, "11 add 1")).people_to_act == (ANN,)


async def test_longer_of_both_waits_applies(world: World) -> None:
    world.take_back = PAUSE + 4
    unhurried(world)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    loaded = await world.toy(match, "11 add 1")
    until = world.clock.time + PAUSE + 4
    assert await world.service.automatic.next_move_at(loaded) == until
    assert (await later(world, match, PAUSE)).computers_to_act == (1,)
    assert (await later(world, match, 4)).people_to_act == (CAT,)


async def test_computer_that_moves_first_does_not_wait(world: World) -> None:
    unhurried(world)
    company = Company(Level.FOREMAN, 1)
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=company)
    loaded = await world.toys.join(opened.record.id, BEN, world.interaction())
    for number, line in enumerate(("11 add 1", "12 add 1")):
        loaded = await world.toy(loaded.record.id, line)
        assert bool(loaded.computers_to_act) is bool(number)
    loaded = await later(world, loaded.record.id, PAUSE)
    assert loaded.people_to_act == (ANN, BEN)
