"""One match more with the same people."""

import asyncio

import pytest

from bot.match.errors import NotInMatch, NotOver, RematchAsked
from bot.match.events import EventKind
from bot.match.types import Status
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, Meddling, World


async def test_rematch(world: World) -> None:
    """The one who asks is the host; the others are invited in their old order; once only."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.refused(NotOver, world.toys.rematch(match, world.asked(BEN)))
    loaded = await world.play(match, "first")
    assert loaded.status is Status.OVER
    standings = await world.standings()
    await world.refused(NotInMatch, world.toys.rematch(match, world.asked(DAN)))
    new = await world.toys.rematch(match, world.asked(BEN))
    assert new.status is Status.OPEN
    assert (new.roster.host, new.roster.invited) == (BEN, (ANN, CAT))
    assert new.record.seed != loaded.record.seed
    old = await world.service.look(match)
    assert old.roster.rematch == new.record.id
    assert new.roster.follows == match
    assert (old.events[-1].kind, old.events[-1].holder) == (EventKind.REMATCH, BEN)
    assert old.status is Status.OVER
    refusal = await world.refused(RematchAsked, world.toys.rematch(match, world.asked(ANN)))
    assert refusal.values == {"match": new.record.id}
    assert await world.standings() == standings, "asking again counts for nothing"


async def test_rematch_after_resigning(world: World) -> None:
    """Who sat there at the start belongs to it."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    new = await world.toys.rematch(match, world.asked(ANN))
    assert (new.roster.host, new.roster.invited) == (ANN, (BEN,))


async def test_rematch_of_a_practice(world: World) -> None:
    """As many computers again, begun at once."""
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    await world.service.resign(match, ANN)
    new = await world.toys.rematch(match, world.asked(ANN))
    assert new.status is Status.RUNNING
    assert new.roster.holders == (ANN, None, None)


async def test_two_taps_at_once(world: World) -> None:
    """Two people press Rematch together: one invitation, and the other is told of it."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    answers = await asyncio.gather(
        *(world.toys.rematch(match, world.asked(user)) for user in (ANN, BEN)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, RematchAsked) for answer in answers) == 1
    assert len(world.rows()["match"]) == 2


async def test_two_processes_at_once(world: World) -> None:
    """The slower process takes its invitation back and tells of the other one."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    other = await world.another()

    async def faster() -> None:
        await other.toys.rematch(match, world.asked(BEN))

    world.use(Meddling(world.store, before=[faster]))
    with pytest.raises(RematchAsked) as caught:
        await world.toys.rematch(match, world.asked(ANN))
    assert caught.value.values == {"match": 3}
    assert (await world.service.look(2)).status is Status.CALLED_OFF
    assert (await world.service.look(3)).status is Status.OPEN
    assert (await world.service.look(match)).roster.rematch == 3
    assert await world.store.of_user(GUILD, ANN) == (3,)


async def test_two_practices_at_once(world: World) -> None:
    """Also a practice that came too late is never begun."""
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id
    await world.service.resign(match, ANN)
    other = await world.another()

    async def faster() -> None:
        await other.toys.rematch(match, world.asked(ANN))

    world.use(Meddling(world.store, before=[faster]))
    with pytest.raises(RematchAsked):
        await world.toys.rematch(match, world.asked(ANN))
    assert (await world.service.look(2)).position is None
    assert (await world.service.look(3)).status is Status.RUNNING
