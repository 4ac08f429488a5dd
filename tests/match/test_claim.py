"""Claiming the win in a match of two after a second warning."""

import pytest

from bot.match.log.events import MatchEventKind, Vote
from bot.match.log.records import Status
from bot.match.statistics.results import places, results
from bot.match.timing.errors import (
    ClaimNotOfTwo,
    ClaimTooEarly,
    MovedMeanwhile,
    OwnLateness,
    SettledAlready,
)
from bot.match.timing.late_votes import may_claim
from bot.match.values.errors import MatchOver, NotInMatch
from bot.match.values.times import DAY, Pace
from tests.match.hours import TURN, WAIT, kinds, start_late_match, the_late, wait
from tests.match.world import ANN, BEN, CAT, World

L = MatchEventKind


async def test_claim_after_the_second_warning_ends_the_match(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    claim = world.pace.late.claim
    refusal = await world.refused(ClaimTooEarly, claim(match, BEN, late.id))
    assert refusal.values == {"user": ANN}
    await world.refused(OwnLateness, claim(match, ANN, late.id))
    await world.refused(NotInMatch, claim(match, CAT, late.id))
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]
    loaded = await world.matches.load(match)
    assert may_claim(loaded, the_late(loaded))
    over = await claim(match, BEN, late.id)
    assert kinds(over) == [L.LATE, L.WARNED, L.CLAIMED, L.HANDED, L.ENDED]
    assert places(over) == (2, 1)
    assert {result.user: (result.place, result.points) for result in results(over)} == {
        ANN: (2, 0),
        BEN: (1, 0),
    }
    assert await world.standings() == [(BEN, 1, 1), (ANN, 1, 0)]
    await world.refused(MatchOver, claim(match, BEN, late.id))
    assert world.rows()["deadline"] == []


@pytest.mark.parametrize("first", [WAIT, TURN])
async def test_claim_is_allowed_after_a_second_lateness_without_a_move(
    world: World, first: Vote
) -> None:
    """After the first, the opponent waited or let a computer play the turn."""
    loaded = await start_late_match(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, first)
    if first == TURN:
        loaded = await world.toy(match, "12 add 1", "12 bid 1")
        assert loaded.people_to_act == (ANN,)
    assert await wait(world, days=1) == [match]
    again = the_late(await world.matches.load(match))
    assert again.row == 2
    await world.refused(SettledAlready, world.pace.late.claim(match, BEN, late.id))
    over = await world.pace.late.claim(match, BEN, again.id)
    assert over.status is Status.OVER


async def test_move_between_two_latenesses_starts_the_warnings_again(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, WAIT)
    await world.toy(match, "11 add 1", "12 add 1", "12 bid 1")
    await wait(world, days=1)
    again = the_late(await world.matches.load(match))
    assert again.row == 1
    await world.refused(ClaimTooEarly, world.pace.late.claim(match, BEN, again.id))


async def test_turn_of_their_own_after_a_computers_turn_starts_the_warnings_again(
    world: World,
) -> None:
    loaded = await start_late_match(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, TURN)
    loaded = await world.toy(match, "12 add 1", "11 bid 1", "12 bid 0")
    assert loaded.people_to_act == (BEN,)
    await world.toy(match, "12 add 1")
    await wait(world, days=1)
    assert the_late(await world.matches.load(match)).row == 1


async def test_move_of_the_late_player_prevents_a_claim(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    await wait(world, days=3)
    await world.toy(match, "11 add 1")
    await world.refused(MovedMeanwhile, world.pace.late.claim(match, BEN, late.id))


async def test_claim_needs_exactly_two_remaining_people(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await wait(world, days=1)
    await world.refused(ClaimNotOfTwo, world.pace.late.claim(match, BEN, late.id))
    await world.service.resign(match, CAT)
    over = await world.pace.late.claim(match, BEN, late.id)
    assert places(over) == (2, 1, 3)


async def test_late_player_cannot_claim(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 1", "12 add 1")
    await wait(world, days=1)
    await wait(world, days=1)
    loaded = await world.matches.load(match)
    ann = next(event.n for event in loaded.events if event.kind is L.LATE and event.holder == ANN)
    await world.refused(OwnLateness, world.pace.late.claim(match, BEN, ann))
    await world.do(match, BEN, "bid 1")
    over = await world.pace.late.claim(match, BEN, ann)
    assert places(over) == (2, 1)
