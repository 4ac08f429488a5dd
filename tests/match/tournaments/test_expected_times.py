"""The times that a tournament's event on Discord shows."""

from dataclasses import replace

import pytest

from bot.match.tournaments.expected_times import MARGIN, expected_times
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY

NOW = 1_700_000_000


def announced(**terms: object) -> Tournament:
    chosen = replace(Terms("Cup", "toy", Format.KNOCKOUT, days=2), **terms)  # type: ignore[arg-type]
    return Tournament(chosen, 11, "c0ffee", NOW - 100)


@pytest.mark.parametrize(
    ("terms", "rounds"),
    [
        ({}, 2),
        ({"format": Format.ROUND_ROBIN}, 3),
        ({"format": Format.SWISS}, 2),
        ({"format": Format.SWISS, "rounds": 5}, 5),
        ({"format": Format.GROUPS}, 4),
        ({"format": Format.LEAGUE}, 1),
        ({"days": None}, 12),
    ],
)
def test_end_follows_from_the_rounds_after_the_start(terms: dict[str, object], rounds: int) -> None:
    closes = NOW + DAY
    times = expected_times(announced(closes=closes, **terms), NOW)
    assert (times.start, times.has_begun) == (closes, False)
    assert times.end == closes + rounds * 2 * DAY


def test_event_without_a_set_start_is_active_from_the_announcement() -> None:
    times = expected_times(announced(), NOW)
    assert (times.start, times.has_begun) == (NOW - 100, True)
    assert times.end > NOW + 4 * DAY


def test_passed_end_is_replaced_once_a_day() -> None:
    late = NOW + 100 * DAY
    running = replace(announced(), status=TournamentStatus.RUNNING, started=NOW)
    end = expected_times(running, late).end
    assert late + MARGIN < end <= late + MARGIN + DAY
    assert end % DAY == 0
    assert expected_times(running, end - MARGIN - 1).end == end
    assert expected_times(running, end - MARGIN).end == end + DAY
