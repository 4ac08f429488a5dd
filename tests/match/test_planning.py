"""Plans: made while others act, done or dropped when the turn comes, known to nobody else."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.match.log.events import EventKind
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.playing.automatic import NOTHING_PENDING
from bot.match.playing.errors import NoPlan, NothingToPlan, NotPlannable, PlanNow, PlanTooLong
from bot.match.playing.plans import GONE, Plan
from bot.match.values.errors import NotInMatch, Refusal
from engine.core.capabilities import PlanAhead
from tests.match.world import ANN, BEN, CAT, DAN, Meddling, World, nothing
from tests.toy_game import ToyGame


async def begun(world: World) -> MatchId:
    """A match of three; ANN is to add, then BEN, then CAT."""
    return (await world.begun(ANN, BEN, CAT)).record.id


async def events(world: World, match: MatchId) -> list[tuple[EventKind, int | None, str]]:
    """What the history says of plans."""
    loaded = await world.matches.look(match)
    kinds = (EventKind.PLANNED, EventKind.PLAN_DROPPED)
    return [(e.kind, e.holder, e.detail) for e in loaded.events if e.kind in kinds]


async def test_a_plan_is_done_in_its_turn(world: World) -> None:
    """The first of the plan, by nobody's press, and the history says so; then it is over."""
    match = await begun(world)
    plan = await world.planning.plan(match, BEN, ["add 2", "add 1"])
    assert plan == Plan(match, BEN, 1, ("add 2", "add 1"))
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 2, 0)
    assert loaded.people_to_act == (CAT,)
    assert await events(world, match) == [(EventKind.PLANNED, BEN, "")]
    planned = next(e for e in loaded.events if e.kind is EventKind.PLANNED)
    assert loaded.entries[planned.after_seq].actor == 1
    assert [press[2:] for press in world.rows()["press"] if press[1] == match][-1] == (1, 1)
    assert await world.planning.planned(match, BEN) is None
    assert await world.plans.due() == ()


