"""Nobody's clock runs while they can't see the match, and nobody decides about them meanwhile."""

import pytest

from bot.match.timing.errors import LateUnaware
from bot.match.timing.lateness import Choice, Vote
from bot.match.timing.turn_alerts import Access, AccessCheck
from bot.match.values.times import DAY, HOUR, MINUTE
from bot.storage.tables.notices import SqlNotices
from tests.match.alerting import GONE, NO, UNKNOWN, AlertingBot, begun
from tests.match.hours import the_late
from tests.match.world import ANN, BEN, CAT, CHANNEL, GUILD, World


async def test_what_is_hidden_stops_the_clock(world: World, bot: AlertingBot) -> None:
    """From the last look that found that they saw it, until the first that finds so again."""
    match = await begun(world, ANN, BEN)
    await bot.post(match)
    began = world.clock.time
    await bot.wait(6 * HOUR)
    bot.visibility.of_user[ANN] = NO
    await bot.wait(40 * HOUR)
    assert await bot.late(match) == []
    bot.visibility.of_user.clear()
    await bot.wait(HOUR)
    loaded = await world.matches.look(match)
    over = (await world.pace.timekeeper.times(loaded)).people[0].due
    assert over is not None
    assert began + DAY + 40 * HOUR <= over <= began + DAY + 44 * HOUR
    await bot.wait(over - world.clock.time - 1)
    assert await bot.late(match) == []
    await bot.wait(1)
    assert await bot.late(match) == [ANN]


async def test_who_can_tell(world: World, bot: AlertingBot) -> None:
    """Where Discord does not say whether somebody sees the board they don't become late."""
    match = await begun(world, ANN, BEN)
    await bot.post(match)
    await bot.wait(23 * HOUR)
    bot.visibility.of_user[ANN] = UNKNOWN
    await bot.wait(9 * HOUR)
    assert await bot.late(match) == []
    bot.visibility.of_user.clear()
    await bot.wait(2 * HOUR, step=10 * MINUTE)
    assert await bot.late(match) == [ANN]


async def test_who_left_and_came_back(world: World, bot: AlertingBot) -> None:
    """Even where nobody looked while they were gone: Discord tells when they joined."""
    match = await begun(world, ANN, BEN)
    await bot.post(match)
    world.clock.time += 20 * HOUR
    bot.visibility.of_user[ANN] = AccessCheck(Access.YES, joined=world.clock.time - 60)
    await bot.wait(5 * HOUR)
    assert await bot.late(match) == []
    await bot.wait(18 * HOUR)
    assert await bot.late(match) == []
    await bot.wait(2 * HOUR)
    assert await bot.late(match) == [ANN]


async def test_who_left_for_good_keeps_nobody_waiting(world: World, bot: AlertingBot) -> None:
    """After three days their time goes on, whether the board called them in time or not."""
    match = await begun(world, ANN, BEN)
    await bot.post(match)
    began = world.clock.time
    await bot.wait(6 * HOUR)
    bot.visibility.of_user[ANN] = GONE
    await bot.wait(3 * DAY + 17 * HOUR)
    assert await bot.late(match) == []
    await bot.wait(2 * HOUR)
    assert await bot.late(match) == [ANN]
    assert began + 4 * DAY - HOUR <= the_late(await world.matches.look(match)).at
    other = await begun(world, ANN, BEN)
    await bot.post(other)
    began = world.clock.time
    await bot.wait(4 * DAY - 1)
    assert await bot.late(other) == []
    await bot.wait(HOUR)
    assert await bot.late(other) == [ANN]


async def test_a_clock_that_does_not_agree_with_discord(world: World, bot: AlertingBot) -> None:
    """Who joined in the bot's future is called like anybody else, and once."""
    match = await begun(world, ANN, BEN)
    bot.visibility.of_user[ANN] = AccessCheck(Access.YES, joined=world.clock.time + 9 * DAY)
    await bot.post(match)
    assert await bot.look() == ()
    await bot.wait(DAY - 1)
    assert await bot.late(match) == []
    await bot.wait(1)
    assert await bot.late(match) == [ANN]


async def test_second_warning_waits_for_the_first(world: World, bot: AlertingBot) -> None:
    """What could not be shown is followed by nothing: no second warning, no claim."""
    match = await begun(world, ANN, BEN)
    await bot.post(match)
    await bot.wait(DAY)
    assert await bot.late(match) == [ANN]
    await bot.wait(5 * DAY, step=6 * HOUR)
    late = the_late(await world.matches.look(match))
    assert late.warned is None
    notices = SqlNotices(world.database)
    (notice,) = await notices.of_match(match)
    await notices.shown(notice, CHANNEL, 5, open_=True, now=world.clock.time)
    await bot.wait(DAY - 1)
    assert the_late(await world.matches.look(match)).warned is None
    await bot.wait(1)
    assert the_late(await world.matches.look(match)).warned == world.clock.time


async def test_hidden_stops_the_second_warning(world: World, bot: AlertingBot) -> None:
    """Who lost sight of the match after they became late is not warned, and can't lose by it."""
    match = await begun(world, ANN, BEN)
    await bot.post(match)
    await bot.wait(DAY)
    notices = SqlNotices(world.database)
    (notice,) = await notices.of_match(match)
    await notices.shown(notice, CHANNEL, 5, open_=True, now=world.clock.time)
    bot.visibility.of_user[ANN] = NO
    await bot.wait(9 * DAY, step=6 * HOUR)
    assert the_late(await world.matches.look(match)).warned is None


async def test_nobody_is_voted_out_who_could_not_see_that_they_are_late(
    world: World, bot: AlertingBot
) -> None:
    """They lost sight of the match after they became late, before the notice was posted: the
    others can only wait, until they see it again."""
    match = await begun(world, ANN, BEN, CAT)
    await bot.post(match)
    await bot.wait(DAY + 5 * HOUR)
    bot.visibility.of_user[ANN] = NO
    await bot.store.look_in(GUILD, world.clock.time)
    await bot.look()
    notices = SqlNotices(world.database)
    (notice,) = await notices.of_match(match)
    await notices.shown(notice, CHANNEL, 5, open_=True, now=world.clock.time)
    late = the_late(await world.matches.look(match)).id
    for choice in (Choice.TURN, Choice.SEAT, Choice.END):
        with pytest.raises(LateUnaware):
            await world.pace.late.vote(match, BEN, late, Vote(choice))
    await bot.wait(9 * DAY, step=6 * HOUR)
    with pytest.raises(LateUnaware):
        await world.pace.late.vote(match, BEN, late, Vote(Choice.SEAT))
    await world.pace.late.vote(match, BEN, late, Vote(Choice.WAIT))
    bot.visibility.of_user.clear()
    await bot.wait(HOUR)
    await world.pace.late.vote(match, BEN, late, Vote(Choice.SEAT))
    voted = await world.pace.late.vote(match, CAT, late, Vote(Choice.SEAT))
    assert voted.decided == Vote(Choice.SEAT)


async def test_who_has_left_for_good_is_voted_on(world: World, bot: AlertingBot) -> None:
    """After days, so that those who stay are not kept waiting for ever."""
    match = await begun(world, ANN, BEN, CAT)
    await bot.post(match)
    await bot.wait(DAY)
    bot.visibility.of_user[ANN] = GONE
    await bot.wait(2 * DAY)
    late = the_late(await world.matches.look(match)).id
    with pytest.raises(LateUnaware):
        await world.pace.late.vote(match, BEN, late, Vote(Choice.SEAT))
    await bot.wait(2 * DAY)
    await world.pace.late.vote(match, BEN, late, Vote(Choice.SEAT))
