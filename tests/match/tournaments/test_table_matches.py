"""Matches of a tournament: their start, lateness, end with the round, and results."""

import asyncio

import pytest

from bot.match.log.events import Forfeit, MatchEventKind, Remedy, Void
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status, TournamentTable
from bot.match.statistics.result import Fate
from bot.match.statistics.results import places, results
from bot.match.timing.errors import SeatForfeited, SeatOfTournament, SettledByWarning
from bot.match.timing.late_votes import choices
from bot.match.tournaments.matches import TableMatches, result_of
from bot.match.tournaments.tables import How
from bot.match.values.contribution import is_of_table
from bot.match.values.errors import AlreadyIn, InvitationClosed, NoSuchMatch
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Pace
from tests.cards import cards_due
from tests.match.hours import END, SEAT, TURN, WAIT, kinds, person, the_late, wait
from tests.match.tournaments.organizing import TABLE, at_tables, create_cup, start_match
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World

pytestmark = pytest.mark.both_databases

K = MatchEventKind


async def late(world: World, *users: UserId) -> tuple[MatchId, int]:
    """Start a match whose first player has just become late. Return it with the lateness's id."""
    match = (await start_match(world, *users)).record.id
    assert await wait(world, days=1) == [match]
    return match, the_late(await world.matches.load(match)).id


async def test_match_starts_immediately_with_a_contribution_naming_the_table(world: World) -> None:
    row = await create_cup(world)
    loaded = await start_match(world, CAT, ANN, BEN)
    record = loaded.record
    assert loaded.status is Status.RUNNING
    assert loaded.roster.original == (CAT, ANN, BEN)
    assert loaded.roster.host == CAT
    assert record.table == TournamentTable(row.id, TABLE)
    assert (record.guild, record.channel) == (row.guild, row.channel)
    assert (record.expires, record.pace) == (None, Pace.DAY)
    assert loaded.roster.contribution is not None
    assert is_of_table(loaded.roster.contribution)
    assert len(set(loaded.roster.contribution.split("+"))) == 3
    assert loaded.people_to_act == (CAT,), "the first luck is drawn"
    assert record.id in await cards_due(world.store)
    await world.play(record.id)


async def test_match_of_a_table_starts_once(world: World) -> None:
    first = await start_match(world, ANN, BEN)
    assert await start_match(world, CAT, DAN) == first
    await world.toy(first.record.id, "11 add 1")
    assert (await start_match(world, ANN, BEN)).seq == 2


async def test_two_processes_start_the_match_of_a_table_once(world: World) -> None:
    other, row = await world.another(), await create_cup(world)
    rules = world.matches.games.newest("toy").info.rules
    both = await asyncio.gather(
        *(
            at_tables(side).begin(row, TABLE, (ANN, BEN), "toy", rules, Pace.DAY)
            for side in (world, other) * 3
        )
    )
    assert {loaded_match.record.id for loaded_match in both} == {both[0].record.id}
    assert len(await world.tournaments.matches(row.id)) == 1
    loaded = await world.matches.load(both[0].record.id)
    assert [event.kind for event in loaded.events] == [
        K.JOINED,
        K.JOINED,
        K.SEATED,
        K.SEATED,
        K.STARTED,
    ]


