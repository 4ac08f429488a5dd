"""Limits on delays by pauses, absences and votes."""

from dataclasses import replace

import pytest

from bot.match.log.events import MatchEventKind
from bot.match.timing.deadlines import PAUSED_FOR
from bot.match.timing.errors import PausesUsedUp, WaitedAlready
from bot.match.timing.lateness import latenesses
from bot.match.timing.turn_alerts import GONE_FOR, AccessCheck
from bot.match.tournaments.matches import result_of
from bot.match.tournaments.service import TournamentService
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.alerting import CLOSED, GONE, NO, YES, AlertingBot
from tests.match.alerting import start_match as start_ordinary_match
from tests.match.hours import WAIT, kinds, wait
from tests.match.tournaments.organizing import organizer, start_match
from tests.match.tournaments.test_elapsed_time import start_semi_finals
from tests.match.world import ANN, BEN, CAT, CHANNEL, World


async def start_paused_match(world: World) -> int:
    await wait(world)
    match = (await start_match(world, ANN, BEN)).record.id
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    return match


@pytest.mark.both_databases
async def test_pause_ends_after_three_days(world: World) -> None:
    match = await start_paused_match(world)
    times = await world.pace.timekeeper.times(await world.matches.load(match))
    assert times.pause_ends == world.clock.time + PAUSED_FOR
    assert await wait(world, seconds=PAUSED_FOR - 1) == []
    assert await wait(world, seconds=1) == [match]
    assert kinds(await world.matches.load(match))[-1] is MatchEventKind.RESUMED
    await world.refused(PausesUsedUp, world.pace.pauses.pause(match, ANN))
    assert not [
        row for row in await world.deadlines.of_match(match) if row.deadline.kind.value == "pause"
    ]
    await wait(world, days=1)
    assert [deadline_row.user for deadline_row in latenesses(await world.matches.load(match))] == [
        ANN
    ]


async def test_pauses_are_added_up(world: World) -> None:
    match = await start_paused_match(world)
    await wait(world, days=2)
    await world.pace.pauses.resume(match, ANN)
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    assert await wait(world, days=1) == [match]
    assert (await world.matches.load(match)).roster.paused is None


async def test_downtime_is_no_part_of_a_pause(world: World) -> None:
    """No player could have ended the pause."""
    match = await start_paused_match(world)
    world.clock.passes(9 * DAY)
    assert await wait(world) == []
    assert await wait(world, seconds=PAUSED_FOR - 1) == []
    assert await wait(world, seconds=1) == [match]


async def test_round_ends_in_a_pause(world: World) -> None:
    cups: TournamentService = organizer(world)
    cup = await start_semi_finals(cups, world)
    for match in cup.matches.values():
        for user in (await world.matches.load(match)).roster.people:
            await world.pace.pauses.pause(match, user)
    await wait(world, days=3)
    cup = await cups.advance(cup.row.id)
    assert {table.id.round for table in cup.state.open_tables} == {2}


async def leave_and_rejoin(bot: AlertingBot, match: int, user: int) -> int:
    """Leave for two days, return for an hour, and so on. Return the hour of the lateness."""
    await bot.post(match)
    for hour in range(20 * 24):
        is_gone = hour % 49 < 48
        rejoined = replace(YES, joined=bot.world.clock.time)
        if hour % 49 in (0, 48):
            bot.visibility.of_user[user] = GONE if is_gone else rejoined
        await bot.wait(HOUR)
        if await bot.late(match):
            return hour
    raise AssertionError("the player is never late")


@pytest.mark.parametrize("in_tournament", [False, True])
async def test_leaving_again_and_again_stops_a_clock_once(
    world: World, in_tournament: bool
) -> None:
    bot = AlertingBot(world)
    if in_tournament:
        match = (await start_match(world, ANN, BEN)).record.id
        await world.store.set_place(match, CHANNEL)
    else:
        match = await start_ordinary_match(world, ANN, BEN)
    assert await leave_and_rejoin(bot, match, ANN) <= 4 * 24 + 4


async def test_leaving_in_a_later_turn_stops_no_clock_of_a_tournament(world: World) -> None:
    bot = AlertingBot(world)
    match = (await start_match(world, ANN, BEN)).record.id
    await world.store.set_place(match, CHANNEL)
    await bot.post(match)
    bot.visibility.of_user[ANN] = GONE
    await bot.wait(GONE_FOR + HOUR)
    bot.visibility.of_user[ANN] = replace(YES, joined=world.clock.time)
    await bot.wait(HOUR)
    for user in (ANN, BEN):
        await world.do(match, user, "add 1")
        await bot.post(match)
    assert await leave_and_rejoin(bot, match, ANN) <= 24 + 4


