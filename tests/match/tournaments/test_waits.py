"""The end of a round: the player for whom the match waits gains nothing from it."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.match.log.events import MatchEventKind, Void
from bot.match.log.loaded import Loaded, build
from bot.match.log.records import Stored
from bot.match.statistics.results import places, results
from bot.match.timing.turn_alerts import Access, AccessCheck
from bot.match.tournaments.matches import result_of
from bot.match.tournaments.tables import How, TableResult
from bot.match.tournaments.waits import match_time, waited_for
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.alerting import CLOSED, GONE, NO, YES, AlertingBot
from tests.match.hours import ALWAYS_ALERTED, kinds, wait
from tests.match.tournaments.organizing import at_tables, start_match
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, World
from tests.tiers import full_or

K = MatchEventKind
PEOPLE = (ANN, BEN, CAT, DAN)
SEEN = dict.fromkeys(PEOPLE, ALWAYS_ALERTED)


async def stop(world: World, match: int, *users: int) -> TableResult:
    return result_of(await at_tables(world).stop(match), users)


async def lead(world: World, pace: Pace, *users: int) -> int:
    """Start a match that the first of the users leads, and is to continue with."""
    match = (await start_match(world, *users, pace=pace)).record.id
    world.clock.time += HOUR
    await world.do(match, users[0], "add 3")
    for user in users[1:]:
        world.clock.time += HOUR
        await world.do(match, user, "add 1")
    for user in users[1:]:
        await world.do(match, user, "bid 0")
    return match


@pytest.mark.both_databases
@pytest.mark.parametrize("pace", [Pace.NONE, Pace.DAY, Pace.THREE_DAYS, Pace.WEEK])
@pytest.mark.parametrize("people", [2, 3, 4])
async def test_leader_who_stands_still_is_last(world: World, pace: Pace, people: int) -> None:
    users = PEOPLE[:people]
    match = await lead(world, pace, *users)
    loaded = await world.matches.load(match)
    assert loaded.people_to_act == (ANN,)
    await wait(world, hours=30 if pace is Pace.DAY else 72)
    result = await stop(world, match, *users)
    assert (result.places[0], result.how) == (people, How.DEADLINE)
    assert result.places[1:] == (1,) * (people - 1), "points decide about the rest"
    over = await world.matches.load(match)
    assert places(over) == result.places
    assert kinds(over)[-3:] == [K.FORFEITED, K.HANDED, K.ENDED]
    assert await at_tables(world).stop(match) == over


@pytest.mark.both_databases
async def test_leader_whose_turn_the_end_of_the_round_cuts_short_wins(world: World) -> None:
    match = await lead(world, Pace.DAY, ANN, BEN)
    world.clock.time += HOUR - 1
    assert (await stop(world, match, ANN, BEN)).places == (1, 2)


@pytest.mark.both_databases
async def test_opponent_gains_nothing_by_moving_at_the_last_moment(world: World) -> None:
    match = (await start_match(world, ANN, BEN)).record.id
    world.clock.time += HOUR
    await world.do(match, ANN, "add 3")
    await wait(world, hours=23)
    await world.do(match, BEN, "add 1")
    await world.do(match, BEN, "bid 0")
    world.clock.time += HOUR
    assert (await stop(world, match, ANN, BEN)).places == (1, 2)


@pytest.mark.both_databases
@pytest.mark.parametrize("people", [2, 3])
@pytest.mark.parametrize("excuse", ["away", "quiet", "hidden", "gone", "none"])
async def test_excuses_of_who_is_to_act_help_nobody_but_the_others(
    world: World, people: int, excuse: str
) -> None:
    """The others took longer before, while no clock of the absent player runs."""
    bot, users = AlertingBot(world), PEOPLE[:people]
    match = (await start_match(world, *users, pace=Pace.NONE)).record.id
    await world.store.set_place(match, CHANNEL)
    for user in users:
        await bot.post(match)
        await bot.wait(2 * HOUR if user != ANN else HOUR)
        await world.do(match, user, "add 1")
    for user in users[1:]:
        await world.do(match, user, "bid 0")
    await bot.post(match)
    now = world.clock.now()
    if excuse == "away":
        await world.pace.absences.away(ANN, now + 3 * DAY)
    elif excuse == "quiet":
        hour = now // HOUR % 24
        night = {"quiet_from": f"{hour}:00", "quiet_until": f"{(hour + 12) % 24}:00"}
        await world.store.set_user_settings(ANN, {"zone": "UTC", **night})
    elif excuse in ("hidden", "gone"):
        bot.visibility.of_user[ANN] = NO if excuse == "hidden" else GONE
    await bot.wait(2 * DAY)
    assert (await stop(world, match, *users)).places == (people, *[1] * (people - 1))


@pytest.mark.both_databases
async def test_hiding_before_the_board_is_posted_is_no_excuse(world: World) -> None:
    """Nor is coming back just before the end of the round."""
    bot = AlertingBot(world)
    match = await lead(world, Pace.NONE, ANN, BEN)
    await world.store.set_place(match, CHANNEL)
    bot.visibility.of_user[ANN] = NO
    await bot.post(match)
    await bot.wait(2 * DAY)
    bot.visibility.of_user[ANN] = YES
    await bot.wait(HOUR)
    await bot.post(match, again=(ANN,))
    await bot.wait(HOUR)
    assert (await stop(world, match, ANN, BEN)).places == (2, 1)


@pytest.mark.both_databases
@pytest.mark.parametrize("reason", ["closed", "unposted", "down", "paused"])
async def test_time_that_no_player_could_use_counts_against_none(world: World, reason: str) -> None:
    bot = AlertingBot(world)
    match = await lead(world, Pace.DAY, ANN, BEN)
    await world.store.set_place(match, CHANNEL)
    if reason != "unposted":
        await bot.post(match)
    await world.pace.timekeeper.tick()
    if reason == "closed":
        bot.visibility.of_user[ANN] = CLOSED
    if reason == "paused":
        for user in (ANN, BEN):
            await world.pace.pauses.pause(match, user)
    if reason == "down":
        world.clock.passes(2 * DAY)
        await world.pace.timekeeper.tick()
    else:
        await bot.wait(2 * DAY)
    assert (await stop(world, match, ANN, BEN)).places == (1, 2)


@pytest.mark.both_databases
async def test_late_player_is_last_even_at_a_live_pace(world: World) -> None:
    match = await lead(world, Pace.LIVE, ANN, BEN)
    await wait(world, seconds=6 * 60)
    assert (await stop(world, match, ANN, BEN)).places == (2, 1)


@pytest.mark.both_databases
async def test_substitute_has_a_turn_of_their_own(world: World) -> None:
    match = await lead(world, Pace.NONE, ANN, BEN)
    world.clock.time += 2 * DAY
    await at_tables(world).give_seat(match, 0, DAN, world.clock.now())
    world.clock.time += HOUR
    assert (await stop(world, match, DAN, BEN)).places == (1, 2)


@pytest.mark.both_databases
async def test_match_that_waits_for_all_of_its_players_counts_for_none(world: World) -> None:
    match = (await start_match(world, ANN, BEN, pace=Pace.NONE)).record.id
    await world.toy(match, "11 add 3", "12 add 1")
    assert (await world.matches.load(match)).people_to_act == (ANN, BEN)
    await wait(world, days=2)
    result = await stop(world, match, ANN, BEN)
    assert (result.places, result.how, result.late) == ((), How.DEADLINE, ())


@pytest.mark.both_databases
@pytest.mark.parametrize("is_posted", [False, True])
async def test_match_that_nobody_could_begin_is_an_unrated_tie(
    world: World, is_posted: bool
) -> None:
    bot = AlertingBot(world)
    match = (await start_match(world, ANN, BEN, CAT)).record.id
    await world.store.set_place(match, CHANNEL)
    bot.visibility.of_user[ANN] = AccessCheck(Access.CLOSED)
    if is_posted:
        await bot.post(match)
    await bot.wait(3 * DAY)
    result = await stop(world, match, ANN, BEN, CAT)
    assert (result.places, result.how) == ((1, 1, 1), How.DEADLINE)
    over = await world.matches.load(match)
    assert over.roster.void is Void.ROUND_OVER
    assert results(over) == ()


async def test_end_of_a_round_decides_between_the_remaining_two(world: World) -> None:
    """The third player loses the seat at the same time as the round ends."""
    match = (await start_match(world, ANN, BEN, CAT)).record.id
    while None not in (loaded := await world.matches.load(match)).roster.holders:
        await wait(world, hours=6)
    assert loaded.roster.people == (BEN, CAT)
    result = result_of(await at_tables(world).stop(match), (ANN, BEN, CAT))
    assert (result.how, result.late, result.places[0]) == (How.DEADLINE, (0,), 3)


@dataclass
class Tale:
    """A match with some moves, and the time that each turn took."""

    people: int
    pace: Pace
    turns: list[tuple[int, int]]
    """Hours of each turn, and the points added or bid."""


async def tell(tale: Tale, folder: Path) -> tuple[Loaded, int]:
    """Play the turns. Return the match and the time at its round's end."""
    world = await World.open(folder / "salud.db")
    try:
        users = PEOPLE[: tale.people]
        match = (await start_match(world, *users, pace=tale.pace)).record.id
        for hours, choice in tale.turns[:-1]:
            world.clock.time += hours * HOUR
            loaded = await world.matches.load(match)
            user = loaded.people_to_act[choice % len(loaded.people_to_act)]
            legal = loaded.game.legal_actions(loaded.state, loaded.roster.holders.index(user))
            await world.do(match, user, loaded.game.notation(legal[choice % len(legal)]))
        return await world.matches.load(match), world.clock.now()
    finally:
        await world.close()


