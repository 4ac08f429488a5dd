"""Who may be reminded: the rows that a commit keeps beside a match."""

from bot.match.loaded import Loaded
from bot.match.records import Status
from bot.match.timing.clocks import PEOPLE, since
from bot.match.timing.pace import DAY
from bot.match.timing.reminder_schedule import ReminderSchedule
from bot.match.timing.reminder_settings import SHARES


def waiting(loaded: Loaded) -> tuple[ReminderSchedule, ...]:
    """All who may be reminded: those who must act in a running match of people."""
    if loaded.status is not Status.RUNNING or len(loaded.roster.people) < PEOPLE:
        return ()
    seconds = loaded.record.pace.seconds
    first = DAY if seconds is None else seconds * (100 - SHARES[0]) // 100
    found = []
    for user in loaded.people_to_act:
        seat = loaded.roster.seat_of(user)
        began = None if seat is None else since(loaded, seat)
        if began is not None:
            found.append(ReminderSchedule(user, began, began + first))
    return tuple(found)


def waiting_after(before: Loaded, after: Loaded) -> tuple[ReminderSchedule, ...] | None:
    """All who may be reminded once `before` has become `after`; None where that stays."""
    found = waiting(after)
    same = len(before.events) == len(after.events) and found == waiting(before)
    return None if same else found
