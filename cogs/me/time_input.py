"""Time zones and quiet hours as people type them, checked and turned into settings."""

import asyncio

from bot.match.timing import quiet_hours
from bot.match.timing.quiet_hours import Quiet
from cogs.base.markup import escaped, harmless
from cogs.me import zones
from cogs.me.errors import HalfQuiet, NoSuchTime, NoSuchZone, ZoneFirst
from cogs.me.hours import between, clock, minute_of


async def time_settings(zone: str, quiet: tuple[str, str], locale: str) -> dict[str, str | None]:
    """The settings of a time zone and quiet hours as they were typed; what is empty is unset.

    Raises NoSuchZone, NoSuchTime, HalfQuiet, ZoneFirst, BadHours or QuietTooLong.
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
    """Quiet hours typed as a range, in minutes since midnight; None for none. Raises NoSuchTime."""
    found = between(typed)
    if found is None and any(char.isdigit() for char in typed):
        raise NoSuchTime(typed=escaped(harmless(typed, 20)))
    return found


def _minute(typed: str) -> int:
    found = minute_of(typed)
    if found is None:
        raise NoSuchTime(typed=escaped(harmless(typed, 20)))
    return found