async def test_what_means_something_else_by_now(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is passed over, though it is legal."""

    def still(game: ToyGame, then: object, now: object, action: Any) -> bool:
        return then != now and game.notation(action) != "add 2"

    monkeypatch.setattr(ToyGame, "still_planned", still)
    match = await begun(world)
    await world.planning.plan(match, BEN, ["add 2", "add 1"])
    assert (await world.toy(match, "11 add 1")).state.points == (1, 1, 0)


async def test_two_plans_in_a_row(world: World) -> None:
    """One after the other, each by itself."""
    match = await begun(world)
    await world.planning.plan(match, CAT, ["add 1"])
    await world.planning.plan(match, BEN, ["add 2"])
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 2, 1)
    assert loaded.people_to_act == (ANN, BEN, CAT)


async def test_what_came_in_between(world: World) -> None:
    """A plan falls by what the game says; it is dropped whole, and its player is to act."""
    match = await begun(world)
    await world.planning.plan(match, BEN, ["add 2", "add 1"])
    loaded = await world.toy(match, "11 add 3")
    assert loaded.state.points == (3, 0, 0)
    assert loaded.people_to_act == (BEN,)
    assert await events(world, match) == [(EventKind.PLAN_DROPPED, BEN, "three")]
    assert await world.planning.planned(match, BEN) is None
    assert await world.plans.due() == ()


async def test_what_happened_before_does_not_count(world: World) -> None:
    """Only what came since, and not what was taken back."""
    world.take_back = 5
    world.use(world.store)
    match = await begun(world)
    await world.toy(match, "11 add 3")
    await world.planning.plan(match, CAT, ["add 2"])
    await world.toy(match, "12 add 3")
    assert await world.plans.due() == (match,)
    await world.service.take_back(match, BEN, 3, world.interaction())
    assert await world.planning.planned(match, CAT) == Plan(match, CAT, 2, ("add 2",))
    assert await world.plans.due() == ()
    await world.toy(match, "12 add 1")
    world.clock.time += 5
    assert (await world.service.go_on(match)).state.points == (3, 1, 2)


@pytest.mark.parametrize(
    ("tokens", "refusal"),
    [
        ([], NotPlannable),
        (["add 9"], NotPlannable),
        (["add 1", "bid 1"], NotPlannable),
        (["undo"], NotPlannable),
    ],
)
async def test_what_is_no_plan(world: World, tokens: Sequence[str], refusal: type[Refusal]) -> None:
    """Refused, and an earlier plan stays."""
    match = await begun(world)
    await world.planning.plan(match, BEN, ["add 1"])
    before = world.rows()
    with pytest.raises(refusal):
        await world.planning.plan(match, BEN, tokens)
    assert world.rows() == before


async def test_who_may_plan(world: World) -> None:
    """Who waits: not who is to act, who has acted before the bids, who bids, or who watches."""
    match = await begun(world)
    with pytest.raises(PlanNow):
        await world.planning.plan(match, ANN, ["add 1"])
    with pytest.raises(NotInMatch):
        await world.planning.plan(match, DAN, ["add 1"])
    await world.toy(match, "11 add 1")
    with pytest.raises(NothingToPlan):
        await world.planning.plan(match, ANN, ["add 1"])
    with pytest.raises(NoPlan):
        await world.planning.leave(match, ANN)


async def test_at_most_three(world: World) -> None:
    """The same die twice is one; a fourth is too many."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "heroes", most=2)
    (user,) = {ANN, BEN} - {*loaded.people_to_act}
    seat = loaded.roster.seat_of(user)
    assert isinstance(loaded.game, PlanAhead)
    dice = [loaded.game.notation(a) for a in loaded.game.plannable(loaded.state, seat or 0)]
    assert len(dice) == 20
    plan = await world.planning.plan(match, user, [dice[4], dice[4], dice[0]])
    assert plan.tokens == (dice[4], dice[0])
    with pytest.raises(PlanTooLong):
        await world.planning.plan(match, user, dice[:4])


async def test_the_first_that_is_possible(world: World) -> None:
    """A die that is taken meanwhile, or buried, is passed over; where none is left all falls."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "heroes", most=2)
    (waits,) = {ANN, BEN} - {*loaded.people_to_act}
    (acts,) = loaded.people_to_act
    names = [seen.die.name for seen in loaded.observe().mountain]
    first, second, buried = names[0], names[1], names[-1]
    await world.planning.plan(match, waits, [f"take {d}" for d in (buried, first, second)])
    loaded = (await world.do(match, acts, f"take {first}")).loaded
    assert [entry.token for entry in loaded.entries[-2:]] == [f"take {first}", f"take {second}"]
    assert loaded.people_to_act == (acts,)
    await world.planning.plan(match, waits, [f"take {buried}"])
    top = next(seen.die.name for seen in loaded.observe().mountain if seen.takeable)
    loaded = (await world.do(match, acts, f"take {top}")).loaded
    assert loaded.people_to_act == (waits,)
    assert (await events(world, match))[-1] == (EventKind.PLAN_DROPPED, waits, GONE)


async def test_leaving_and_changing_a_plan(world: World) -> None:
    """The last one holds; who leaves it is asked as ever."""
    match = await begun(world)
    await world.planning.plan(match, BEN, ["add 1"])
    await world.planning.plan(match, BEN, ["add 2"])
    assert await world.planning.planned(match, BEN) == Plan(match, BEN, 1, ("add 2",))
    await world.planning.leave(match, BEN)
    with pytest.raises(NoPlan):
        await world.planning.leave(match, BEN)
    assert (await world.toy(match, "11 add 1")).people_to_act == (BEN,)
    assert await events(world, match) == []


async def test_left_while_it_is_carried_out(world: World) -> None:
    """Nobody is told that a plan is gone which moves for them all the same."""
    match = await begun(world)
    await world.planning.plan(match, BEN, ["add 2"])
    leaving: list[asyncio.Task[None]] = []

    async def leave() -> None:
        leaving.append(asyncio.create_task(world.planning.leave(match, BEN)))
        for _ in range(20):
            await asyncio.sleep(0)

    world.use(Meddling(world.store, before=[nothing, leave]))
    assert (await world.toy(match, "11 add 1")).state.points == (1, 2, 0)
    with pytest.raises(NoPlan):
        await leaving[0]


async def test_who_leaves_the_match_has_no_plan(world: World) -> None:
    """A plan does not move for the computer that takes the seat; an end forgets all."""
    match = await begun(world)
    await world.planning.plan(match, BEN, ["add 1"])
    await world.planning.plan(match, CAT, ["add 1"])
    await world.service.resign(match, BEN)
    assert [row[1] for row in world.rows()["plan"]] == [CAT]
    await world.service.resign(match, CAT)
    await world.service.resign(match, ANN)
    assert world.rows()["plan"] == []


async def test_a_plan_that_could_not_be_kept(world: World) -> None:
    """Whatever kept it from moving, it moves at the next look."""
    match = await begun(world)
    await world.planning.plan(match, BEN, ["add 2"])

    async def full() -> None:
        raise StoreTrouble("database or disk is full")

    world.use(Meddling(world.store, before=[nothing, full, full]))
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 0, 0)
    assert await world.plans.due() == (match,)
    loaded = await world.service.go_on(match)
    assert loaded.state.points == (1, 2, 0)
    assert await world.plans.due() == ()


async def test_two_processes_carry_out_one_plan(world: World) -> None:
    """Whoever is second finds it done."""
    other = await world.another()
    match = await begun(world)
    await world.planning.plan(match, BEN, ["add 2"])

    async def faster() -> None:
        await other.service.go_on(match)

    world.use(Meddling(world.store, before=[nothing, faster]))
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 2, 0)
    assert await events(world, match) == [(EventKind.PLANNED, BEN, "")]


async def test_the_match_goes_on_while_one_plans(world: World) -> None:
    """What was named on an old board is judged by the new one."""
    other = await world.another()
    match = await begun(world)
    await world.matches.look(match)
    await other.service.press(match, ANN, 1, ("add 1",), 9001)
    with pytest.raises(PlanNow):
        await world.planning.plan(match, BEN, ["add 1"])
    assert world.rows()["plan"] == []


@pytest.mark.sqlite
async def test_plans_are_read_once_a_press(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked what waits, until the match has moved on."""
    match = await begun(world)
    read: list[MatchId] = []
    database = world.plans._database
    rows = database.rows

    async def counted(sql: str, *values: int) -> list[Any]:
        if "FROM plan WHERE match" in sql:
            read.append(values[0])
        return await rows(sql, *values)

    monkeypatch.setattr(database, "rows", counted)
    automatic = world.service.automatic
    loaded = await world.toy(match, "11 add 1")
    for _ in range(3):
        assert await automatic.pending(loaded) == NOTHING_PENDING
    assert read == [match]
    monkeypatch.setattr(automatic, "take_back", 5)
    await world.planning.plan(match, CAT, ["add 2"])
    assert await automatic.pending(loaded) == NOTHING_PENDING, "it is not CAT's turn"
    loaded = await world.toy(match, "12 add 1")
    for _ in range(2):
        assert (await automatic.pending(loaded)).planners == {CAT}
    await world.planning.leave(match, CAT)
    assert (await automatic.pending(loaded)).planners == set()
