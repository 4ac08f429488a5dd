"""Quiet hours by the clock of a time zone."""

from datetime import UTC, datetime
from itertools import islice, pairwise, product
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.timing.errors import BadHours, BadZone, QuietTooLong
from bot.match.timing.quiet_hours import Quiet
from bot.match.values.times import DAY, HOUR, Span, runs_down

NIGHT = Quiet.parse("Europe/Madrid", "22:30", "7:00")


def at(text: str) -> int:
    """Return a moment in UTC as a timestamp."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_quiet_hours_can_cross_midnight() -> None:
    noon = at("2026-11-21 11:00")
    assert list(islice(NIGHT.spans(noon), 2)) == [
        Span(at("2026-11-21 21:30"), at("2026-11-22 06:00")),
        Span(at("2026-11-22 21:30"), at("2026-11-23 06:00")),
    ]
    assert NIGHT.until(noon) is None
    assert NIGHT.until(at("2026-11-22 05:59")) == at("2026-11-22 06:00")
    assert NIGHT.until(at("2026-11-22 06:00")) is None


def test_quiet_hours_can_lie_within_a_day() -> None:
    siesta = Quiet.parse("Europe/Madrid", "14:00", "16:00")
    assert next(siesta.spans(at("2026-07-01 00:00"))) == Span(
        at("2026-07-01 12:00"), at("2026-07-01 14:00")
    )


@pytest.mark.parametrize(
    ("begin", "hours"),
    [("2026-03-28 12:00", 7.5), ("2026-03-29 12:00", 8.5), ("2026-10-24 12:00", 9.5)],
)
def test_night_is_shorter_or_longer_when_clocks_change(begin: str, hours: float) -> None:
    span = next(NIGHT.spans(at(begin)))
    assert span.end - span.start == hours * HOUR
    assert datetime.fromtimestamp(span.end, NIGHT.zone).hour == 7


def test_quiet_hours_can_start_or_end_in_a_skipped_hour() -> None:
    for start, end in (("2:30", "4:00"), ("1:00", "2:30")):
        quiet = Quiet.parse("Europe/Madrid", start, end)
        spans = list(islice(quiet.spans(at("2026-03-28 12:00")), 3))
        assert all(span.start <= span.end for span in spans)
        assert spans[1].start > spans[0].end


def offset(zone: ZoneInfo, moment: int) -> int:
    """Return how far the clocks of a zone are ahead of UTC, in seconds."""
    ahead = datetime.fromtimestamp(moment, zone).utcoffset()
    assert ahead is not None
    return int(ahead.total_seconds())


def changes() -> list[tuple[str, int]]:
    """Return changes of clocks within a decade: a zone, and the first second after the change.

    Changes by the same amount at the same time of day are listed once.
    """
    by_shift: dict[tuple[int, int, int], tuple[str, int]] = {}
    moments = range(at("2024-01-01"), at("2034-01-02"), 7 * DAY)
    for name in sorted(available_timezones()):
        zone = ZoneInfo(name)
        offsets = [offset(zone, moment) for moment in moments]
        for (before, ahead), (after, ahead_after) in pairwise(zip(moments, offsets, strict=True)):
            if ahead == ahead_after:
                continue
            early, late = before, after
            while late - early > 1:
                middle = (early + late) // 2
                early, late = (middle, late) if offset(zone, middle) == ahead else (early, middle)
            by_shift[late % DAY, ahead, ahead_after] = name, late
    return list(by_shift.values())


def face(zone: ZoneInfo, since: int, minutes: int) -> list[int]:
    """Return the wall clock in each of these minutes, in minutes after midnight."""
    shown = (datetime.fromtimestamp(since + 60 * minute, zone) for minute in range(minutes))
    return [moment.hour * 60 + moment.minute for moment in shown]


def test_time_never_runs_while_the_wall_clock_is_in_quiet_hours() -> None:
    all_changes = changes()
    assert len(all_changes) > 40
    for name, change in all_changes:
        zone, since = ZoneInfo(name), change - 2 * HOUR
        shift = offset(zone, change) - offset(zone, change - 1)
        shown = face(zone, since, 20 * 60)
        for begin, length in product((-60, -31, -1, 0, 1, 29, 30, 45, 59, 61), (1, 20, 45, 720)):
            start = (shown[119] + 1 + begin) % 1440
            quiet = Quiet(zone, start, (start + length) % 1440)
            spans = list(islice(quiet.spans(since), 3))
            case = f"{name} at {change}, quiet from minute {start} for {length}: {spans}"
            assert all(span.start <= span.end for span in spans), case
            assert all(
                span_before.end <= span_after.start for span_before, span_after in pairwise(spans)
            ), case
            for span in spans:
                deviation = span.end - span.start - 60 * length
                assert min(-shift, 0) <= deviation <= max(-shift, 0), case
            runs = (minute for minute, now in enumerate(shown) if (now - start) % 1440 >= length)
            two_hours = next(islice(runs, 2 * 60 - 1, None)) + 1  # by the clock on the wall
            over = since + 60 * two_hours
            assert runs_down(since, 2 * HOUR, spans) >= over, case


@pytest.mark.parametrize("zone", ["Europe/Madrid", "Australia/Lord_Howe", "Asia/Kathmandu"])
@given(
    since=st.integers(at("2026-01-01 00:00"), at("2027-12-31 00:00")),
    start=st.integers(0, 1439),
    length=st.integers(1, 720),
)
def test_quiet_spans_are_sorted_and_disjoint_and_clocks_run_out(
    zone: str, since: int, start: int, length: int
) -> None:
    hours, minutes = divmod((start + length) % 1440, 60)
    quiet = Quiet.parse(zone, f"{start // 60}:{start % 60:02}", f"{hours}:{minutes:02}")
    spans = list(islice(quiet.spans(since), 5))
    assert spans[0].end > since
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert since + DAY <= runs_down(since, DAY, quiet.spans(since)) <= since + 3 * DAY


def test_quiet_hours_last_at_most_half_a_day() -> None:
    with pytest.raises(QuietTooLong):
        Quiet.parse("UTC", "8:00", "20:01")
    assert Quiet.parse("UTC", "8:00", "20:00").end == 20 * 60


@pytest.mark.parametrize(
    "text", ["", "24:00", "7:5", "7.30", "７:30", "-1:00", "7:60", "noon", "123"]
)
def test_invalid_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(BadHours):
        Quiet.parse("UTC", "22:00", text)


@pytest.mark.parametrize(
    "zone", ["", "Mars/Olympus", "../../etc/passwd", "Europe", "\0", "x" * 500]
)
def test_invalid_time_zone_is_refused(zone: str) -> None:
    with pytest.raises(BadZone):
        Quiet.parse(zone, "22:00", "7:00")


def test_incomplete_or_invalid_settings_mean_no_quiet_hours() -> None:
    whole = {"zone": "Europe/Madrid", "quiet_from": "22:30", "quiet_until": "7:00", "other": "x"}
    assert Quiet.from_settings(whole) == NIGHT
    assert Quiet.from_settings({**whole, "quiet_from": "7:00"}) is None
    assert Quiet.from_settings({**whole, "zone": "Mars"}) is None
    assert Quiet.from_settings({"zone": "Europe/Madrid"}) is None
