"""Parses time zones, times of day and quiet hours as people type them."""

import asyncio
import re

from bot.match.timing import quiet_hours
from bot.match.timing.quiet_hours import Quiet
from bot.match.values.errors import refusal
from cogs.base.markup import escaped, harmless
from cogs.me import zones

# The text names no time zone, or several.
NoSuchZone = refusal(
    "NoSuchZone",
    "I don't know the time zone “{typed}”. Name a large city in it, such as Madrid, or "
    "choose one from the list that `/me zone` offers. Nothing changed.",
)
# The text is no time of day.
NoSuchTime = refusal(
    "NoSuchTime", "“{typed}” isn't a time of day. Write it like 22:30. Nothing changed."
)
# The text names no day.
NoSuchDay = refusal(
    "NoSuchDay",
    "I don't understand “{typed}” as a day. Write `3 days`, `tomorrow`, `Friday`, `Nov 27` or"
    " `2026-12-24`. Nothing was changed.",
)
# Only one end of the quiet hours was given.
HalfQuiet = refusal(
    "HalfQuiet", "Quiet hours need a start and an end: give both, or none. Nothing changed."
)
# Quiet hours were given without a time zone.
ZoneFirst = refusal("ZoneFirst", "Quiet hours need your time zone: give that too. Nothing changed.")


_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?:\s*[:.h]\s*(?P<minute>\d{2})?)?\s*(?:h|uhr)?\s*(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(?:from|von|de|από)\s+(?:las?\s+|τις\s+)?", re.IGNORECASE)
"""Words before the first end of quiet hours."""
_BETWEEN = re.compile(
    r"\s*[-–—]\s*|\s+(?:to|until|till|bis|a|hasta|έως|ως|μέχρι)\s+(?:las?\s+|τις\s+)?",
    re.IGNORECASE,
)
_DAY = 24 * 60


def minute_of(typed: str) -> int | None:
    """Return minutes since midnight for ``22:30``, ``7``, ``7.15``, ``22h30`` or ``10 pm``."""
    match = _TIME.fullmatch(typed.strip())
    if match is None:
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"][0].lower() == "p" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def between(typed: str) -> tuple[int, int] | None:
    """Return both ends of ``22:30-7`` or ``from 22 to 6`` in minutes since midnight."""
    ends = _BETWEEN.split(_BEFORE.sub("", typed.strip(), count=1))
    if len(ends) != 2:
        return None
    first, last = map(minute_of, ends)
    return None if first is None or last is None else (first, last)


def clock(minute: int) -> str:
    """Return a time of day such as ``22:30``, from minutes since midnight."""
    return f"{minute % _DAY // 60:02}:{minute % 60:02}"


async def time_settings(zone: str, quiet: tuple[str, str], locale: str) -> dict[str, str | None]:
    """Return the settings for a typed time zone and quiet hours; an empty text unsets a setting.

    Raise NoSuchZone, NoSuchTime, HalfQuiet, ZoneFirst, BadHours or QuietTooLong.
    """
    name = await asyncio.to_thread(zones.resolve, zone, locale) if zone else None
    if zone and name is None:
        raise NoSuchZone(typed=escaped(harmless(zone, 60)))
    minutes = [_minute(time) for time in quiet if time]
    if len(minutes) == 1:
        raise HalfQuiet
    if minutes and name is None:
        raise ZoneFirst
    hours = (clock(minutes[0]), clock(minutes[1])) if minutes else None
    if hours is not None and name is not None:
        Quiet.parse(name, *hours)
    return {
        quiet_hours.ZONE: name,
        quiet_hours.FROM: None if hours is None else hours[0],
        quiet_hours.UNTIL: None if hours is None else hours[1],
    }


def quiet_of(typed: str) -> tuple[int, int] | None:
    """Return typed quiet hours in minutes since midnight, or None if the text is empty; raise
    NoSuchTime.
    """
    hours = between(typed)
    if hours is None and any(char.isdigit() for char in typed):
        raise NoSuchTime(typed=escaped(harmless(typed, 20)))
    return hours


def _minute(typed: str) -> int:
    minute = minute_of(typed)
    if minute is None:
        raise NoSuchTime(typed=escaped(harmless(typed, 20)))
    return minute
