"""Resigning, and the results of a match for its players."""

import pytest

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.results import places, results
from bot.match.values.errors import MatchOver, NotInMatch
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World


async def rest(world: World, loaded: Loaded) -> Loaded:
    return await world.play(loaded.record.id, "rest")


def result_rows(loaded: Loaded) -> list[tuple[int, int, int | None, int]]:
    """Return seat, user, place and points of each result."""
    return [(result.seat, result.user, result.place, result.points) for result in results(loaded)]


def kinds(loaded: Loaded) -> list[MatchEventKind]:
    """Return the kinds of all events since the start."""
    all_kinds = [event.kind for event in loaded.events]
    return all_kinds[all_kinds.index(MatchEventKind.STARTED) + 1 :]


async def test_resigning_from_a_match_of_two_ends_it(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.refused(NotInMatch, world.service.resign(match, CAT))
    loaded = await world.service.resign(match, ANN)
    assert loaded.status is Status.OVER
    assert kinds(loaded) == [MatchEventKind.RESIGNED, MatchEventKind.HANDED, MatchEventKind.ENDED]
    assert loaded.outcome is None
    assert places(loaded) == (2, 1)
    assert result_rows(loaded) == [(0, ANN, 2, 0), (1, BEN, 1, 0)]
    assert await world.standings() == [(BEN, 1, 1), (ANN, 1, 0)]
    assert await world.store.computers_due() == ()
    assert await world.store.of_guild(GUILD) == ()
    await world.refused(MatchOver, world.service.resign(match, ANN))
    await world.refused(MatchOver, world.service.resign(match, BEN))


async def test_remaining_player_keeps_points_and_resigned_player_has_none(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.toy(match, "11 add 3", "12 add 2")
    loaded = await world.service.resign(match, ANN)
    assert result_rows(loaded) == [(0, ANN, 2, 0), (1, BEN, 1, 2)]


@pytest.mark.parametrize("seats", [3, 4])
async def test_computer_takes_a_resigned_seat_and_moves_if_due(world: World, seats: int) -> None:
    people = (ANN, BEN, CAT, DAN)[:seats]
    match = (await world.begun(*people)).record.id
    loaded = await world.service.resign(match, ANN)
    assert loaded.status is Status.RUNNING
    assert kinds(loaded) == [MatchEventKind.RESIGNED, MatchEventKind.HANDED]
    assert loaded.roster.holders == (None, *people[1:])
    assert loaded.roster.original == people
    assert [entry.actor for entry in loaded.entries] == [None, 0], (
        "the computer moved, because it was the seat's turn"
    )
    assert loaded.people_to_act == (BEN,)
    assert await world.store.of_user(GUILD, ANN) == ()
    await world.refused(NotInMatch, world.do(match, ANN, "add 1"))
    await world.refused(NotInMatch, world.service.resign(match, ANN))
    over = await rest(world, loaded)
    assert over.outcome is not None
    assert over.status is Status.OVER
    placed = places(over)
    assert placed[0] == seats, "the resigned player is last"
    staying = over.outcome.places[1:]
    assert placed[1:] == tuple(1 + sum(other < mine for other in staying) for mine in staying)
    scores = over.game.scores(over.state)
    expected = [
        (seat, user, placed[seat], scores[seat] if seat else 0) for seat, user in enumerate(people)
    ]
    assert result_rows(over) == expected
    stored = await world.statistics.of_match(match)
    assert (
        sorted((result.seat, result.user, result.place, result.points) for result in stored)
        == expected
    )


async def test_resigning_out_of_turn_does_not_change_the_turn(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.service.resign(match, BEN)
    assert loaded.people_to_act == (ANN,)
    assert loaded.seq == 1
    loaded = await world.toy(match, "11 add 1")
    assert [entry.actor for entry in loaded.entries] == [None, 0, 1], "the computer moved next"
    assert loaded.people_to_act == (CAT,)


async def test_players_who_resign_earlier_get_worse_places(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, CAT)
    loaded = await world.service.resign(match, ANN)
    over = await rest(world, loaded)
    placed = places(over)
    assert (placed[2], placed[0]) == (4, 3)
    assert set(placed) - {3, 4} <= {1, 2}
    assert 1 in (placed[1], placed[3])


async def test_last_remaining_player_is_first_whatever_computers_score(world: World) -> None:
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


async def test_match_that_all_players_resign_does_not_count(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    for user in (ANN, BEN, CAT):
        loaded = await world.service.resign(match, user)
    assert loaded.status is Status.OVER
    assert kinds(loaded)[-1] is MatchEventKind.ENDED
    assert (places(loaded), results(loaded)) == ((), ())
    assert await world.standings() == []
    assert await world.store.computers_due() == ()


@pytest.mark.parametrize("rivals", [1, 2])
async def test_resigned_practice_ends_and_does_not_count(world: World, rivals: int) -> None:
    match = (await world.toys.practice(world.asked(ANN), rivals)).record.id
    loaded = await world.service.resign(match, ANN)
    assert loaded.status is Status.OVER
    assert (places(loaded), results(loaded)) == ((), ())
    assert await world.standings() == []
    assert await world.store.of_user(GUILD, ANN) == ()


async def test_computer_decides_immediately_for_a_seat_resigned_in_a_sealed_phase(
    world: World,
) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    loaded = await world.service.resign(match, BEN)
    assert loaded.people_to_act == (ANN, CAT)
    await world.do(match, CAT, "bid 0", seq=4)
    await world.do(match, ANN, "bid 0", seq=4)


async def test_leaderboard_counts_wins_of_each_server(world: World) -> None:
    for winner, loser in ((ANN, BEN), (ANN, CAT), (BEN, CAT)):
        match = (await world.begun(winner, loser)).record.id
        await world.toy(match, f"{winner} add 3")
        await world.service.resign(match, loser)
    lines = await world.standings()
    assert lines == [(ANN, 2, 2), (BEN, 2, 1), (CAT, 2, 0)]
    assert await world.standings(GUILD + 1) == []
