"""A user's reminder settings, and the times of reminders within a turn.

A commit stores a `ReminderSchedule` beside the match for each player who can be reminded.
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
LEAST_LEFT = 30
"""A reminder with fewer seconds left is useless."""

WHEN, TIMES, AFTER, WHERE = "remind_when", "remind_times", "remind_after", "remind_where"
"""The names of these user settings."""

DAYS = (1, 2, 3, 7)


class ReminderPlace(Enum):
    CHANNEL = "channel"
    """Where the match is played, with a ping."""
    DIRECT = "direct"
    """A direct message; if that is impossible, like CHANNEL."""


class FirstReminder(Enum):
    """The time left at the first reminder: a percentage of the pace, or a number of hours.

    Settings store the values.
    """

    HALF = "share 50"
    QUARTER = "share 25"
    TENTH = "share 10"
    HOUR = "hours 1"
    THREE_HOURS = "hours 3"
    SIX_HOURS = "hours 6"
    TWELVE_HOURS = "hours 12"
    DAY = "hours 24"

    @property
    def number(self) -> int:
        """The percentage, or the number of hours."""
        return int(self.value.split()[1])

    def left(self, pace: int) -> int:
        """Return the seconds left in a turn of `pace` seconds."""
        is_share = self.value.startswith("share")
        return pace * self.number // 100 if is_share else self.number * HOUR


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    when: FirstReminder = FirstReminder.QUARTER
    """In a match with a clock, the time of the first reminder."""
    times: int = 1
    """Reminders per turn. Each further one comes when half of the remaining time is over."""
    after: int = 3
    """In a match without a clock, the days of waiting before each reminder."""
    where: ReminderPlace = ReminderPlace.CHANNEL

    def left(self, pace: int) -> tuple[int, ...]:
        """Return the seconds left at each reminder of a turn of `pace` seconds, in order.

        There is none if the turn is too short, or if less than LEAST_LEFT would be left.
        """
        first = self.when.left(pace)
        if first >= pace:
            return ()
        halves = (first >> number for number in range(self.times))
        return tuple(left for left in halves if left >= LEAST_LEFT)

    def waits(self) -> tuple[int, ...]:
        return tuple(self.after * DAY * number for number in range(1, self.times + 1))


def to_settings(reminder_settings: ReminderSettings) -> dict[str, str]:
    return {
        WHEN: reminder_settings.when.value,
        TIMES: str(reminder_settings.times),
        AFTER: str(reminder_settings.after),
        WHERE: reminder_settings.where.value,
    }


def from_settings(settings: Mapping[str, str]) -> ReminderSettings:
    defaults = ReminderSettings()
    when = {choice.value: choice for choice in FirstReminder}
    times = {str(number): number for number in range(MOST + 1)}
    after = {str(number): number for number in DAYS}
    where = {place.value: place for place in ReminderPlace}
    return ReminderSettings(
        when=when.get(settings.get(WHEN, ""), defaults.when),
        times=times.get(settings.get(TIMES, ""), defaults.times),
        after=after.get(settings.get(AFTER, ""), defaults.after),
        where=where.get(settings.get(WHERE, ""), defaults.where),
    )


@dataclass(frozen=True, slots=True)
class ReminderSchedule:
    """A player who must act and can be reminded; times in seconds since 1970."""

    user: UserId
    since: int
    at: int
    """When to check for due reminders: within a day, and never after the first one can be due."""


def reminder_schedule(loaded: Loaded) -> tuple[ReminderSchedule, ...]:
    if loaded.status is not Status.RUNNING or not loaded.roster.is_shared:
        return ()
    seconds = loaded.record.pace.seconds
    first = DAY if seconds is None else min(seconds - FirstReminder.HALF.left(seconds), DAY)
    if loaded.in_tournament:
        first = 0  # its round can end before that
    return tuple(
        ReminderSchedule(user, began, began + first)
        for user in loaded.people_to_act
        if (began := since_for(loaded, user)) is not None
    )


def schedule_after(before: Loaded, after: Loaded) -> tuple[ReminderSchedule, ...] | None:
    schedule = reminder_schedule(after)
    same = len(before.events) == len(after.events) and schedule == reminder_schedule(before)
    return None if same else schedule
