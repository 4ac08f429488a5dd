"""Giving up, and what a match means for those who played it."""

import pytest

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.results import places, results
from bot.match.values.errors import MatchOver, NotInMatch
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World


async def rest(world: World, loaded: Loaded) -> Loaded:
    """Play on to the end."""
    return await world.play(loaded.record.id, "rest")


def taken(loaded: Loaded) -> list[tuple[int, int, int | None, int]]:
    """Seat, user, place and points of everybody."""
    return [(one.seat, one.user, one.place, one.points) for one in results(loaded)]


def kinds(loaded: Loaded) -> list[EventKind]:
    """What happened since the start."""
    told = [event.kind for event in loaded.events]
    return told[told.index(EventKind.STARTED) + 1 :]


async def test_two_seats(world: World) -> None:
    """The match ends, and the other has won."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.refused(NotInMatch, world.service.resign(match, CAT))
    loaded = await world.service.resign(match, ANN)
    assert loaded.status is Status.OVER
    assert kinds(loaded) == [EventKind.RESIGNED, EventKind.HANDED, EventKind.ENDED]
    assert loaded.outcome is None
    assert places(loaded) == (2, 1)
    assert taken(loaded) == [(0, ANN, 2, 0), (1, BEN, 1, 0)]
    assert await world.standings() == [(BEN, 1, 1), (ANN, 1, 0)]
    assert await world.store.computers_due() == ()
    assert await world.store.of_guild(GUILD) == ()
    await world.refused(MatchOver, world.service.resign(match, ANN))
    await world.refused(MatchOver, world.service.resign(match, BEN))


async def test_points_of_a_match_cut_short(world: World) -> None:
    """Who stays keeps the points, who resigned has none."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.toy(match, "11 add 3", "12 add 2")
    loaded = await world.service.resign(match, ANN)
    assert taken(loaded) == [(0, ANN, 2, 0), (1, BEN, 1, 2)]


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_computer_plays_on(world: World, seats: int) -> None:
    """With more than two the seat is handed over, and moves at once where it is due."""
    people = (ANN, BEN, CAT, DAN)[:seats]
    match = (await world.begun(*people)).record.id
    loaded = await world.service.resign(match, ANN)
    assert loaded.status is Status.RUNNING
    assert kinds(loaded) == [EventKind.RESIGNED, EventKind.HANDED]
    assert loaded.roster.holders == (None, *people[1:])
    assert loaded.roster.original == people
    assert [entry.actor for entry in loaded.entries] == [None, 0], "it was the seat's turn"
    assert loaded.people_to_act == (BEN,)
    assert await world.store.of_user(GUILD, ANN) == ()
    await world.refused(NotInMatch, world.do(match, ANN, "add 1"))
    await world.refused(NotInMatch, world.service.resign(match, ANN))
    over = await rest(world, loaded)
    assert over.outcome is not None
    assert over.status is Status.OVER
    placed = places(over)
    assert placed[0] == seats, "who resigned is last"
    staying = over.outcome.places[1:]
    assert placed[1:] == tuple(1 + sum(other < mine for other in staying) for mine in staying)
    scores = over.game.scores(over.state)
    expected = [
        (seat, user, placed[seat], scores[seat] if seat else 0) for seat, user in enumerate(people)
    ]
    assert taken(over) == expected
    kept = await world.statistics.of_match(match)
    assert sorted((one.seat, one.user, one.place, one.points) for one in kept) == expected


async def test_out_of_turn(world: World) -> None:
    """The match waits for whom it waited before."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.service.resign(match, BEN)
    assert loaded.people_to_act == (ANN,)
    assert loaded.seq == 1
    loaded = await world.toy(match, "11 add 1")
    assert [entry.actor for entry in loaded.entries] == [None, 0, 1], "the computer followed"
    assert loaded.people_to_act == (CAT,)


async def test_first_to_resign_is_last(world: World) -> None:
    """Those who stay come first, then who resigned later."""
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, CAT)
    loaded = await world.service.resign(match, ANN)
    over = await rest(world, loaded)
    placed = places(over)
    assert (placed[2], placed[0]) == (4, 3)
    assert set(placed) - {3, 4} <= {1, 2}
    assert 1 in (placed[1], placed[3])


async def test_all_but_one_resign(world: World) -> None:
    """Who is left plays on against computers, and is first whatever they score."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, ANN)
    loaded = await world.service.resign(match, BEN)
    assert loaded.status is Status.RUNNING
    assert loaded.people_to_act == (CAT,)
    over = await rest(world, loaded)
    assert places(over) == (3, 2, 1)
    lines = await world.standings()
    assert [wins for _, _, wins in lines] == [1, 0, 0]
    assert lines[0][0] == CAT


async def test_everybody_resigns(world: World) -> None:
    """Nobody has won, and it counts for nobody."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    for user in (ANN, BEN, CAT):
        loaded = await world.service.resign(match, user)
    assert loaded.status is Status.OVER
    assert kinds(loaded)[-1] is EventKind.ENDED
    assert (places(loaded), results(loaded)) == ((), ())
    assert await world.standings() == []
    assert await world.store.computers_due() == ()


@pytest.mark.parametrize("rivals", [1, 2])
async def test_practice(world: World, rivals: int) -> None:
    """The one person leaves: it ends, without a winner, and counts for nothing."""
    match = (await world.toys.practice(world.asked(ANN), rivals)).record.id
    loaded = await world.service.resign(match, ANN)
    assert loaded.status is Status.OVER
    assert (places(loaded), results(loaded)) == ((), ())
    assert await world.standings() == []
    assert await world.store.of_user(GUILD, ANN) == ()


async def test_resigning_while_all_decide(world: World) -> None:
    """In a sealed phase the computer decides for the seat at once; the others' boards stay."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    loaded = await world.service.resign(match, BEN)
    assert loaded.people_to_act == (ANN, CAT)
    await world.do(match, CAT, "bid 0", seq=4)
    await world.do(match, ANN, "bid 0", seq=4)


async def test_leaderboard_adds_up(world: World) -> None:
    """Most wins first; servers apart."""
    for winner, loser in ((ANN, BEN), (ANN, CAT), (BEN, CAT)):
        match = (await world.begun(winner, loser)).record.id
        await world.toy(match, f"{winner} add 3")
        await world.service.resign(match, loser)
    lines = await world.standings()
    assert lines == [(ANN, 2, 2), (BEN, 2, 1), (CAT, 2, 0)]
    assert await world.standings(GUILD + 1) == []
