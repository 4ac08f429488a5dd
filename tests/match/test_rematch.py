"""Rematches: another match with the same people."""

import asyncio

import pytest

from bot.match.lobby.errors import RematchAsked, TooManyInvitations
from bot.match.log.events import MatchEventKind
from bot.match.log.records import Status
from bot.match.log.store_errors import Conflict
from bot.match.values.caps import Caps
from bot.match.values.errors import NotInMatch, NotOver
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, Meddling, World


async def test_rematch_invites_the_others_in_order_and_only_once(world: World) -> None:
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
    old = await world.matches.load(match)
    assert old.roster.rematch == new.record.id
    assert new.roster.follows == match
    assert (old.events[-1].kind, old.events[-1].holder) == (MatchEventKind.REMATCH, BEN)
    assert old.status is Status.OVER
    refusal = await world.refused(RematchAsked, world.toys.rematch(match, world.asked(ANN)))
    assert refusal.values == {"match": new.record.id}
    assert await world.standings() == standings, "a rematch request does not change the standings"


async def test_resigned_player_can_ask_for_a_rematch(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    new = await world.toys.rematch(match, world.asked(ANN))
    assert (new.roster.host, new.roster.invited) == (ANN, (BEN,))


async def test_rematch_of_a_practice_starts_with_as_many_computers(world: World) -> None:
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    await world.service.resign(match, ANN)
    new = await world.toys.rematch(match, world.asked(ANN))
    assert new.status is Status.RUNNING
    assert new.roster.holders == (ANN, None, None)


async def test_simultaneous_requests_create_one_rematch(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    answers = await asyncio.gather(
        *(world.toys.rematch(match, world.asked(user)) for user in (ANN, BEN)),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, RematchAsked) for answer in answers) == 1
    assert len(world.rows()["match"]) == 2


async def faster(world: World, match: int, user: int) -> None:
    """Let a user ask in another process just before this process creates the match."""
    other = await world.another()

    async def ask() -> None:
        await other.toys.rematch(match, world.asked(user))

    world.use(Meddling(world.store, before=[ask], creating=True))


async def test_slower_process_reports_the_rematch_of_the_faster_one(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    await faster(world, match, BEN)
    with pytest.raises(RematchAsked) as caught:
        await world.toys.rematch(match, world.asked(ANN))
    assert caught.value.values == {"match": 2}
    assert len(world.rows()["match"]) == 2
    assert (await world.matches.load(2)).status is Status.OPEN
    assert (await world.matches.load(match)).roster.rematch == 2
    assert await world.store.of_user(GUILD, ANN) == (2,)


async def test_simultaneous_rematches_of_a_practice_start_one(world: World) -> None:
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id
    await world.service.resign(match, ANN)
    await faster(world, match, ANN)
    with pytest.raises(RematchAsked):
        await world.toys.rematch(match, world.asked(ANN))
    assert len(world.rows()["match"]) == 2
    assert (await world.matches.load(2)).status is Status.RUNNING


async def test_rematch_is_created_despite_an_unrelated_conflict(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)

    async def conflict() -> None:
        raise Conflict

    world.use(Meddling(world.store, before=[conflict], creating=True))
    new = await world.toys.rematch(match, world.asked(ANN))
    assert new.status is Status.OPEN
    assert (await world.matches.load(match)).roster.rematch == new.record.id
    assert len(world.rows()["match"]) == 2


@pytest.mark.parametrize("is_committed", [False, True])
async def test_interruption_leaves_one_linked_rematch_or_none(
    world: World, *, is_committed: bool
) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)

    async def stop() -> None:
        raise asyncio.CancelledError

    before, after = ([], [stop]) if is_committed else ([stop], [])
    world.use(Meddling(world.store, before=before, after=after, creating=True))
    with pytest.raises(asyncio.CancelledError):
        await world.toys.rematch(match, world.asked(ANN))
    world.use(world.store)
    assert (await world.matches.load(match)).roster.rematch == (2 if is_committed else None)
    if is_committed:
        await world.refused(RematchAsked, world.toys.rematch(match, world.asked(BEN)))
    else:
        assert (await world.toys.rematch(match, world.asked(BEN))).record.id == 2


async def test_repeated_press_returns_the_same_rematch(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    asked = world.asked(ANN)
    other = await world.another()
    new = await world.toys.rematch(match, asked)
    assert await other.toys.rematch(match, asked) == new
    assert await world.toys.rematch(match, asked) == new
    assert len(world.rows()["match"]) == 2


async def test_cap_refuses_a_rematch_and_leaves_no_link(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    world.toys.caps = Caps(open_of_user=0)
    await world.refused(TooManyInvitations, world.toys.rematch(match, world.asked(ANN)))
    assert (await world.matches.load(match)).roster.rematch is None
