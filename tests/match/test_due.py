"""When a turn is over: exactly on time, and for each player separately."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.match.log.loaded import Loaded
from bot.match.timing.clocks import Hours, since
from bot.match.timing.quiet_hours import Quiet
from bot.match.values.times import DAY, HOUR, Pace, Span
from tests.match.hours import due, the_late, wait
from tests.match.world import ANN, BEN, CAT, World

NIGHT = Quiet.parse("Europe/Madrid", "23:00", "8:00")


def at(text: str) -> int:
    """Return a moment in UTC as a timestamp."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize("pace", Pace)
async def test_turn_is_over_when_the_pace_has_passed(world: World, pace: Pace) -> None:
    loaded = await world.begun(ANN, BEN, pace=pace)
    seconds = pace.seconds
    assert due(loaded, BEN) is None, "it is not their turn"
    assert due(loaded, CAT) is None, "CAT is not in the match"
    if seconds is None:
        assert due(loaded, ANN) is None
        assert await wait(world, days=40) == []
        return
    assert due(loaded, ANN) == world.clock.time + seconds
    assert await wait(world, seconds=seconds - 1) == []
    assert await wait(world, seconds=1) == [loaded.record.id]
    late = the_late(await world.matches.load(loaded.record.id))
    assert (late.user, late.at, late.row) == (ANN, world.clock.time, 1)
    assert await wait(world, seconds=1) == [], "a lateness is recorded once"


