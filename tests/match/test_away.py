"""Days off: their monthly budget, and their effect on clocks."""

from contextlib import suppress
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.timekeeping.absences import BUDGET, furthest, leave, month_of
from bot.match.timing.errors import AwayInPast, AwayTooLong, NotAway
from bot.match.values.times import DAY, HOUR, Pace, Span
from tests.match.hours import due, wait
from tests.match.world import ANN, BEN, CAT, World


def at(text: str) -> int:
    """Return a moment in UTC as a timestamp."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_month_of_uses_utc_and_crosses_the_year() -> None:
    assert month_of(at("2026-12-31 23:59:59")) == (at("2026-12-01"), at("2027-01-01"))
    assert month_of(at("2027-02-01")) == (at("2027-02-01"), at("2027-03-01"))


async def test_days_off_stop_a_players_clock_in_all_matches(world: World) -> None:
    daily = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    slow = (await world.begun(BEN, CAT, ANN, pace=Pace.THREE_DAYS)).record.id
    began = world.clock.time
    await wait(world, hours=2)
    away = await world.pace.absences.away(ANN, world.clock.time + 5 * DAY)
    assert (away.until, away.left) == (began + 2 * HOUR + 5 * DAY, 2 * DAY)
    assert away.matches == (daily, slow)
    times = await world.pace.timekeeper.times(await world.matches.load(daily))
    assert times.people[0].away == away.until
    assert times.people[0].due == began + 6 * DAY
    assert await wait(world, days=3) == [slow], "Ben is late there"
    assert await wait(world, hours=3 * 24 - 2, seconds=-1) == []
    assert await wait(world, seconds=1) == [daily]


async def test_returning_early_resumes_the_clock_and_refunds_days(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.refused(NotAway, world.pace.absences.back(ANN))
    await world.pace.absences.away(ANN, world.clock.time + 7 * DAY)
    assert await wait(world, days=2) == []
    back = await world.pace.absences.back(ANN)
    assert (back.until, back.left) == (None, 5 * DAY)
    await world.refused(NotAway, world.pace.absences.back(ANN))
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match], "earlier than the postponed deadline"


async def test_budget_is_seven_days_a_month_per_user(world: World) -> None:
    world.clock.time = at("2026-11-10")
    assert (await world.pace.absences.absence(ANN)).left == BUDGET * DAY
    await world.refused(AwayInPast, world.pace.absences.away(ANN, world.clock.time))
    await world.refused(AwayInPast, world.pace.absences.away(ANN, 0))
    too_long = world.pace.absences.away(ANN, at("2026-11-17 00:01"))
    refusal = await world.refused(AwayTooLong, too_long)
    assert refusal.values == {"budget": 7, "month": date(2026, 11, 1), "days": 7}
    await world.pace.absences.away(ANN, at("2026-11-14"))
    world.clock.time = at("2026-11-20")
    refusal = await world.refused(AwayTooLong, world.pace.absences.away(ANN, at("2026-11-24")))
    assert refusal.values["days"] == 3
    assert (await world.pace.absences.away(ANN, at("2026-11-23"))).left == 0
    assert (await world.pace.absences.absence(BEN)).left == 7 * DAY, (
        "each user has a separate budget"
    )


async def test_new_end_of_days_off_replaces_the_old_one_and_its_cost(world: World) -> None:
    world.clock.time = at("2026-11-10")
    await world.pace.absences.away(ANN, at("2026-11-16"))
    world.clock.time = at("2026-11-11")
    away = await world.pace.absences.away(ANN, at("2026-11-17"))
    assert (away.until, away.left) == (at("2026-11-17"), 0)
    assert (await world.pace.absences.away(ANN, at("2026-11-12"))).left == 5 * DAY


async def test_each_month_pays_for_its_own_days_off(world: World) -> None:
    world.clock.time = at("2026-12-25")
    refusal = await world.refused(AwayTooLong, world.pace.absences.away(ANN, at("2027-01-09")))
    assert refusal.values == {"budget": 7, "month": date(2027, 1, 1), "days": 7}
    away = await world.pace.absences.away(ANN, at("2027-01-08"))
    assert away.left == 0
    match = (await world.begun(BEN, ANN, pace=Pace.DAY)).record.id
    await world.toy(match, "12 add 1")
    loaded = await world.matches.load(match)
    assert (await world.pace.timekeeper.times(loaded)).people[1].due == at("2027-01-09")
    world.clock.time = at("2027-01-02")
    assert (await world.pace.absences.absence(ANN)).left == 0
    assert (await world.pace.absences.back(ANN)).left == 6 * DAY
    assert due(loaded, ANN) == at("2026-12-26")


async def test_budget_is_shared_by_all_processes(world: World) -> None:
    world.clock.time = at("2026-11-10")
    other = await world.another()
    await other.pace.absences.away(ANN, at("2026-11-15"))
    assert (await world.pace.absences.absence(ANN)).until == at("2026-11-15")
    await world.pace.absences.back(ANN)
    assert (await other.pace.absences.absence(ANN)).until is None


@given(
    st.integers(0, 70 * DAY),
    st.lists(st.tuples(st.integers(0, 40 * DAY), st.integers(1, 7 * DAY)), max_size=3),
)
def test_furthest_is_the_last_second_that_the_budget_allows(
    later: int, before: list[tuple[int, int]]
) -> None:
    now = at("2026-11-05") + later
    absences: tuple[Span, ...] = ()
    for start, length in before:
        since = at("2026-11-01") + start
        with suppress(AwayTooLong):
            absences = leave(absences, since, since + length)
    absences = tuple(absence for absence in absences if absence.start <= now)
    until = furthest(absences, now)
    assert now <= until
    if until > now:
        leave(absences, now, until)
    with pytest.raises(AwayTooLong):
        leave(absences, now, until + 1)
