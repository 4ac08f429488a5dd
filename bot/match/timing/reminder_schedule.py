"""Who may be reminded: the rows that a commit stores beside a match."""

from dataclasses import dataclass

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.timing.clocks import since_for
from bot.match.timing.reminder_settings import SHARES
from bot.match.values.players import UserId
from bot.match.values.times import DAY


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
