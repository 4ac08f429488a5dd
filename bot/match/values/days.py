"""Days in UTC, spelled as in match files: ``2026-11-21``. This spelling sorts by time."""

from datetime import UTC, date, datetime, timedelta

from bot.match.values.errors import BadDay
from bot.match.values.times import DAY

Day = str

YESTERDAY = "yesterday"
TODAY = "today"


def day_at(now: int) -> Day:
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def start_of(day: Day) -> int:
    return int(datetime.combine(_date(day), datetime.min.time(), UTC).timestamp())


def end_of(day: Day) -> int:
    """Return the first second after the day, in seconds since 1970.

    Also works for the last day that `datetime` supports.
    """
    return start_of(day) + DAY


def shifted(day: Day, days: int) -> Day:
    return (_date(day) + timedelta(days=days)).isoformat()


def is_day(text: str) -> bool:
    try:
        return _date(text).isoformat() == text
    except ValueError:
        return False


def read_day(typed: str, now: int) -> Day:
    """Parse a typed day: ``2026-11-21``, ``today`` or ``yesterday``.

    Raises BadDay for anything else, and for days in the future.
    """
    today, text = day_at(now), typed.strip().lower()
    named = {TODAY: today, YESTERDAY: shifted(today, -1)}
    day = named.get(text, text)
    if not is_day(day) or day > today:
        raise BadDay(example=named[YESTERDAY])
    return day


def _date(day: Day) -> date:
    return date.fromisoformat(day)
