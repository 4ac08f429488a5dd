"""Quiet hours: hours of each day in which a user's clocks stop."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.match.timing.errors import BadHours, BadZone, QuietTooLong
from bot.match.values.times import Span

ZONE, FROM, UNTIL = "zone", "quiet_from", "quiet_until"
"""The names of these user settings."""
DAY = 24 * 60
LONGEST = 12
"""The largest number of quiet hours a day, by the clock."""


@dataclass(frozen=True, slots=True)
class Quiet:
    zone: ZoneInfo
    start: int
    end: int
    """In minutes after midnight; if before `start`, on the next day."""

    @classmethod
    def parse(cls, zone: str, start: str, end: str) -> "Quiet":
        """Parse text such as `Europe/Athens`, `22:30`, `7:00`.

        Raises BadZone, BadHours or QuietTooLong.
        """
        quiet = cls(read_zone(zone), _minutes(start), _minutes(end))
        if (quiet.end - quiet.start) % DAY > LONGEST * 60:
            raise QuietTooLong(hours=LONGEST)
        if quiet.start == quiet.end:
            raise BadHours(text=f"{start}–{end}")
        return quiet

    @classmethod
    def from_settings(cls, settings: Mapping[str, str]) -> "Quiet | None":
        """Return a user's quiet hours; None if they have set none, or invalid ones."""
        try:
            return cls.parse(settings[ZONE], settings[FROM], settings[UNTIL])
        except (KeyError, BadZone, BadHours, QuietTooLong):
            return None

    def spans(self, since: int) -> Iterator[Span]:
        """Yield spans of quiet hours that end after `since`: one a day, forever.

        An end that occurs twice, because clocks go back, means the second time. If clocks go
        forward over all quiet hours of a day, its span is empty.
        """
        day = datetime.fromtimestamp(since, self.zone).date() - timedelta(days=1)
        while True:
            last = day if self.start < self.end else day + timedelta(days=1)
            span = Span(self._at(day, self.start), self._at(last, self.end, later=True))
            if span.end > since:
                yield span
            day += timedelta(days=1)

    def until(self, now: int) -> int | None:
        span = next(self.spans(now))
        return span.end if span.start <= now else None

    def _at(self, day: date, minutes: int, *, later: bool = False) -> int:
        """Return the time on that day in seconds since 1970.

        A local time that occurs twice means the first occurrence, or the second if `later`. A
        skipped time means the moment at which clocks go forward.
        """
        local = datetime.combine(day, time(*divmod(minutes, 60)), self.zone)
        first, second = (int(local.replace(fold=fold).timestamp()) for fold in (0, 1))
        if second >= first:
            return second if later else first
        # The time is skipped. With the offset from before the change it falls after the change, and
        # vice versa. Search for the change between the two.
        before, after = second, first
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
    try:
        return ZoneInfo(text)
    except (KeyError, ValueError, OSError) as error:  # unknown, garbled, a folder of zones
        raise BadZone(text=text) from error


def _minutes(text: str) -> int:
    parts = re.fullmatch(r"([0-9]{1,2})(?::([0-9]{2}))?", text.strip())
    if parts is None:
        raise BadHours(text=text)
    hours, minutes = int(parts[1]), int(parts[2] or 0)
    if hours > 23 or minutes > 59:
        raise BadHours(text=text)
    return hours * 60 + minutes
