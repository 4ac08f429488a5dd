"""How somebody wants to be reminded, and when that is due in a turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
MOST = 3
"""Reminders in one turn, at most."""
LEAST_LEFT = 30
"""Seconds that must be left for a reminder to help."""

WHEN, TIMES, AFTER, WHERE = "remind_when", "remind_times", "remind_after", "remind_where"
"""The names of these settings of a user."""

SHARES = (50, 25, 10)
"""Percent of a turn's time that can be asked for."""
HOURS = (1, 3, 6, 12, 24)
"""Hours that can be asked for."""
DAYS = (1, 2, 3, 7)
"""Days without a clock that can be asked for."""


class Where(Enum):
    """Where reminders go."""

    CHANNEL = "channel"
    """Where the match is played, with a ping."""
    DIRECT = "direct"
    """As a direct message; where that can't be, as CHANNEL."""


@dataclass(frozen=True, slots=True)
class Share:
    """When so much of the turn's time is left."""

    percent: int

    def __str__(self) -> str:
        return f"share {self.percent}"


@dataclass(frozen=True, slots=True)
class Left:
    """When so many hours of the turn's time are left."""

    hours: int

    def __str__(self) -> str:
        return f"hours {self.hours}"


When = Share | Left
CHOICES: tuple[When, ...] = (*map(Share, SHARES), *map(Left, HOURS))
"""All that can be chosen."""


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """What somebody has chosen."""

    when: When = Share(25)
    """Of a match with a clock: when the first reminder is due."""
    times: int = 1
    """How many reminders in a turn: each further one when half of what was left then is left."""
    after: int = 3
    """Of a match without a clock: after how many days of waiting, and again after as many."""
    where: Where = Where.CHANNEL

    def left(self, pace: int) -> tuple[int, ...]:
        """The seconds of a turn's time that are left at each reminder, the first first.

        Where the turn is not longer than what was asked for, or almost nothing would be left,
        there is none.
        """
        first = pace * self.when.percent // 100 if isinstance(self.when, Share) else 0
        if isinstance(self.when, Left):
            first = self.when.hours * HOUR
        if first >= pace:
            return ()
        found = (first >> number for number in range(self.times))
        return tuple(left for left in found if left >= LEAST_LEFT)

    def waits(self) -> tuple[int, ...]:
        """The seconds of waiting after which each reminder without a clock is due."""
        return tuple(self.after * DAY * number for number in range(1, self.times + 1))


def spelled(reminder_settings: ReminderSettings) -> dict[str, str]:
    """The wishes as settings."""
    return {
        WHEN: str(reminder_settings.when),
        TIMES: str(reminder_settings.times),
        AFTER: str(reminder_settings.after),
        WHERE: reminder_settings.where.value,
    }


def read(settings: Mapping[str, str]) -> ReminderSettings:
    """The wishes that these settings say; what is unset, or no longer known, has its default."""
    usual = ReminderSettings()
    when = {str(choice): choice for choice in CHOICES}
    times = {str(number): number for number in range(MOST + 1)}
    after = {str(number): number for number in DAYS}
    where = {place.value: place for place in Where}
    return ReminderSettings(
        when=when.get(settings.get(WHEN, ""), usual.when),
        times=times.get(settings.get(TIMES, ""), usual.times),
        after=after.get(settings.get(AFTER, ""), usual.after),
        where=where.get(settings.get(WHERE, ""), usual.where),
    )
