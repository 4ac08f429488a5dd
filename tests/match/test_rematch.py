"""One match more with the same people."""

import asyncio

import pytest

from bot.match.lobby.errors import RematchAsked, TooManyInvitations
from bot.match.log.events import EventKind
from bot.match.log.records import Status
from bot.match.log.store_errors import Conflict
from bot.match.values.caps import Caps
from bot.match.values.errors import NotInMatch, NotOver
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
    old = await world.matches.look(match)
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


async def faster(world: World, match: int, user: int) -> None:
    """Let somebody be faster in another process, when this one is about to make a match."""
    other = await world.another()

    async def ask() -> None:
        await other.toys.rematch(match, world.asked(user))

    world.use(Meddling(world.store, before=[ask], creating=True))


async def test_two_processes_at_once(world: World) -> None:
    """The slower one makes nothing, calls nothing off, and is told of the other's rematch."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    await faster(world, match, BEN)
    with pytest.raises(RematchAsked) as caught:
        await world.toys.rematch(match, world.asked(ANN))
    assert caught.value.values == {"match": 2}
    assert len(world.rows()["match"]) == 2
    assert (await world.matches.look(2)).status is Status.OPEN
    assert (await world.matches.look(match)).roster.rematch == 2
    assert await world.store.of_user(GUILD, ANN) == (2,)


async def test_two_practices_at_once(world: World) -> None:
    """One practice begins, and there is no other."""
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id
    await world.service.resign(match, ANN)
    await faster(world, match, ANN)
    with pytest.raises(RematchAsked):
        await world.toys.rematch(match, world.asked(ANN))
    assert len(world.rows()["match"]) == 2
    assert (await world.matches.look(2)).status is Status.RUNNING


async def test_a_conflict_that_changes_nothing(world: World) -> None:
    """Where the match was changed otherwise meanwhile the rematch is made all the same."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)

    async def conflict() -> None:
        raise Conflict

    world.use(Meddling(world.store, before=[conflict], creating=True))
    new = await world.toys.rematch(match, world.asked(ANN))
    assert new.status is Status.OPEN
    assert (await world.matches.look(match)).roster.rematch == new.record.id
    assert len(world.rows()["match"]) == 2


@pytest.mark.parametrize("kept", [False, True])
async def test_a_stop_at_the_moment_of_making_it(world: World, *, kept: bool) -> None:
    """There is the rematch and the match knows of it, or there is neither: never two of them."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)

    async def stop() -> None:
        raise asyncio.CancelledError

    before, after = ([], [stop]) if kept else ([stop], [])
    world.use(Meddling(world.store, before=before, after=after, creating=True))
    with pytest.raises(asyncio.CancelledError):
        await world.toys.rematch(match, world.asked(ANN))
    world.use(world.store)
    assert (await world.matches.look(match)).roster.rematch == (2 if kept else None)
    if kept:
        await world.refused(RematchAsked, world.toys.rematch(match, world.asked(BEN)))
    else:
        assert (await world.toys.rematch(match, world.asked(BEN))).record.id == 2


async def test_the_same_press_twice(world: World) -> None:
    """Gives the rematch that it has made, in another process too."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    asked = world.asked(ANN)
    other = await world.another()
    new = await world.toys.rematch(match, asked)
    assert await other.toys.rematch(match, asked) == new
    assert await world.toys.rematch(match, asked) == new
    assert len(world.rows()["match"]) == 2


async def test_no_room_for_a_rematch(world: World) -> None:
    """A cap refuses it, and the match knows of none."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    world.toys.caps = Caps(open_of_user=0)
    await world.refused(TooManyInvitations, world.toys.rematch(match, world.asked(ANN)))
    assert (await world.matches.look(match)).roster.rematch is None
