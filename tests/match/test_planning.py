"""Plans: made in advance, carried out or dropped at the turn, and hidden from other players."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.match.log.events import Detail, MatchEventKind
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.playing.errors import NoPlan, NothingToPlan, NotPlannable, PlanNow, PlanTooLong
from bot.match.playing.plans import GONE, Plan
from bot.match.values.errors import NotInMatch, Refusal
from tests.match.world import ANN, BEN, CAT, DAN, Meddling, World, nothing
from tests.toy_game import ToyGame


async def start_match(world: World) -> MatchId:
    """Start a match of three with the turns of ANN, BEN and CAT in this order."""
    return (await world.begun(ANN, BEN, CAT)).record.id


async def events(world: World, match: MatchId) -> list[tuple[MatchEventKind, int | None, Detail]]:
    loaded = await world.matches.load(match)
    kinds = (MatchEventKind.PLANNED, MatchEventKind.PLAN_DROPPED)
    return [(e.kind, e.holder, e.detail) for e in loaded.events if e.kind in kinds]


async def test_first_legal_action_of_a_plan_is_played_at_the_turn(world: World) -> None:
    match = await start_match(world)
    plan = await world.planning.plan(match, BEN, ["add 2", "add 1"])
    assert plan == Plan(match, BEN, 1, ("add 2", "add 1"))
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 2, 0)
    assert loaded.people_to_act == (CAT,)
    assert await events(world, match) == [(MatchEventKind.PLANNED, BEN, "")]
    planned = next(e for e in loaded.events if e.kind is MatchEventKind.PLANNED)
    assert loaded.entries[planned.after_seq].actor == 1
    assert [press[2:] for press in world.rows()["press"] if press[1] == match][-1] == (1, 1)
    assert await world.planning.plan_of(match, BEN) is None
    assert await world.plans.due() == ()


async def test_planned_action_with_a_changed_meaning_is_skipped(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def still(game: ToyGame, then: object, now: object, action: Any) -> bool:
        return then != now and game.notation(action) != "add 2"

    monkeypatch.setattr(ToyGame, "still_planned", still)
    match = await start_match(world)
    await world.planning.plan(match, BEN, ["add 2", "add 1"])
    assert (await world.toy(match, "11 add 1")).state.points == (1, 1, 0)


async def test_two_plans_in_a_row_are_carried_out(world: World) -> None:
    match = await start_match(world)
    await world.planning.plan(match, CAT, ["add 1"])
    await world.planning.plan(match, BEN, ["add 2"])
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 2, 1)
    assert loaded.people_to_act == (ANN, BEN, CAT)


async def test_event_that_invalidates_a_plan_drops_all_of_it(world: World) -> None:
    match = await start_match(world)
    await world.planning.plan(match, BEN, ["add 2", "add 1"])
    loaded = await world.toy(match, "11 add 3")
    assert loaded.state.points == (3, 0, 0)
    assert loaded.people_to_act == (BEN,)
    assert await events(world, match) == [(MatchEventKind.PLAN_DROPPED, BEN, "three")]
    assert await world.planning.plan_of(match, BEN) is None
    assert await world.plans.due() == ()


async def test_earlier_and_retracted_moves_do_not_drop_a_plan(world: World) -> None:
    """A move of three would drop the plan if it counted."""
    world.take_back = 5
    world.use(world.store)
    match = await start_match(world)
    await world.toy(match, "11 add 3")
    await world.planning.plan(match, CAT, ["add 2"])
    await world.toy(match, "12 add 3")
    assert await world.plans.due() == (match,)
    await world.service.take_back(match, BEN, 3, world.interaction())
    assert await world.planning.plan_of(match, CAT) == Plan(match, CAT, 2, ("add 2",))
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
async def test_invalid_plan_is_refused_and_the_earlier_one_stays(
    world: World, tokens: Sequence[str], refusal: type[Refusal]
) -> None:
    match = await start_match(world)
    await world.planning.plan(match, BEN, ["add 1"])
    before = world.rows()
    with pytest.raises(refusal):
        await world.planning.plan(match, BEN, tokens)
    assert world.rows() == before


async def test_only_a_waiting_player_with_a_future_turn_can_plan(world: World) -> None:
    match = await start_match(world)
    with pytest.raises(PlanNow):
        await world.planning.plan(match, ANN, ["add 1"])
    with pytest.raises(NotInMatch):
        await world.planning.plan(match, DAN, ["add 1"])
    await world.toy(match, "11 add 1")
    with pytest.raises(NothingToPlan):
        await world.planning.plan(match, ANN, ["add 1"])
    with pytest.raises(NoPlan):
        await world.planning.leave(match, ANN)


async def test_plan_has_at_most_three_distinct_actions(world: World) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "heroes", most=2)
    (user,) = {ANN, BEN} - {*loaded.people_to_act}
    seat = loaded.roster.seat_of(user)
    dice = [loaded.game.notation(a) for a in loaded.game.plannable(loaded.state, seat or 0)]
    assert len(dice) == 20
    plan = await world.planning.plan(match, user, [dice[4], dice[4], dice[0]])
    assert plan.tokens == (dice[4], dice[0])
    with pytest.raises(PlanTooLong):
        await world.planning.plan(match, user, dice[:4])


async def test_unavailable_dice_of_a_plan_are_skipped_until_none_is_left(world: World) -> None:
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
    assert (await events(world, match))[-1] == (MatchEventKind.PLAN_DROPPED, waits, GONE)


async def test_plan_can_be_replaced_and_cancelled(world: World) -> None:
    match = await start_match(world)
    await world.planning.plan(match, BEN, ["add 1"])
    await world.planning.plan(match, BEN, ["add 2"])
    assert await world.planning.plan_of(match, BEN) == Plan(match, BEN, 1, ("add 2",))
    await world.planning.leave(match, BEN)
    with pytest.raises(NoPlan):
        await world.planning.leave(match, BEN)
    assert (await world.toy(match, "11 add 1")).people_to_act == (BEN,)
    assert await events(world, match) == []


async def test_cancelling_is_refused_while_the_plan_is_carried_out(world: World) -> None:
    match = await start_match(world)
    await world.planning.plan(match, BEN, ["add 2"])
    cancellations: list[asyncio.Task[None]] = []

    async def leave() -> None:
        cancellations.append(asyncio.create_task(world.planning.leave(match, BEN)))
        for _ in range(20):
            await asyncio.sleep(0)

    world.use(Meddling(world.store, before=[nothing, leave]))
    assert (await world.toy(match, "11 add 1")).state.points == (1, 2, 0)
    with pytest.raises(NoPlan):
        await cancellations[0]


async def test_plans_of_resigned_players_and_ended_matches_are_deleted(world: World) -> None:
    match = await start_match(world)
    await world.planning.plan(match, BEN, ["add 1"])
    await world.planning.plan(match, CAT, ["add 1"])
    await world.service.resign(match, BEN)
    assert [row[1] for row in world.rows()["plan"]] == [CAT]
    await world.service.resign(match, CAT)
    await world.service.resign(match, ANN)
    assert world.rows()["plan"] == []


async def test_plan_that_failed_to_move_moves_on_the_next_look(world: World) -> None:
    match = await start_match(world)
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


async def test_two_processes_carry_out_a_plan_once(world: World) -> None:
    other = await world.another()
    match = await start_match(world)
    await world.planning.plan(match, BEN, ["add 2"])

    async def move_first() -> None:
        await other.service.go_on(match)

    world.use(Meddling(world.store, before=[nothing, move_first]))
    loaded = await world.toy(match, "11 add 1")
    assert loaded.state.points == (1, 2, 0)
    assert await events(world, match) == [(MatchEventKind.PLANNED, BEN, "")]


async def test_plan_from_an_outdated_board_is_judged_by_the_current_one(world: World) -> None:
    other = await world.another()
    match = await start_match(world)
    await world.matches.load(match)
    await other.service.press(match, ANN, 1, ("add 1",), 9001)
    with pytest.raises(PlanNow):
        await world.planning.plan(match, BEN, ["add 1"])
    assert world.rows()["plan"] == []


@pytest.mark.sqlite
async def test_plans_are_read_once_per_press(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await start_match(world)
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
        assert await automatic.planners(loaded) == set()
    assert read == [match]
    monkeypatch.setattr(automatic, "take_back", 5)
    await world.planning.plan(match, CAT, ["add 2"])
    assert await automatic.planners(loaded) == set(), "it is not CAT's turn"
    loaded = await world.toy(match, "12 add 1")
    for _ in range(2):
        assert await automatic.planners(loaded) == {CAT}
    await world.planning.leave(match, CAT)
    assert await automatic.planners(loaded) == set()