async def test_match_of_a_killed_start_is_started_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile users cannot join it."""

    async def killed(self: TableMatches, loaded: Loaded) -> Loaded:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(TableMatches, "_start", killed)
        with pytest.raises(asyncio.CancelledError):
            await start_match(world, ANN, BEN)
    ((match, status),) = [
        (row.match, row.status)
        for row in await world.tournaments.matches((await create_cup(world)).id)
    ]
    assert status is Status.OPEN
    await world.refused(InvitationClosed, world.toys.join(match, CAT, world.interaction()))
    assert await world.store.expired_invitations(9**9) == ()
    world.clock.time += 30 * DAY
    loaded = await start_match(world, ANN, BEN)
    assert (loaded.record.id, loaded.status) == (match, Status.RUNNING)


async def test_unknown_game_creates_no_match(world: World) -> None:
    row = await create_cup(world)
    begin = at_tables(world).begin(row, TABLE, (ANN, BEN), "chess", 1, Pace.DAY)
    await world.refused(NoSuchMatch, begin)


async def test_finished_match_has_places_by_the_rules_and_makes_the_tournament_due(
    world: World,
) -> None:
    loaded = await start_match(world, ANN, BEN, CAT)
    row = await create_cup(world)
    await world.tournaments.put_off(row, None)
    over = await world.play(loaded.record.id, "any")
    assert over.outcome is not None
    result = result_of(over, (ANN, BEN, CAT))
    assert result.places == over.outcome.places
    assert (result.how, result.match, result.late) == (How.PLAYED, over.record.id, ())
    assert await world.tournaments.due(1, 9) == ((row.id, GUILD),)
    assert len(results(over)) == 3, "the match counts like any other"


async def test_late_player_of_two_loses_at_the_second_warning(world: World) -> None:
    match, _ = await late(world, ANN, BEN)
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]
    over = await world.matches.load(match)
    assert over.status is Status.OVER
    assert kinds(over) == [K.LATE, K.WARNED, K.FORFEITED, K.HANDED, K.ENDED]
    forfeited = over.events[-3]
    assert (forfeited.seat, forfeited.holder, forfeited.detail) == (0, ANN, Forfeit.LATE)
    assert places(over) == (2, 1)
    result = result_of(over, (ANN, BEN))
    assert (result.places, result.how, result.late) == ((2, 1), How.FORFEIT, (0,))
    assert {each.user: each.fate for each in results(over)} == {
        ANN: Fate.REPLACED,
        BEN: Fate.STAYED,
    }


async def test_late_player_of_three_is_last_and_cannot_return(world: World) -> None:
    match, _ = await late(world, ANN, BEN, CAT)
    assert match in await wait(world, days=1)
    loaded = await world.matches.load(match)
    assert loaded.status is Status.RUNNING
    assert kinds(loaded) == [K.LATE, K.WARNED, K.FORFEITED, K.HANDED]
    assert loaded.roster.holders == (None, BEN, CAT)
    assert loaded.people_to_act == (BEN,)
    await world.refused(SeatForfeited, world.pace.late.take_back_seat(match, ANN))
    over = await world.play(match, "on")
    result = result_of(over, (ANN, BEN, CAT))
    assert result.places[0] == 3
    assert (result.how, result.late) == (How.PLAYED, (0,))
    assert min(result.places[1:]) == 1


async def test_match_of_two_late_players_has_no_result(world: World) -> None:
    match = (await start_match(world, ANN, BEN)).record.id
    await world.toy(match, "11 add 1", "12 add 1")
    loaded = await world.matches.load(match)
    assert loaded.people_to_act == (ANN, BEN)
    await wait(world, days=1)
    await wait(world, days=1)
    over = await world.matches.load(match)
    assert over.roster.void is Void.FORFEIT
    assert kinds(over)[-3:] == [K.WARNED, K.WARNED, K.VOIDED]
    result = result_of(over, (ANN, BEN))
    assert (result.places, result.how, result.late) == ((), How.FORFEIT, (0, 1))
    assert results(over) == ()


async def test_player_on_time_wins_against_two_late_players(world: World) -> None:
    match = (await start_match(world, ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    world.clock.time += HOUR
    await world.toy(match, "12 bid 1")
    loaded = await world.matches.load(match)
    assert set(loaded.people_to_act) == {ANN, CAT}
    await wait(world, days=1)
    await wait(world, days=1)
    over = await world.matches.load(match)
    assert over.status is Status.OVER
    result = result_of(over, (ANN, BEN, CAT))
    assert result.places[1] == 1
    assert set(result.late) == {0, 2}


async def test_opponents_can_only_wait_or_let_a_computer_play(world: World) -> None:
    match, number = await late(world, ANN, BEN, CAT)
    loaded = await world.matches.load(match)
    assert [vote.choice for vote in choices(loaded, the_late(loaded))] == [
        Remedy.WAIT,
        Remedy.TURN,
        Remedy.SEAT,
    ]
    await world.refused(SettledByWarning, world.pace.late.vote(match, BEN, number, END))
    await world.refused(SeatOfTournament, world.pace.late.offer(match, EVE, number))
    await world.refused(SettledByWarning, world.pace.late.vote(match, BEN, number, person(EVE)))
    await world.pace.late.vote(match, BEN, number, SEAT)
    after, _ = await world.pace.late.vote(match, CAT, number, SEAT)
    assert after.roster.holders == (None, BEN, CAT)
    returned = await world.pace.late.take_back_seat(match, ANN)
    assert returned.roster.holders == (ANN, BEN, CAT), "a seat given away by vote can be taken back"


async def test_opponent_of_a_late_player_cannot_give_the_seat_to_a_computer(world: World) -> None:
    match, number = await late(world, ANN, BEN)
    loaded = await world.matches.load(match)
    assert [vote.choice for vote in choices(loaded, the_late(loaded))] == [Remedy.WAIT, Remedy.TURN]
    await world.refused(SettledByWarning, world.pace.late.vote(match, BEN, number, SEAT))


async def test_vote_to_wait_restarts_the_warnings(world: World) -> None:
    match, number = await late(world, ANN, BEN)
    await world.pace.late.vote(match, BEN, number, WAIT)
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]
    assert the_late(await world.matches.load(match)).row == 2
    assert match in await wait(world, days=1)
    over = await world.matches.load(match)
    assert result_of(over, (ANN, BEN)).places == (2, 1)


async def test_single_vote_decides_at_the_second_warning_and_keeps_the_seat(world: World) -> None:
    match, number = await late(world, ANN, BEN, CAT)
    await world.pace.late.vote(match, BEN, number, TURN)
    assert match in await wait(world, days=1)
    loaded = await world.matches.load(match)
    assert kinds(loaded) == [K.LATE, K.VOTED, K.WARNED, K.STOOD_IN]
    assert loaded.roster.holders == (ANN, BEN, CAT)


async def test_move_before_the_second_warning_keeps_the_seat(world: World) -> None:
    match, _ = await late(world, ANN, BEN)
    world.clock.time += DAY - 1
    await world.toy(match, "11 add 1")
    assert await wait(world, seconds=1) == []
    assert (await world.matches.load(match)).roster.holders == (ANN, BEN)


async def test_withdrawing_forfeits_once(world: World) -> None:
    tables = at_tables(world)
    match = (await start_match(world, ANN, BEN)).record.id
    over = await tables.forfeit(match, ANN, Forfeit.WITHDREW)
    assert await tables.forfeit(match, ANN, Forfeit.WITHDREW) == over
    result = result_of(over, (ANN, BEN))
    assert (result.places, result.how, result.late) == ((2, 1), How.FORFEIT, ())
    assert {each.user: each.fate for each in results(over)} == {
        ANN: Fate.RESIGNED,
        BEN: Fate.STAYED,
    }


async def test_earlier_withdrawal_gets_the_worse_place(world: World) -> None:
    tables = at_tables(world)
    match = (await start_match(world, ANN, BEN, CAT)).record.id
    loaded = await tables.forfeit(match, BEN)
    assert (loaded.status, loaded.roster.holders) == (Status.RUNNING, (ANN, None, CAT))
    assert await tables.forfeit(match, DAN) == loaded, "a user without a seat loses nothing"
    over = await tables.forfeit(match, ANN)
    assert over.status is Status.OVER
    assert result_of(over, (ANN, BEN, CAT)).places == (2, 3, 1)


async def test_last_remaining_player_wins_immediately(world: World) -> None:
    match = (await start_match(world, ANN, BEN, CAT)).record.id
    await world.service.resign(match, CAT)
    over = await world.service.resign(match, ANN)
    assert over.status is Status.OVER
    assert result_of(over, (ANN, BEN, CAT)).places == (2, 1, 3)


async def test_substitute_has_the_whole_pace_and_the_seats_result(world: World) -> None:
    tables = at_tables(world)
    match, _ = await late(world, ANN, BEN)
    loaded = await tables.give_seat(match, 0, EVE, world.clock.now())
    assert loaded.roster.holders == (EVE, BEN)
    assert loaded.people_to_act == (EVE,)
    assert kinds(loaded)[-2:] == [K.FORFEITED, K.HANDED]
    assert await tables.give_seat(match, 0, EVE, world.clock.now()) == loaded
    await world.refused(AlreadyIn, tables.give_seat(match, 1, EVE, world.clock.now()))
    await world.refused(SeatForfeited, world.pace.late.take_back_seat(match, ANN))
    assert await wait(world, seconds=DAY - 1) == []
    over = await world.play(match, "sub")
    assert over.outcome is not None
    result = result_of(over, (EVE, BEN))
    assert (result.places, result.late) == (over.outcome.places, ())


async def test_substitute_takes_a_lost_seat_with_its_place(world: World) -> None:
    tables = at_tables(world)
    match, _ = await late(world, ANN, BEN, CAT)
    assert match in await wait(world, days=1)
    loaded = await tables.give_seat(match, 0, EVE, world.clock.now())
    assert loaded.roster.holders == (EVE, BEN, CAT)
    over = await world.play(match, "in")
    assert over.outcome is not None
    result = result_of(over, (EVE, BEN, CAT))
    assert (result.places, result.late) == (over.outcome.places, ())


async def test_match_closed_by_a_moderator_has_no_result(world: World) -> None:
    tables = at_tables(world)
    match = (await start_match(world, ANN, BEN)).record.id
    await tables.close(match, DAN)
    over = await world.matches.load(match)
    assert over.roster.void is Void.MODERATED
    assert result_of(over, (ANN, BEN)).places == ()
    await tables.close(match, DAN)
    assert await tables.give_seat(match, 0, EVE, world.clock.now()) == over


async def test_forgotten_player_loses_the_seat(world: World) -> None:
    match = (await start_match(world, ANN, BEN)).record.id
    assert (await world.people.forget(ANN)).done
    over = await world.matches.load(match)
    assert over.roster.original[0] is not None
    assert over.roster.original[0] < 0
    assert result_of(over, (-1, BEN)).places == (2, 1)
