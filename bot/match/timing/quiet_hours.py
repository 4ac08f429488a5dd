"""Quiet hours: the hours of the day in which a user's clock stands still."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.match.timing.errors import BadHours, BadZone, QuietTooLong
from bot.match.values.times import Span

ZONE, FROM, UNTIL = "zone", "quiet_from", "quiet_until"
"""The names of these settings of a user."""
DAY = 24 * 60
"""In minutes."""
LONGEST = 12
"""The most hours of a day that may be quiet, by the clock."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours in a time zone."""

    zone: ZoneInfo
    start: int
    """In minutes after midnight."""
    end: int
    """In minutes after midnight; if before `start`, on the next day."""

    @classmethod
    def parse(cls, zone: str, start: str, end: str) -> "Quiet":
        """From text such as `Europe/Athens`, `22:30`, `7:00`.

        Raises BadZone, BadHours or QuietTooLong.
        """
        found = read_zone(zone)
        quiet = cls(found, _minutes(start), _minutes(end))
        if (quiet.end - quiet.start) % DAY > LONGEST * 60:
            raise QuietTooLong(hours=LONGEST)
        if quiet.start == quiet.end:
            raise BadHours(text=f"{start}–{end}")
        return quiet

    @classmethod
    def from_settings(cls, settings: Mapping[str, str]) -> "Quiet | None":
        """As a user has set them; None if they have set none, or what they set makes no sense."""
        try:
            return cls.parse(settings[ZONE], settings[FROM], settings[UNTIL])
        except (KeyError, BadZone, BadHours, QuietTooLong):
            return None

    def spans(self, since: int) -> Iterator[Span]:
        """The quiet hours that end after `since`, one span a day, in order and without an end.

        When the clock is put back, they last until the second of two equal times. When it is put
        forward, the skipped time does not exist, so a span may be empty.
        """
        day = datetime.fromtimestamp(since, self.zone).date() - timedelta(days=1)
        while True:
            last = day if self.start < self.end else day + timedelta(days=1)
            span = Span(self._at(day, self.start), self._at(last, self.end, later=True))
            if span.end > since:
                yield span
            day += timedelta(days=1)

    def until(self, now: int) -> int | None:
        """Until when it is quiet; None if it is not quiet now."""
        span = next(self.spans(now))
        return span.end if span.start <= now else None

    def _at(self, day: date, minutes: int, *, later: bool = False) -> int:
        """When it is that time on that day, in seconds since 1970.

        If it comes twice, the first or the `later` one; if it is skipped, the moment at which the
        clock is put forward.
        """
        local = datetime.combine(day, time(*divmod(minutes, 60)), self.zone)
        once, again = (int(local.replace(fold=fold).timestamp()) for fold in (0, 1))
        if again >= once:
            return again if later else once
        # Skipped: read by the offset before the change it is after it, and the other way round.
        before, after = again, once
        offset = self._offset(before)
        while after - before > 1:
            middle = (before + after) // 2
            if self._offset(middle) == offset:
                before = middle
            else:
                after = middle
        return after

    def _offset(self, at: int) -> timedelta | None:
        return datetime.fromtimestamp(at, self.zone).utcoffset()


def read_zone(text: str) -> ZoneInfo:
    """The time zone of that name; raises BadZone."""
    try:
        return ZoneInfo(text)
    except (KeyError, ValueError, OSError) as error:  # unknown, garbled, a folder of zones
        raise BadZone(text=text) from error


def _minutes(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,2})(?::([0-9]{2}))?", text.strip())
    if found is None:
        raise BadHours(text=text)
    hours, minutes = int(found[1]), int(found[2] or 0)
    if hours > 23 or minutes > 59:
        raise BadHours(text=text)
    return hours * 60 + minutes
