"""Nobody's clock runs before a board alerted them where they can see it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.timing.turn_alerts import AT_ONCE, Access, AccessCheck, TurnAlert, after_check
from bot.match.values.times import DAY, HOUR, MINUTE, Pace, runs_down
from tests.match.alerting import CLOSED, NO, UNKNOWN, YES, AlertingBot, begun
from tests.match.world import ANN, BEN, CAT, CHANNEL, GUILD, World


async def test_no_board_no_clock(world: World, bot: AlertingBot) -> None:
    """Whose board was never posted is never late; their whole time begins when it is."""
    match = await begun(world, ANN, BEN)
    await bot.wait(9 * DAY, step=6 * HOUR)
    assert await bot.late(match) == []
    times = await world.pace.timekeeper.times(await world.matches.look(match))
    assert times.people[0].due is None
    await bot.post(match)
    times = await world.pace.timekeeper.times(await world.matches.look(match))
    assert times.people[0].due == world.clock.time + DAY
    await bot.wait(DAY - 1)
    assert await bot.late(match) == []
    await bot.wait(1)
    assert await bot.late(match) == [ANN]


async def test_a_board_tells_the_time_that_it_gives(world: World, bot: AlertingBot) -> None:
    """While it is drawn nobody was called by it, and it says the deadline all the same."""
    match = await begun(world, ANN, BEN)
    world.clock.time += 5 * DAY
    loaded = await world.matches.look(match)
    times = await world.pace.timekeeper.times(loaded, calling=True)
    assert times.people[0].due == world.clock.time + DAY


async def test_an_overview_hears_of_a_call_that_is_seen(world: World, bot: AlertingBot) -> None:
    """It says until when there is time, which is known only then."""
    match = await begun(world, ANN, BEN)
    await world.servers.set_overview(GUILD, CHANNEL)
    bot.visibility.of_user[ANN] = UNKNOWN
    await bot.post(match)
    shown = await world.servers.overview(CHANNEL)
    assert shown is not None
    bot.visibility.of_user.clear()
    world.clock.time += HOUR
    await bot.look()
    after = await world.servers.overview(CHANNEL)
    assert after is not None
    assert after.changes > shown.changes


async def test_who_could_not_see_it_is_called_again(world: World, bot: AlertingBot) -> None:
    """A board in a place that is hidden from somebody starts no clock of theirs."""
    match = await begun(world, ANN, BEN)
    bot.visibility.of_user[ANN] = NO
    await bot.post(match)
    await bot.wait(3 * DAY)
    assert await bot.late(match) == []
    bot.visibility.of_user.clear()
    world.clock.time += HOUR
    assert await bot.look() == (ANN,), "the board must be posted again"
    await bot.wait(3 * DAY)
    assert await bot.late(match) == [], "no board, no clock"


async def test_a_place_that_is_closed_to_all_calls_nobody_twice(
    world: World, bot: AlertingBot
) -> None:
    """Who was called just before the bot was thrown out is called once; no clock runs meanwhile."""
    match = await begun(world, ANN, BEN)
    bot.visibility.of_user[ANN] = CLOSED
    await bot.post(match)
    await bot.wait(3 * DAY)
    assert await bot.late(match) == []
    bot.visibility.of_user.clear()
    world.clock.time += HOUR
    assert await bot.look() == (), "the board that hangs there has called them"
    await bot.wait(DAY - HOUR)
    assert await bot.late(match) == [], "their time begins when they can use it again"
    await bot.wait(2 * HOUR)
    assert await bot.late(match) == [ANN]


async def test_each_decision_waits_for_its_board(world: World, bot: AlertingBot) -> None:
    """Who has decided and must go on, on a board that could not be shown, has not been told."""
    match = await begun(world, ANN, BEN, CAT)
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    await bot.post(match)
    await world.toy(match, "11 bid 0", "13 bid 2")
    loaded = await world.toy(match, "12 bid 1")
    assert loaded.people_to_act == (BEN,), "his own press led there"
    await bot.wait(3 * DAY)
    assert await bot.late(match) == []
    await bot.post(match)
    await bot.wait(DAY)
    assert await bot.late(match) == [BEN]


async def test_only_who_is_to_act_is_looked_at(world: World, bot: AlertingBot) -> None:
    """After their move nobody is asked about any more; their next turn is another call."""
    match = await begun(world, ANN, BEN)
    await bot.post(match)
    await world.toy(match, "11 add 1")
    await bot.wait(4 * HOUR)
    assert [call.check_at for call in (await bot.store.of_match(match)).values()] == [None]
    await bot.post(match)
    assert (await bot.store.of_match(match))[BEN].began == world.clock.time


async def test_a_change_of_the_server_has_all_looked_at(world: World, bot: AlertingBot) -> None:
    """Without waiting for the next look; other servers are left alone."""
    match = await begun(world, ANN, BEN, CAT)
    await bot.post(match)
    world.clock.time += 5
    assert await bot.alerts.due() == ()
    await bot.store.look_in(GUILD + 1, world.clock.time)
    assert await bot.alerts.due() == ()
    await bot.store.look_in(GUILD, world.clock.time)
    assert await bot.alerts.due() == (match,)


async def test_another_process_was_faster(world: World, bot: AlertingBot) -> None:
    """A look on an older state of things changes nothing."""
    match = await begun(world, ANN, BEN)
    await bot.post(match)
    before = (await bot.store.of_match(match))[ANN]
    hidden = after_check(before, NO, world.clock.time + 5, Pace.DAY)
    assert await bot.store.change(match, before, hidden)
    seen = after_check(before, YES, world.clock.time + 5, Pace.DAY)
    assert not await bot.store.change(match, before, seen)
    assert (await bot.store.of_match(match))[ANN] == hidden


# ------------------------------------------------------------------ a law

spell = st.one_of(st.integers(1, HOUR), st.integers(1, 20 * HOUR))
stretches = st.lists(st.tuples(spell, st.booleans(), spell), max_size=6)


@settings(deadline=None)
@given(stretches, st.integers(10 * MINUTE, 5 * HOUR), st.integers(0, 3 * HOUR))
def test_nobody_is_late_who_has_not_seen_it_for_the_whole_time(
    stretches: list[tuple[int, bool, int]], every: int, first: int
) -> None:
    """However somebody comes and goes, and whenever it is looked at.

    They see the place, then lose sight of it: they leave the server, or the channel is hidden,
    which the bot hears of; then they see it again.
    """
    posted, at, hidden, told = 1_000_000, 1_000_000, list[tuple[int, int, bool]](), set[int]()
    for seen, left, blind in stretches:
        hidden.append((at + seen, at + seen + blind, left))
        at += seen + blind
        if not left:
            told |= {hidden[-1][0], hidden[-1][1]}
    moments = {*range(posted + first, at + 3 * DAY, every)}
    call = TurnAlert(ANN, 0, posted)
    for now in sorted(one for one in moments | told if one >= posted + first):
        blind_now = any(start <= now < end for start, end, _ in hidden)
        joined = max((end for _, end, left in hidden if left and end <= now), default=0)
        call = after_check(
            call, NO if blind_now else AccessCheck(Access.YES, joined), now, Pace.DAY
        )
        if call.missed and not blind_now:
            return  # they are called again: another call
        if call.began is None or call.unseen is not None:
            continue
        over = runs_down(call.began, DAY, call.blind)
        if call.seen < over:
            continue
        could = sum(
            max(0, min(end, over) - max(start, posted)) for start, end, _ in hidden if start < over
        )
        assert over - posted - could >= DAY - AT_ONCE, "they are late"
        return
