"""The end of a round: the player who kept the others waiting longest comes last."""

import asyncio
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.log.events import Forfeit, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.statistics.results import places
from bot.match.timing.clocks import Hours, Stops
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.tournaments.matches import result_of
from bot.match.tournaments.tables import How
from bot.match.tournaments.waits import Still, waits
from bot.match.values.times import DAY, HOUR, Span
from tests.match.hours import ALWAYS_ALERTED, kinds, wait
from tests.match.tournaments.organizing import at_tables, start_match
from tests.match.world import ANN, BEN, CAT, DAN, World

pytestmark = pytest.mark.both_databases

K = MatchEventKind
SEEN = dict.fromkeys((ANN, BEN, CAT, DAN), ALWAYS_ALERTED)
NEVER = Still({}, SEEN)
"""No clock ever stops."""


async def test_player_who_kept_others_waiting_longest_is_last_and_points_decide_the_rest(
    world: World,
) -> None:
    tables = at_tables(world)
    match = (await start_match(world, ANN, BEN, CAT)).record.id
    for user, hours, token in ((ANN, 1, "add 2"), (BEN, 5, "add 1"), (CAT, 2, "add 3")):
        world.clock.time += hours * HOUR
        await world.do(match, user, token)
    world.clock.time += HOUR
    loaded = await world.matches.load(match)
    assert waits(loaded, world.clock.now(), NEVER) == (2 * HOUR, 6 * HOUR, 3 * HOUR)
    over = await tables.stop(match, Forfeit.ROUND_OVER)
    assert kinds(over)[-3:] == [K.FORFEITED, K.HANDED, K.ENDED]
    scores = over.game.scores(over.state)
    result = result_of(over, (ANN, BEN, CAT))
    assert result.places[1] == 3
    assert (result.places[0] < result.places[2]) == (scores[0] > scores[2])
    assert (result.how, result.late) == (How.DEADLINE, ())
    assert places(over) == result.places
    assert await tables.stop(match, Forfeit.ROUND_OVER) == over


async def test_end_of_a_round_decides_between_the_remaining_two(world: World) -> None:
    """The third player loses the seat at the same time as the round ends."""
    match = (await start_match(world, ANN, BEN, CAT)).record.id
    while None not in (loaded := await world.matches.load(match)).roster.holders:
        await wait(world, hours=6)
    assert loaded.roster.people == (BEN, CAT)
    result = result_of(await at_tables(world).stop(match), (ANN, BEN, CAT))
    assert (result.how, result.late, result.places[0]) == (How.DEADLINE, (0,), 3)


async def test_points_decide_if_all_waited_equally(world: World) -> None:
    match = (await start_match(world, ANN, BEN)).record.id
    await world.toy(match, "11 add 1", "12 add 2")
    world.clock.time += HOUR
    over = await at_tables(world).stop(match)
    assert kinds(over)[-1:] == [K.ENDED]
    assert K.FORFEITED not in kinds(over)
    result = result_of(over, (ANN, BEN))
    scores = over.game.scores(over.state)
    assert scores[0] != scores[1]
    assert result.places == ((1, 2) if scores[0] > scores[1] else (2, 1))
    assert result.how is How.DEADLINE


async def test_waiting_time_belongs_to_each_holder_of_the_seat(world: World) -> None:
    """Time under a substitute does not count for the player who returns."""
    match = (await start_match(world, ANN, BEN, CAT)).record.id
    tables, waited = at_tables(world), list[int]()
    for user in (DAN, ANN, BEN):
        world.clock.time += HOUR * (1 + len(waited))
        waited.append(waits(await world.matches.load(match), world.clock.now(), NEVER)[0])
        if user is not BEN:
            await tables.give_seat(match, 0, user, world.clock.now())
    assert waited == [HOUR, 2 * HOUR, 4 * HOUR]


async def test_restore_keeps_the_waiting_time_of_finished_turns(world: World) -> None:
    """A restore deletes all alerts, and the bot posts the board of the current turn again."""
    match = (await start_match(world, ANN, BEN)).record.id
    world.clock.time += 2 * HOUR
    await world.do(match, ANN, "add 1")
    world.clock.time += HOUR
    loaded = await world.matches.load(match)
    assert waits(loaded, world.clock.now(), Still({}, {})) == (2 * HOUR, 0)


