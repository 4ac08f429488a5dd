"""When somebody's time is over: exactly, and for each their own."""

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
    """A moment in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize("pace", Pace)
async def test_each_pace(world: World, pace: Pace) -> None:
    """Over when the pace has passed since the start; never without a clock."""
    loaded = await world.begun(ANN, BEN, pace=pace)
    seconds = pace.seconds
    assert due(loaded, BEN) is None, "it is not their turn"
    assert due(loaded, CAT) is None, "they are not in it"
    if seconds is None:
        assert due(loaded, ANN) is None
        assert await wait(world, days=40) == []
        return
    assert due(loaded, ANN) == world.clock.time + seconds
    assert await wait(world, seconds=seconds - 1) == []
    assert await wait(world, seconds=1) == [loaded.record.id]
    late = the_late(await world.matches.look(loaded.record.id))
    assert (late.user, late.at, late.row) == (ANN, world.clock.time, 1)
    assert await wait(world, seconds=1) == [], "it is noted once"


async def test_begins_with_the_turn(world: World) -> None:
    """Who comes to act has the whole pace from then on; with each own decision again."""
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
    assert due(loaded, ANN) == due(loaded, CAT) == choosing + DAY, "others change nothing"
    assert due(loaded, BEN) is None


async def test_time_comes_with_the_match(world: World) -> None:
    """The row in the database is for when it may be over; a new process knows all the same."""
    match = (await world.begun(ANN, BEN, pace=Pace.WEEK)).record.id
    world.clock.time += 3 * DAY
    side = await world.another()
    loaded = await side.matches.look(match)
    assert due(loaded, ANN) == world.clock.time + 4 * DAY
    times = await side.pace.timekeeper.times(loaded)
    assert [(one.user, one.due, one.since) for one in times.people] == [
        (ANN, world.clock.time + 4 * DAY, world.clock.time - 3 * DAY),
        (BEN, None, None),
    ]


async def test_take_back_gives_no_time(world: World) -> None:
    """While a move stood that was taken back the clock stood; it does not start over."""
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
    assert await side.matches.look(match) == loaded
    assert await wait(world, hours=20) == []
    assert await wait(world, hours=1) == [match]


async def test_alone(world: World) -> None:
    """Where only computers wait no clock runs."""
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    await world.service.resign(match, BEN)
    await world.service.resign(match, CAT)
    assert due(await world.matches.look(match), ANN) is None
    assert await wait(world, days=30) == []


async def test_rematch_and_practice(world: World) -> None:
    """A rematch keeps the pace; a practice has no clock."""
    loaded = await world.begun(ANN, BEN, pace=Pace.THREE_DAYS)
    await world.service.resign(loaded.record.id, ANN)
    again = await world.toys.rematch(loaded.record.id, world.asked(BEN))
    assert again.record.pace is Pace.THREE_DAYS
    practice = await world.toys.practice(world.asked(ANN), 2)
    assert practice.record.pace is Pace.NONE


async def test_quiet_hours(world: World) -> None:
    """A day of a pace is 24 hours that are not quiet, for whom they are quiet."""
    world.clock.time = at("2026-11-21 12:00")
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    assert due(loaded, ANN, Hours(NIGHT)) == at("2026-11-22 21:00")
    for name, value in {"zone": "Europe/Madrid", "quiet_from": "23:00"}.items():
        await world.store.set_user_settings(ANN, {name: value})
    assert await wait(world, hours=10) == []
    await world.store.set_user_settings(ANN, {"quiet_until": "8:00"})
    assert await wait(world, hours=22, seconds=3599) == []
    assert await wait(world, seconds=1) == [loaded.record.id]


async def test_settings_that_end_the_night(world: World) -> None:
    """Who drops their quiet hours may be late at once: what had been put off comes earlier."""
    world.clock.time = at("2026-11-21 12:00")
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    for name, value in {
        "zone": "Europe/Madrid",
        "quiet_from": "23:00",
        "quiet_until": "8:00",
    }.items():
        await world.store.set_user_settings(ANN, {name: value})
    assert await wait(world, hours=25) == [], "put off until the evening of the next day"
    await world.store.set_user_settings(ANN, {"quiet_until": None})
    assert await wait(world, seconds=1) == [match]


SPANS = st.lists(st.tuples(st.integers(-DAY, 9 * DAY), st.integers(0, 2 * DAY)), max_size=4).map(
    lambda found: tuple(Span(start, start + length) for start, length in sorted(found))
)


def moved(spans: tuple[Span, ...], by: int) -> tuple[Span, ...]:
    """The same, later."""
    return tuple(Span(start + by, end + by) for start, end in spans)


@pytest.fixture
async def begun(world: World) -> Loaded:
    """A match in which Ann must act."""
    return await world.begun(ANN, BEN, pace=Pace.THREE_DAYS)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(away=SPANS, down=SPANS, night=st.booleans())
def test_laws(begun: Loaded, away: tuple[Span, ...], down: tuple[Span, ...], night: bool) -> None:
    """Never before start and pace, never earlier by more that stops, and each is independent."""
    began = since(begun, 0)
    assert began is not None
    hours = Hours(NIGHT if night else None, moved(away, began))
    found = due(begun, ANN, hours, moved(down, began))
    plain = due(begun, ANN)
    fewer = due(begun, ANN, Hours(absences=hours.absences))
    assert plain == began + 3 * DAY
    assert found is not None
    assert fewer is not None
    assert found >= fewer >= plain
    swapped = due(begun, ANN, replace(hours, absences=moved(down, began)), hours.absences)
    assert swapped == found, "it does not matter why a clock stands still"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(start=st.integers(0, 3 * DAY - 1), length=st.integers(1, 50 * DAY))
def test_downtime_shifts_exactly(begun: Loaded, start: int, length: int) -> None:
    """By its own length, not a second more or less."""
    began = since(begun, 0)
    assert began is not None
    down = (Span(began + start, began + start + length),)
    assert due(begun, ANN, downtimes=down) == began + 3 * DAY + length


@pytest.mark.parametrize("day", ["2026-11-20", "2026-03-28", "2026-10-24"])
async def test_nights_in_which_clocks_change(world: World, day: str) -> None:
    """A day of waking hours is as long in a night of 8 or 10 hours as in any other."""
    start = datetime.fromisoformat(f"{day} 23:00").replace(tzinfo=NIGHT.zone)
    world.clock.time = int(start.timestamp())
    loaded = await world.begun(ANN, BEN, pace=Pace.DAY)
    found = due(loaded, ANN, Hours(NIGHT))
    assert found is not None
    end = datetime.fromtimestamp(found, NIGHT.zone)
    assert (end.date() - start.date()).days == 2
    assert (end.hour, end.minute) == (17, 0), "15 waking hours of one day, 9 of the next"
