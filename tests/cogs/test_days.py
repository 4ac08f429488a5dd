"""Days as people type them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.days import following, moment_of

ATHENS = ZoneInfo("Europe/Athens")
NOW = int(datetime(2026, 11, 21, 18, 0, tzinfo=UTC).timestamp())
"""Eight in the evening in Athens."""


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2026-12-24", datetime(2026, 12, 23, 22, tzinfo=UTC)),
        ("24.12.", datetime(2026, 12, 23, 22, tzinfo=UTC)),
        ("24.12.2027", datetime(2027, 12, 23, 22, tzinfo=UTC)),
        ("3.1.", datetime(2027, 1, 2, 22, tzinfo=UTC)),
        ("3", datetime(2026, 11, 24, 18, tzinfo=UTC)),
        ("3 days", datetime(2026, 11, 24, 18, tzinfo=UTC)),
        ("2026-11-20", datetime(2026, 11, 19, 22, tzinfo=UTC)),
    ],
)
def test_days(typed: str, moment: datetime) -> None:
    """A date begins by the clock of the place; the past is for others to refuse."""
    assert moment_of(typed, ATHENS, NOW) == int(moment.timestamp())


@pytest.mark.parametrize("typed", ["", "0", "tomorrow", "31.2.", "2026-13-01", "-3", "1e9", "9999"])
def test_no_days(typed: str) -> None:
    """Nothing that is a day."""
    assert moment_of(typed, ATHENS, NOW) is None


def test_the_next_days() -> None:
    """From tomorrow on, there."""
    assert [day.isoformat() for day in following(ATHENS, NOW, 2)] == ["2026-11-22", "2026-11-23"]
