"""Days in UTC, spelled as in match files: ``2026-11-21``. Days in this spelling sort by time."""

from datetime import UTC, date, datetime, timedelta

from bot.match.values.errors import BadDay
from bot.match.values.times import DAY

Day = str

YESTERDAY = "yesterday"
TODAY = "today"


def day_at(now: int) -> Day:
    """The day of a time in seconds since 1970."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def start_of(day: Day) -> int:
    """Its first second, in seconds since 1970."""
    return int(datetime.combine(_date(day), datetime.min.time(), UTC).timestamp())


def end_of(day: Day) -> int:
    """When it is over: the first second of the next day, in seconds since 1970.

    The last day that Python can tell has none after it, but it ends all the same.
    """
    return start_of(day) + DAY


def shifted(day: Day, days: int) -> Day:
    """The day so many days later; earlier if negative."""
    return (_date(day) + timedelta(days=days)).isoformat()


def is_day(text: str) -> bool:
    """Whether a text is a day in this spelling."""
    try:
        return _date(text).isoformat() == text
    except ValueError:
        return False


def read_day(typed: str, now: int) -> Day:
    """The day that somebody named: ``2026-11-21``, ``today`` or ``yesterday``.

    Raises BadDay for anything else, and for days to come.
    """
    today, text = day_at(now), typed.strip().lower()
    named = {TODAY: today, YESTERDAY: shifted(today, -1)}
    day = named.get(text, text)
    if not is_day(day) or day > today:
        raise BadDay(example=named[YESTERDAY])
    return day


def _date(day: Day) -> date:
    return date.fromisoformat(day)