def result_at(loaded: Loaded, now: int, time: int) -> tuple[int, ...]:
    """Return the places if the round ended at `now`; the last place for all if nobody wins."""
    seats = range(loaded.seats)
    waited = waited_for(loaded, now, SEEN, (), time)
    if len(waited) == loaded.seats:
        return (loaded.seats,) * loaded.seats
    points = loaded.game.scores(loaded.state)
    worth = [(seat not in waited, points[seat]) for seat in seats]
    return tuple(1 + sum(other > own for other in worth) for own in worth)


@settings(max_examples=full_or(60, 15), deadline=None)
@given(
    tale=st.builds(
        Tale,
        st.integers(2, 4),
        st.sampled_from([Pace.NONE, Pace.DAY, Pace.THREE_DAYS, Pace.WEEK]),
        st.lists(st.tuples(st.integers(0, 100), st.integers(0, 9)), min_size=1, max_size=9),
    ),
    idle=st.integers(1, 200),
    number=st.integers(0, 8),
)
@example(Tale(3, Pace.NONE, [(0, 0), (0, 0), (0, 1), (0, 0), (0, 0)]), 1, 3)
def test_idle_time_never_improves_the_result_of_who_idles(
    tale: Tale, idle: int, number: int
) -> None:
    """The time is added to any turn so far, in a round that is as long as before. Others who had
    to move at the same time idle, too, and can lose by it.
    """
    with TemporaryDirectory() as folder:
        loaded, now = asyncio.run(tell(tale, Path(folder)))
    now += tale.turns[-1][0] * HOUR
    time = match_time(loaded, now, ())
    before = result_at(loaded, now, time)
    steps = [*(entry.actor is not None for entry in loaded.entries), True]
    at = [seq for seq, is_a_turn in enumerate(steps) if is_a_turn][number % sum(steps)]
    later = tuple(
        replace(stored, at=stored.at + idle * HOUR) if seq >= at else stored
        for seq, stored in enumerate(loaded.log)
    )
    stored = Stored(
        loaded.record, loaded.events, later, loaded.seq, len(loaded.events), loaded.status.value
    )
    delayed = build(stored, loaded.game)
    after = result_at(delayed, now + idle * HOUR, time)
    actors = loaded.seats_to_act if at == loaded.seq else (loaded.entries[at].actor,)
    also = {*waited_for(delayed, now + idle * HOUR, SEEN, (), time)}
    also -= {*waited_for(loaded, now, SEEN, (), time)}
    for seat in actors:
        assert seat is not None
        assert after[seat] >= before[seat] or also - {seat}
