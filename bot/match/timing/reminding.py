"""How a user wants to be reminded, and when reminders are due in a turn.

A commit stores beside a match who can be reminded (`ReminderSchedule`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.timing.clocks import since_for
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR

MOST = 3
"""The most reminders in one turn."""
LEAST_LEFT = 30
"""Seconds that must be left for a reminder to be of use."""

WHEN, TIMES, AFTER, WHERE = "remind_when", "remind_times", "remind_after", "remind_where"
"""The names of these settings of a user."""

SHARES = (50, 25, 10)
"""The shares of a turn's time that can be chosen, in percent."""
HOURS = (1, 3, 6, 12, 24)
"""The hours left that can be chosen."""
DAYS = (1, 2, 3, 7)
"""The days of waiting without a clock that can be chosen."""


class Where(Enum):
    """Where reminders go."""

    CHANNEL = "channel"
    """Where the match is played, with a ping."""
    DIRECT = "direct"
    """As a direct message; if that is impossible, as CHANNEL."""


@dataclass(frozen=True, slots=True)
class Share:
    """A reminder when that much of the turn's time is left."""

    percent: int

    def __str__(self) -> str:
        return f"share {self.percent}"


@dataclass(frozen=True, slots=True)
class Left:
    """A reminder when that many hours of the turn's time are left."""

    hours: int

    def __str__(self) -> str:
        return f"hours {self.hours}"


When = Share | Left
CHOICES: tuple[When, ...] = (*map(Share, SHARES), *map(Left, HOURS))
"""Everything that can be chosen."""


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """What a user has chosen."""

    when: When = Share(25)
    """In a match with a clock, when the first reminder is due."""
    times: int = 1
    """How many reminders in a turn: each further one when half of that time is left."""
    after: int = 3
    """In a match without a clock, after how many days of waiting, and again after as many."""
    where: Where = Where.CHANNEL

    def left(self, pace: int) -> tuple[int, ...]:
        """The seconds that are left at each reminder of a turn of `pace` seconds, in order.

        There is none if the turn is not longer than what was chosen, or if less than LEAST_LEFT
        would be left.
        """
        first = pace * self.when.percent // 100 if isinstance(self.when, Share) else 0
        if isinstance(self.when, Left):
            first = self.when.hours * HOUR
        if first >= pace:
            return ()
        found = (first >> number for number in range(self.times))
        return tuple(left for left in found if left >= LEAST_LEFT)

    def waits(self) -> tuple[int, ...]:
        """The seconds of waiting after which each reminder is due in a match without a clock."""
        return tuple(self.after * DAY * number for number in range(1, self.times + 1))


def to_settings(reminder_settings: ReminderSettings) -> dict[str, str]:
    """How a user's settings store it, by name."""
    return {
        WHEN: str(reminder_settings.when),
        TIMES: str(reminder_settings.times),
        AFTER: str(reminder_settings.after),
        WHERE: reminder_settings.where.value,
    }


def from_settings(settings: Mapping[str, str]) -> ReminderSettings:
    """What a user's settings say; anything unset or no longer known has its default."""
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


@dataclass(frozen=True, slots=True)
class ReminderSchedule:
    """Somebody who must act and may be reminded; times in seconds since 1970."""

    user: UserId
    since: int
    """When their time began."""
    at: int
    """When to look whether a reminder is due: never after the first one may be."""


def reminder_schedule(loaded: Loaded) -> tuple[ReminderSchedule, ...]:
    """Everybody who may be reminded: those who must act in a running match of people."""
    if loaded.status is not Status.RUNNING or not loaded.roster.is_shared:
        return ()
    seconds = loaded.record.pace.seconds
    first = DAY if seconds is None else seconds * (100 - SHARES[0]) // 100
    if loaded.in_tournament:
        first = 0  # its round may end before
    return tuple(
        ReminderSchedule(user, began, began + first)
        for user in loaded.people_to_act
        if (began := since_for(loaded, user)) is not None
    )


def schedule_after(before: Loaded, after: Loaded) -> tuple[ReminderSchedule, ...] | None:
    """Everybody who may be reminded once `before` has become `after`; None if nothing changes."""
    found = reminder_schedule(after)
    same = len(before.events) == len(after.events) and found == reminder_schedule(before)
    return None if same else found
