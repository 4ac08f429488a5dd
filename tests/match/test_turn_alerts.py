"""A player's clock starts when a board that they can see has alerted them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.timing.turn_alerts import AT_ONCE, Access, AccessCheck, TurnAlert, after_check
from bot.match.values.times import DAY, HOUR, MINUTE, Pace, runs_down
from tests.match.alerting import CLOSED, NO, UNKNOWN, YES, AlertingBot, start_match
from tests.match.world import ANN, BEN, CAT, CHANNEL, GUILD, World


async def test_clock_starts_when_the_board_is_posted(world: World, bot: AlertingBot) -> None:
    match = await start_match(world, ANN, BEN)
    await bot.wait(9 * DAY, step=6 * HOUR)
    assert await bot.late(match) == []
    times = await world.pace.timekeeper.times(await world.matches.load(match))
    assert times.people[0].due is None
    await bot.post(match)
    times = await world.pace.timekeeper.times(await world.matches.load(match))
    assert times.people[0].due == world.clock.time + DAY
    await bot.wait(DAY - 1)
    assert await bot.late(match) == []
    await bot.wait(1)
    assert await bot.late(match) == [ANN]


async def test_board_shows_the_deadline_that_it_starts(world: World, bot: AlertingBot) -> None:
    """The clock has not started while the board is drawn."""
    match = await start_match(world, ANN, BEN)
    world.clock.time += 5 * DAY
    loaded = await world.matches.load(match)
    times = await world.pace.timekeeper.times(loaded, calling=True)
    assert times.people[0].due == world.clock.time + DAY


async def test_overview_updates_when_an_alert_is_seen(world: World, bot: AlertingBot) -> None:
    match = await start_match(world, ANN, BEN)
    overview = MessageKey(MessageKind.OVERVIEW, CHANNEL)
    await world.messages.begin(MessageRow(overview, GUILD))
    bot.visibility.of_user[ANN] = UNKNOWN
    await bot.post(match)
    shown = await world.messages.row(overview)
    assert shown is not None
    bot.visibility.of_user.clear()
    world.clock.time += HOUR
    await bot.look()
    after = await world.messages.row(overview)
    assert after is not None
    assert after.wanted > shown.wanted


async def test_hidden_board_starts_no_clock_and_is_posted_again(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN)
    bot.visibility.of_user[ANN] = NO
    await bot.post(match)
    await bot.wait(3 * DAY)
    assert await bot.late(match) == []
    bot.visibility.of_user.clear()
    world.clock.time += HOUR
    assert await bot.look() == (ANN,), "the bot must post the board again"
    await bot.wait(3 * DAY)
    assert await bot.late(match) == [], "no clock runs before the new board"


async def test_reopened_place_starts_the_clock_without_another_ping(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN)
    bot.visibility.of_user[ANN] = CLOSED
    await bot.post(match)
    await bot.wait(3 * DAY)
    assert await bot.late(match) == []
    bot.visibility.of_user.clear()
    world.clock.time += HOUR
    assert await bot.look() == (), "the posted board has called ANN already"
    await bot.wait(DAY - HOUR)
    assert await bot.late(match) == [], "time starts when ANN can use the place again"
    await bot.wait(2 * HOUR)
    assert await bot.late(match) == [ANN]


async def test_each_decision_needs_its_own_board(world: World, bot: AlertingBot) -> None:
    match = await start_match(world, ANN, BEN, CAT)
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    await bot.post(match)
    await world.toy(match, "11 bid 0", "13 bid 2")
    loaded = await world.toy(match, "12 bid 1")
    assert loaded.people_to_act == (BEN,), "BEN's own press led to his next decision"
    await bot.wait(3 * DAY)
    assert await bot.late(match) == []
    await bot.post(match)
    await bot.wait(DAY)
    assert await bot.late(match) == [BEN]


async def test_visibility_is_checked_only_during_the_players_turn(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN)
    await bot.post(match)
    await world.toy(match, "11 add 1")
    await bot.wait(4 * HOUR)
    assert [call.check_at for call in (await bot.store.of_match(match)).values()] == [None]
    await bot.post(match)
    assert (await bot.store.of_match(match))[BEN].began == world.clock.time


async def test_change_of_a_server_triggers_its_checks_immediately(
    world: World, bot: AlertingBot
) -> None:
    match = await start_match(world, ANN, BEN, CAT)
    await bot.post(match)
    world.clock.time += 5
    assert await bot.alerts.due() == ()
    await bot.store.check_soon_in(GUILD + 1, world.clock.time)
    assert await bot.alerts.due() == ()
    await bot.store.check_soon_in(GUILD, world.clock.time)
    assert await bot.alerts.due() == (match,)


async def test_outdated_check_changes_nothing(world: World, bot: AlertingBot) -> None:
    match = await start_match(world, ANN, BEN)
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
def test_player_is_late_only_after_seeing_the_board_for_the_whole_time(
    stretches: list[tuple[int, bool, int]], every: int, first: int
) -> None:
    """The player sees the place, loses sight of it and sees it again, any number of times: they
    leave the server, or the channel is hidden, and the bot learns it from checks or events.
    """
    posted, at, hidden, event_times = (
        1_000_000,
        1_000_000,
        list[tuple[int, int, bool]](),
        set[int](),
    )
    for seen, left, blind in stretches:
        hidden.append((at + seen, at + seen + blind, left))
        at += seen + blind
        if not left:
            event_times |= {hidden[-1][0], hidden[-1][1]}
    moments = {*range(posted + first, at + 3 * DAY, every)}
    call = TurnAlert(ANN, 0, posted)
    for now in sorted(moment for moment in moments | event_times if moment >= posted + first):
        blind_now = any(start <= now < end for start, end, _ in hidden)
        joined = max((end for _, end, left in hidden if left and end <= now), default=0)
        call = after_check(
            call, NO if blind_now else AccessCheck(Access.YES, joined), now, Pace.DAY
        )
        if call.missed and not blind_now:
            return  # the next alert starts a new clock
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
