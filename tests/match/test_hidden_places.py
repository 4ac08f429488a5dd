"""Players who cannot see a match: their clock stops, and no vote decides about them."""

import pytest

from bot.match.log.events import Remedy, Vote
from bot.match.timing.errors import LateUnaware
from bot.match.timing.turn_alerts import Access, AccessCheck
from bot.match.values.times import DAY, HOUR, MINUTE
from tests.match.alerting import GONE, NO, UNKNOWN, AlertingBot, start_match
from tests.match.hours import the_late
from tests.match.world import ANN, BEN, CAT, GUILD, World


async def test_clock_stops_between_the_last_and_the_next_successful_check(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN)
    await bot.post(match)
    began = world.clock.time
    await bot.wait(6 * HOUR)
    bot.visibility.of_user[ANN] = NO
    await bot.wait(40 * HOUR)
    assert await bot.late(match) == []
    bot.visibility.of_user.clear()
    await bot.wait(HOUR)
    loaded = await world.matches.load(match)
    over = (await world.pace.timekeeper.times(loaded)).people[0].due
    assert over is not None
    assert began + DAY + 40 * HOUR <= over <= began + DAY + 44 * HOUR
    await bot.wait(over - world.clock.time - 1)
    assert await bot.late(match) == []
    await bot.wait(1)
    assert await bot.late(match) == [ANN]


async def test_player_is_not_late_while_visibility_is_unknown(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN)
    await bot.post(match)
    await bot.wait(23 * HOUR)
    bot.visibility.of_user[ANN] = UNKNOWN
    await bot.wait(9 * HOUR)
    assert await bot.late(match) == []
    bot.visibility.of_user.clear()
    await bot.wait(2 * HOUR, step=10 * MINUTE)
    assert await bot.late(match) == [ANN]


async def test_player_who_rejoined_has_time_since_joining(world: World, bot: AlertingBot) -> None:
    """No check ran while the player was gone; Discord reports when they joined."""
    match = await start_match(world, ANN, BEN)
    await bot.post(match)
    world.clock.time += 20 * HOUR
    bot.visibility.of_user[ANN] = AccessCheck(Access.YES, joined=world.clock.time - 60)
    await bot.wait(5 * HOUR)
    assert await bot.late(match) == []
    await bot.wait(18 * HOUR)
    assert await bot.late(match) == []
    await bot.wait(2 * HOUR)
    assert await bot.late(match) == [ANN]


async def test_clock_of_a_player_who_left_continues_after_three_days(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN)
    await bot.post(match)
    began = world.clock.time
    await bot.wait(6 * HOUR)
    bot.visibility.of_user[ANN] = GONE
    await bot.wait(3 * DAY + 17 * HOUR)
    assert await bot.late(match) == []
    await bot.wait(2 * HOUR)
    assert await bot.late(match) == [ANN]
    assert began + 4 * DAY - HOUR <= the_late(await world.matches.load(match)).at
    other = await start_match(world, ANN, BEN)
    await bot.post(other)
    began = world.clock.time
    await bot.wait(4 * DAY - 1)
    assert await bot.late(other) == []
    await bot.wait(HOUR)
    assert await bot.late(other) == [ANN]


async def test_player_who_joined_in_the_future_is_called_normally(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN)
    bot.visibility.of_user[ANN] = AccessCheck(Access.YES, joined=world.clock.time + 9 * DAY)
    await bot.post(match)
    assert await bot.look() == ()
    await bot.wait(DAY - 1)
    assert await bot.late(match) == []
    await bot.wait(1)
    assert await bot.late(match) == [ANN]


async def test_second_warning_and_claim_wait_for_the_first_notice(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN)
    await bot.post(match)
    await bot.wait(DAY)
    assert await bot.late(match) == [ANN]
    await bot.wait(5 * DAY, step=6 * HOUR)
    late = the_late(await world.matches.load(match))
    assert late.warned is None
    await bot.post_notice(match)
    await bot.wait(DAY - 1)
    assert the_late(await world.matches.load(match)).warned is None
    await bot.wait(1)
    assert the_late(await world.matches.load(match)).warned == world.clock.time


async def test_no_second_warning_while_the_match_is_hidden(world: World, bot: AlertingBot) -> None:
    match = await start_match(world, ANN, BEN)
    await bot.post(match)
    await bot.wait(DAY)
    await bot.post_notice(match)
    bot.visibility.of_user[ANN] = NO
    await bot.wait(9 * DAY, step=6 * HOUR)
    assert the_late(await world.matches.load(match)).warned is None


async def test_player_who_could_not_see_the_notice_cannot_be_voted_out(
    world: World, bot: AlertingBot
) -> None:
    """The match was hidden after the player became late but before the notice was posted. Until
    they see it again, others can only vote to wait.
    """
    match = await start_match(world, ANN, BEN, CAT)
    await bot.post(match)
    await bot.wait(DAY + 5 * HOUR)
    bot.visibility.of_user[ANN] = NO
    await bot.store.check_soon_in(GUILD, world.clock.time)
    await bot.look()
    await bot.post_notice(match)
    late = the_late(await world.matches.load(match)).id
    for choice in (Remedy.TURN, Remedy.SEAT, Remedy.END):
        with pytest.raises(LateUnaware):
            await world.pace.late.vote(match, BEN, late, Vote(choice))
    await bot.wait(9 * DAY, step=6 * HOUR)
    with pytest.raises(LateUnaware):
        await world.pace.late.vote(match, BEN, late, Vote(Remedy.SEAT))
    await world.pace.late.vote(match, BEN, late, Vote(Remedy.WAIT))
    bot.visibility.of_user.clear()
    await bot.wait(HOUR)
    await world.pace.late.vote(match, BEN, late, Vote(Remedy.SEAT))
    _, decision = await world.pace.late.vote(match, CAT, late, Vote(Remedy.SEAT))
    assert decision == Vote(Remedy.SEAT)


async def test_vote_on_a_player_who_left_is_possible_after_days(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN, CAT)
    await bot.post(match)
    await bot.wait(DAY)
    bot.visibility.of_user[ANN] = GONE
    await bot.wait(2 * DAY)
    late = the_late(await world.matches.load(match)).id
    with pytest.raises(LateUnaware):
        await world.pace.late.vote(match, BEN, late, Vote(Remedy.SEAT))
    await bot.wait(2 * DAY)
    await world.pace.late.vote(match, BEN, late, Vote(Remedy.SEAT))
