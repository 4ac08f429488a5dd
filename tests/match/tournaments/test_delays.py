"""Limits on delays by pauses, absences and votes."""

from dataclasses import replace

import pytest

from bot.match.log.events import MatchEventKind
from bot.match.timing.deadlines import PAUSED_FOR
from bot.match.timing.errors import PausesUsedUp, WaitedAlready
from bot.match.timing.lateness import latenesses
from bot.match.timing.turn_alerts import GONE_FOR
from bot.match.tournaments.service import TournamentService
from bot.match.values.times import DAY, HOUR
from tests.match.alerting import GONE, YES, AlertingBot
from tests.match.alerting import start_match as start_ordinary_match
from tests.match.hours import WAIT, kinds, wait
from tests.match.tournaments.organizing import organizer, start_match
from tests.match.tournaments.test_elapsed_time import start_semi_finals
from tests.match.world import ANN, BEN, CHANNEL, World


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
