"""Of two, one does not come back: the win may be claimed after a second warning."""

import pytest

from bot.match.log.events import EventKind
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
from bot.match.timing.lateness import Vote
from bot.match.values.errors import MatchOver, NotInMatch
from bot.match.values.times import DAY, Pace
from tests.match.hours import TURN, WAIT, begun_late, kinds, the_late, wait
from tests.match.world import ANN, BEN, CAT, World

L = EventKind


async def test_after_the_second_warning(world: World) -> None:
    """Not before as much time has passed again; then the claim ends the match."""
    loaded = await begun_late(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    claim = world.pace.late.claim
    refusal = await world.refused(ClaimTooEarly, claim(match, BEN, late.id))
    assert refusal.values == {"user": ANN}
    await world.refused(OwnLateness, claim(match, ANN, late.id))
    await world.refused(NotInMatch, claim(match, CAT, late.id))
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]
    loaded = await world.matches.look(match)
    assert may_claim(loaded, the_late(loaded))
    over = await claim(match, BEN, late.id)
    assert kinds(over) == [L.LATE, L.WARNED, L.CLAIMED, L.HANDED, L.ENDED]
    assert places(over) == (2, 1)
    assert {one.user: (one.place, one.points) for one in results(over)} == {
        ANN: (2, 0),
        BEN: (1, 0),
    }
    assert await world.standings() == [(BEN, 1, 1), (ANN, 1, 0)]
    await world.refused(MatchOver, claim(match, BEN, late.id))
    assert world.rows()["deadline"] == []


@pytest.mark.parametrize("first", [WAIT, TURN])
async def test_second_lateness_in_a_row(world: World, first: Vote) -> None:
    """The other waited, or let a computer play, and they are late again without a move."""
    loaded = await begun_late(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, first)
    if first == TURN:
        loaded = await world.toy(match, "12 add 1", "12 bid 1")
        assert loaded.people_to_act == (ANN,)
    assert await wait(world, days=1) == [match]
    again = the_late(await world.matches.look(match))
    assert again.row == 2
    await world.refused(SettledAlready, world.pace.late.claim(match, BEN, late.id))
    over = await world.pace.late.claim(match, BEN, again.id)
    assert over.status is Status.OVER


async def test_a_move_in_between(world: World) -> None:
    """Who moved since is warned again, first once."""
    loaded = await begun_late(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, WAIT)
    await world.toy(match, "11 add 1", "12 add 1", "12 bid 1")
    await wait(world, days=1)
    again = the_late(await world.matches.look(match))
    assert again.row == 1
    await world.refused(ClaimTooEarly, world.pace.late.claim(match, BEN, again.id))


async def test_a_turn_of_their_own_in_between(world: World) -> None:
    """A computer played one turn, they played the next: that row is over."""
    loaded = await begun_late(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, TURN)
    loaded = await world.toy(match, "12 add 1", "11 bid 1", "12 bid 0")
    assert loaded.people_to_act == (BEN,)
    await world.toy(match, "12 add 1")
    await wait(world, days=1)
    assert the_late(await world.matches.look(match)).row == 1


async def test_their_move_comes_first(world: World) -> None:
    """Even after two warnings a move ends the lateness."""
    loaded = await begun_late(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    await wait(world, days=3)
    await world.toy(match, "11 add 1")
    await world.refused(MovedMeanwhile, world.pace.late.claim(match, BEN, late.id))


async def test_only_where_two_are_left(world: World) -> None:
    """Of three people nobody claims; where one of them resigned the other two may."""
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await wait(world, days=1)
    await world.refused(ClaimNotOfTwo, world.pace.late.claim(match, BEN, late.id))
    await world.service.resign(match, CAT)
    over = await world.pace.late.claim(match, BEN, late.id)
    assert places(over) == (2, 1, 3)


async def test_both_are_late(world: World) -> None:
    """Nobody claims the win over somebody while being late as well."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 1", "12 add 1")
    await wait(world, days=1)
    await wait(world, days=1)
    loaded = await world.matches.look(match)
    ann = next(event.n for event in loaded.events if event.kind is L.LATE and event.holder == ANN)
    await world.refused(OwnLateness, world.pace.late.claim(match, BEN, ann))
    await world.do(match, BEN, "bid 1")
    over = await world.pace.late.claim(match, BEN, ann)
    assert places(over) == (2, 1)