async def test_each_decision_has_the_whole_pace(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    began = world.clock.time
    world.clock.time += 5 * HOUR
    loaded = await world.toy(match, "11 add 1")
    assert due(loaded, ANN) is None
    assert due(loaded, BEN) == began + 5 * HOUR + DAY
    world.clock.time += HOUR
    loaded = await world.toy(match, "12 add 1", "13 add 1")
    choosing = world.clock.time
    assert {due(loaded, user) for user in (ANN, BEN, CAT)} == {choosing + DAY}
    world.clock.time += HOUR
    loaded = await world.toy(match, "12 bid 1")
    assert due(loaded, ANN) == due(loaded, CAT) == choosing + DAY, (
        "BEN's decision changes no other clock"
    )
    assert due(loaded, BEN) is None


async def test_due_time_is_the_same_in_another_process(world: World) -> None:
    """The row in the database is only the earliest possible time."""
    match = (await world.begun(ANN, BEN, pace=Pace.WEEK)).record.id
    world.clock.time += 3 * DAY
    side = await world.another()
    loaded = await side.matches.load(match)
    assert due(loaded, ANN) == world.clock.time + 4 * DAY
    times = await side.pace.timekeeper.times(loaded)
    assert [(person.user, person.due, person.since) for person in times.people] == [
        (ANN, world.clock.time + 4 * DAY, world.clock.time - 3 * DAY),
        (BEN, None, None),
    ]


async def test_take_back_resumes_the_clock_where_it_stopped(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    began = world.clock.time
    for _ in range(3):
        world.clock.time += HOUR
        loaded = await world.toy(match, "11 add 1")
        world.clock.time += 2 * HOUR
        loaded = (await world.service.take_back(match, ANN, loaded.seq, 7000 + loaded.seq)).loaded
        assert due(loaded, BEN) is None
    assert due(loaded, ANN) == began + DAY + 3 * 2 * HOUR
    side = await world.another()
    assert await side.matches.load(match) == loaded
    assert await wait(world, hours=20) == []
    assert await wait(world, hours=1) == [match]


async def test_no_clock_runs_if_all_opponents_are_computers(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    await world.service.resign(match, BEN)
    await world.service.resign(match, CAT)
    assert due(await world.matches.load(match), ANN) is None
    assert await wait(world, days=30) == []


async def test_rematch_keeps_the_pace_and_practice_has_no_clock(world: World) -> None:
    loaded = await world.begun(ANN, BEN, pace=Pace.THREE_DAYS)
    await world.service.resign(loaded.record.id, ANN)
    again = await world.toys.rematch(loaded.record.id, world.asked(BEN))
    assert again.record.pace is Pace.THREE_DAYS
    practice = await world.toys.practice(world.asked(ANN), 2)
    assert practice.record.pace is Pace.NONE


async def test_quiet_hours_do_not_count(world: World) -> None:
    world.clock.time = at("2026-11-21 12:00")
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    assert due(loaded, ANN, Hours(NIGHT)) == at("2026-11-22 21:00")
    for name, value in {"zone": "Europe/Madrid", "quiet_from": "23:00"}.items():
        await world.store.set_user_settings(ANN, {name: value})
    assert await wait(world, hours=10) == []
    await world.store.set_user_settings(ANN, {"quiet_until": "8:00"})
    assert await wait(world, hours=22, seconds=3599) == []
    assert await wait(world, seconds=1) == [loaded.record.id]


async def test_dropping_quiet_hours_moves_the_deadline_forward(world: World) -> None:
    world.clock.time = at("2026-11-21 12:00")
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    for name, value in {
        "zone": "Europe/Madrid",
        "quiet_from": "23:00",
        "quiet_until": "8:00",
    }.items():
        await world.store.set_user_settings(ANN, {name: value})
    assert await wait(world, hours=25) == [], "postponed to the evening of the next day"
    await world.store.set_user_settings(ANN, {"quiet_until": None})
    assert await wait(world, seconds=1) == [match]


SPANS = st.lists(st.tuples(st.integers(-DAY, 9 * DAY), st.integers(0, 2 * DAY)), max_size=4).map(
    lambda pairs: tuple(Span(start, start + length) for start, length in sorted(pairs))
)


def shifted(spans: tuple[Span, ...], by: int) -> tuple[Span, ...]:
    """Return the spans shifted by some seconds."""
    return tuple(Span(start + by, end + by) for start, end in spans)


@pytest.fixture
async def running(world: World) -> Loaded:
    """A match in which it is Ann's turn."""
    return await world.begun(ANN, BEN, pace=Pace.THREE_DAYS)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(away=SPANS, down=SPANS, night=st.booleans())
def test_more_stopped_time_never_makes_a_turn_end_earlier(
    running: Loaded, away: tuple[Span, ...], down: tuple[Span, ...], night: bool
) -> None:
    """This holds for days off and for downtimes."""
    began = since(running, 0)
    assert began is not None
    hours = Hours(NIGHT if night else None, shifted(away, began))
    with_nights = due(running, ANN, hours, shifted(down, began))
    plain = due(running, ANN)
    without_nights = due(running, ANN, Hours(absences=hours.absences))
    assert plain == began + 3 * DAY
    assert with_nights is not None
    assert without_nights is not None
    assert with_nights >= without_nights >= plain
    swapped = due(running, ANN, replace(hours, absences=shifted(down, began)), hours.absences)
    assert swapped == with_nights, "the reason for stopping a clock does not matter"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(start=st.integers(0, 3 * DAY - 1), length=st.integers(1, 50 * DAY))
def test_downtime_shifts_a_deadline_by_its_length(running: Loaded, start: int, length: int) -> None:
    began = since(running, 0)
    assert began is not None
    down = (Span(began + start, began + start + length),)
    assert due(running, ANN, downtimes=down) == began + 3 * DAY + length


@pytest.mark.parametrize("day", ["2026-11-20", "2026-03-28", "2026-10-24"])
async def test_day_has_the_same_waking_hours_when_clocks_change(world: World, day: str) -> None:
    start = datetime.fromisoformat(f"{day} 23:00").replace(tzinfo=NIGHT.zone)
    world.clock.time = int(start.timestamp())
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    due_at = due(loaded, ANN, Hours(NIGHT))
    assert due_at is not None
    end = datetime.fromtimestamp(due_at, NIGHT.zone)
    assert (end.date() - start.date()).days == 2
    assert (end.hour, end.minute) == (17, 0), "15 waking hours of one day, 9 of the next"