async def test_opponent_can_vote_to_wait_only_once(world: World) -> None:
    """Otherwise two friends could hold up the round."""
    await wait(world)
    match = (await start_match(world, ANN, BEN)).record.id
    await wait(world, days=1)
    for number in range(2):
        (late,) = latenesses(await world.matches.load(match))
        vote = world.pace.late.vote(match, BEN, late.id, WAIT)
        if number:
            await world.refused(WaitedAlready, vote)
        else:
            await vote
            await wait(world, days=1)
    await wait(world, days=1)
    assert (await world.matches.load(match)).roster.replaced == ((0, ANN),)


@pytest.mark.both_databases
@pytest.mark.parametrize("hides", [NO, GONE, replace(NO, is_timed_out=True)])
async def test_player_who_hides_is_late_after_three_days_and_a_pace(
    world: World, hides: AccessCheck
) -> None:
    bot = AlertingBot(world)
    match = (await start_match(world, ANN, BEN)).record.id
    await world.store.set_place(match, CHANNEL)
    await bot.post(match)
    bot.visibility.of_user[ANN] = hides
    await bot.wait(4 * DAY - HOUR)
    assert await bot.late(match) == []
    await bot.wait(2 * HOUR)
    assert await bot.late(match) == [ANN]
    await bot.post_notice(match)
    await bot.wait(DAY + HOUR)
    over = await world.matches.load(match)
    assert result_of(over, (ANN, BEN)).places == (2, 1)


@pytest.mark.both_databases
async def test_player_who_hides_outside_of_tournaments_is_never_late(world: World) -> None:
    bot = AlertingBot(world)
    match = await start_ordinary_match(world, ANN, BEN)
    await bot.post(match)
    bot.visibility.of_user[ANN] = NO
    await bot.wait(20 * DAY)
    assert await bot.late(match) == []


@pytest.mark.both_databases
async def test_place_closed_to_all_stops_the_clock_without_a_limit(world: World) -> None:
    bot = AlertingBot(world)
    match = (await start_match(world, ANN, BEN)).record.id
    await world.store.set_place(match, CHANNEL)
    await bot.post(match)
    bot.visibility.of_user[ANN] = CLOSED
    await bot.wait(20 * DAY)
    assert await bot.late(match) == []


@pytest.mark.both_databases
async def test_all_causes_on_the_side_of_a_player_stop_the_clock_for_three_days_together(
    world: World,
) -> None:
    """A day of hiding, a day off, a pause of a day, and then the server left for good."""
    bot = AlertingBot(world)
    match = (await start_match(world, ANN, BEN)).record.id
    await world.store.set_place(match, CHANNEL)
    await bot.post(match)
    bot.visibility.of_user[ANN] = NO
    await bot.wait(DAY)
    bot.visibility.of_user[ANN] = YES
    await bot.wait(HOUR)
    await world.pace.absences.away(ANN, world.clock.time + DAY)
    await bot.wait(DAY + HOUR)
    for user in (ANN, BEN):
        await world.pace.pauses.pause(match, user)
    await bot.wait(DAY)
    await world.pace.pauses.resume(match, ANN)
    bot.visibility.of_user[ANN] = GONE
    await bot.wait(20 * HOUR)
    assert await bot.late(match) == []
    await bot.wait(6 * HOUR)
    assert await bot.late(match) == [ANN]


@pytest.mark.both_databases
@pytest.mark.parametrize("people", [2, 3])
async def test_match_without_a_move_for_two_months_is_lost_by_the_player_it_waited_for(
    world: World, people: int
) -> None:
    users = (ANN, BEN, CAT)[:people]
    match = (await start_match(world, *users, pace=Pace.NONE)).record.id
    for days in (46, 11, 3):
        await wait(world, days=days)
    loaded = await world.matches.load(match)
    assert loaded.roster.void is None
    assert loaded.roster.holders == (None, *users[1:])
    if people == 2:
        result = result_of(loaded, users)
        assert (result.places, result.late) == ((2, 1), (0,))
    else:
        await wait(world, days=3)
        assert (await world.matches.load(match)).roster.holders == (None, *users[1:])


@pytest.mark.both_databases
async def test_match_that_waited_for_all_for_two_months_is_lost_by_all(world: World) -> None:
    match = (await start_match(world, ANN, BEN, pace=Pace.NONE)).record.id
    await world.toy(match, "11 add 1", "12 add 1")
    for days in (46, 11, 3):
        await wait(world, days=days)
    result = result_of(await world.matches.load(match), (ANN, BEN))
    assert (result.places, result.late) == ((), (0, 1))