async def test_pauses_do_not_count_as_waiting(world: World) -> None:
    match = (await start_match(world, ANN, BEN)).record.id
    for _ in range(2):
        world.clock.time += HOUR
        await world.pace.pauses.pause(match, ANN)
        await world.pace.pauses.pause(match, BEN)
        world.clock.time += 5 * HOUR
        loaded = await world.matches.load(match)
        seconds = waits(loaded, world.clock.now(), NEVER)
        await world.pace.pauses.resume(match, ANN)
    assert seconds == (2 * HOUR, 0)


async def test_quiet_hours_days_off_and_downtimes_do_not_count_as_waiting(world: World) -> None:
    match = (await start_match(world, ANN, BEN)).record.id
    begin = world.clock.now()
    world.clock.time += 2 * DAY
    loaded = await world.matches.load(match)
    hour = (begin // HOUR + 3) % 24
    night = Quiet.parse("UTC", f"{hour}:00", f"{(hour + 8) % 24}:00")
    assert night is not None
    for still, left in (
        (Still({ANN: Hours(night)}, SEEN), 2 * DAY - 2 * 8 * HOUR),
        (Still({ANN: Hours(None, (Span(begin + HOUR, begin + DAY),))}, SEEN), DAY + HOUR),
        (Still({}, SEEN, (Span(begin - DAY, begin + 5 * HOUR),)), 2 * DAY - 5 * HOUR),
        (Still({BEN: Hours(night)}, SEEN), 2 * DAY),
    ):
        assert waits(loaded, world.clock.now(), still) == (left, 0)


async def test_absent_player_does_not_lose_by_waiting_time(world: World) -> None:
    match = (await start_match(world, ANN, BEN)).record.id
    await world.pace.absences.away(ANN, world.clock.now() + 2 * DAY)
    world.clock.time += 2 * DAY + HOUR
    await world.do(match, ANN, "add 1")
    world.clock.time += DAY
    over = await at_tables(world).stop(match)
    assert result_of(over, (ANN, BEN)).places == (1, 2)


@cache
def first_turn() -> Loaded:
    """Return a match of Ann and Ben in Ann's first turn."""

    async def load() -> Loaded:
        with TemporaryDirectory() as folder:
            world = await World.open(Path(folder) / "salud.db")
            try:
                return await start_match(world, ANN, BEN)
            finally:
                await world.close()

    return asyncio.run(load())


SPANS = st.lists(st.tuples(st.integers(0, 5 * DAY), st.integers(0, DAY)), max_size=4)


@given(SPANS, SPANS, SPANS, SPANS, st.integers(0, 2 * DAY), st.none() | st.integers(0, 23))
def test_player_becomes_late_after_exactly_the_pace_of_waiting(
    away: list[tuple[int, int]],
    down: list[tuple[int, int]],
    pauses: list[tuple[int, int]],
    blind: list[tuple[int, int]],
    posted: int,
    night: int | None,
) -> None:
    loaded = first_turn()
    start = loaded.roster.started or 0
    turn = loaded.turns.of(0)
    assert turn is not None

    def spans(pairs: list[tuple[int, int]], since: int = 0) -> tuple[Span, ...]:
        return tuple(
            Span(start + since + at, start + since + at + long) for at, long in sorted(pairs)
        )

    loaded = replace(loaded, roster=replace(loaded.roster, pauses=spans(pauses)))
    quiet = None if night is None else Quiet.parse("UTC", f"{night}:00", f"{(night + 8) % 24}:00")
    hours = {ANN: Hours(quiet, spans(away))}
    began = start + posted
    alert = TurnAlert(ANN, turn.asked, began, began, blind=spans(blind, posted))
    due = Stops(hours, spans(down), {ANN: alert}).due(loaded, ANN)
    assert due is not None
    still = Still(hours, {ANN: alert}, spans(down))
    assert waits(loaded, due, still) == (DAY, 0)
    assert waits(loaded, due - 1, still) == (DAY - 1, 0)
