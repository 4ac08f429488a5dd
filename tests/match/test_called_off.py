"""Matches that a moderator ends: they have no result and count for no player."""

from bot.match.log.events import MatchEventKind, Void
from bot.match.log.records import Status
from bot.match.statistics.results import places, results
from bot.match.values.errors import InvitationClosed, MatchOver, NotStarted
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World


async def test_called_off_match_is_over_without_places(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.service.call_off(match, DAN)
    assert loaded.status is Status.OVER
    assert loaded.roster.void is Void.MODERATED
    assert (loaded.events[-1].kind, loaded.events[-1].holder) == (MatchEventKind.VOIDED, DAN)
    assert (places(loaded), results(loaded)) == ((), ())
    assert await world.standings() == []
    assert await world.store.of_user(GUILD, ANN) == ()
    await world.refused(MatchOver, world.do(match, ANN, "add 2"))
    await world.refused(MatchOver, world.service.call_off(match, DAN))


async def test_called_off_match_has_no_result_for_players_who_resigned(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, CAT)
    assert results(await world.service.call_off(match, DAN)) == ()


async def test_resigning_without_a_moderator_leaves_a_winner(world: World) -> None:
    loaded = await world.begun(ANN, BEN)
    after = await world.service.resign(loaded.record.id, ANN)
    assert after.roster.void is None
    assert places(after) == (2, 1)


async def test_moderator_can_call_off_any_invitation(world: World) -> None:
    match = (await world.toys.open_table(world.asked(ANN), 3)).record.id
    assert (await world.service.call_off(match, DAN)).status is Status.CALLED_OFF
    await world.refused(InvitationClosed, world.service.call_off(match, DAN))
    await world.refused(NotStarted, world.service.resign(match, ANN))


async def test_called_off_match_allows_a_rematch(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.call_off(match, DAN)
    new = await world.toys.rematch(match, world.asked(ANN))
    assert new.roster.invited == (BEN,)
