"""Days as people type them: a date, or how many days from now."""

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_DAYS = re.compile(r"\+?(?P<days>\d{1,3})(?:\s*\D{1,12})?")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_SHORT = re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.?\s*(?P<year>\d{4})?")


def moment_of(typed: str, zone: ZoneInfo, now: int) -> int | None:
    """When the day begins that is meant, by the clock of a place; None where none is.

    ``2026-12-24``, ``24.12.``, ``3`` and ``3 days``; a number of days is as many times 24 hours
    from now. Both in seconds since 1970.
    """
    text = typed.strip()
    today = datetime.fromtimestamp(now, zone).date()
    found = _ISO.fullmatch(text) or _SHORT.fullmatch(text)
    if found is not None:
        year = int(found["year"] or today.year)
        day = _date(year, int(found["month"]), int(found["day"]))
        if day is not None and not found["year"] and day < today:
            day = _date(year + 1, day.month, day.day)
        return None if day is None else begins(day, zone)
    counted = _DAYS.fullmatch(text)
    if counted is None or not int(counted["days"]):
        return None
    return now + int(counted["days"]) * 24 * 3600


def following(zone: ZoneInfo, now: int, count: int) -> list[date]:
    """The next days there, from tomorrow on."""
    today = datetime.fromtimestamp(now, zone).date()
    return [today + timedelta(days=number) for number in range(1, count + 1)]


def begins(day: date, zone: ZoneInfo) -> int:
    """When a day begins there, in seconds since 1970."""
    return int(datetime.combine(day, time(), zone).timestamp())


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
