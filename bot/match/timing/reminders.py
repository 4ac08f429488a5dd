"""Reminders: of whom one is due, claimed before it is sent, so that none is ever sent twice.

A crash between the two loses that reminder. To send first would now and then ping somebody twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.errors import Refusal
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.timing.clocks import Hours, due, has_run, since
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.lateness import latenesses
from bot.match.timing.notices import NoticeStore
from bot.match.timing.reminder_settings import ReminderSettings, from_settings
from bot.match.timing.reminders import DueReminder
from bot.match.timing.spans import Span
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.timing.visibility import TurnAlertStore

MOST = 50
"""How many more are looked at in one tick; the rest waits for the next."""
FOR_GOOD = None
"""No reminder comes in this turn any more."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that is claimed: it shall be sent now, by this process."""

    loaded: Loaded
    user: UserId
    number: int
    """From 1 in each turn."""
    since: int
    """When their time began, in seconds since 1970."""
    due: int | None
    """When it is over; None without a clock."""
    reminder_settings: ReminderSettings


class Reminders:
    """Finds what is due, and claims it one by one: whoever claims one sends it before the next."""

    def __init__(
        self, matches: Matches, store: NoticeStore, deadlines: DeadlineStore, calls: TurnAlertStore
    ) -> None:
        self._matches = matches
        self._store = store
        self._deadlines = deadlines
        self._calls = calls

    async def waiting(self, besides: int = 0) -> Sequence[DueReminder]:
        """Of whom a reminder may be due now: some more than those `besides` that are known."""
        return await self._store.waiting(self._matches.clock.now(), MOST + besides)

    async def claim(self, waiting: DueReminder) -> Reminder | None:
        """The reminder that is due of somebody, claimed; None where none is."""
        try:
            async with self._matches.hold(waiting.match) as loaded:
                return await self._examine(loaded, waiting)
        except Refusal:  # frozen meanwhile
            return None

    async def _examine(self, loaded: Loaded, waiting: DueReminder) -> Reminder | None:
        now = self._matches.clock.now()
        settings = await self._matches.store.user_settings(waiting.user)
        reminder_settings = from_settings(settings)
        hours = (await self._deadlines.hours((waiting.user,), waiting.since))[waiting.user]
        downtimes = await self._deadlines.downtimes(waiting.since)
        call = (await self._calls.of_match(waiting.match)).get(waiting.user)
        times = _times(loaded, waiting, reminder_settings, hours, downtimes, call)
        if times is None or loaded.roster.paused is not None:
            # What ends this state writes the row anew.
            await self._store.claim(waiting, waiting.sent, FOR_GOOD)
            return None
        sent = sum(at <= now for at in times)
        after = times[sent] if sent < len(times) else FOR_GOOD
        if sent <= waiting.sent:
            await self._store.claim(waiting, waiting.sent, after)
            return None
        still = hours.away(now) or (None if hours.quiet is None else hours.quiet.until(now))
        if still is not None:
            await self._store.claim(waiting, waiting.sent, still)
            return None
        over = due(loaded, waiting.user, hours, downtimes, call)
        if over is not None and over <= now:
            await self._store.claim(waiting, waiting.sent, FOR_GOOD)
            return None
        if not await self._store.claim(waiting, sent, after):
            return None
        return Reminder(loaded, waiting.user, sent, waiting.since, over, reminder_settings)


def _times(
    loaded: Loaded,
    waiting: DueReminder,
    reminder_settings: ReminderSettings,
    hours: Hours,
    downtimes: tuple[Span, ...],
    call: TurnAlert | None,
) -> tuple[int, ...] | None:
    """When each reminder of this turn is due; None where there is none, as nobody waits.

    () where no clock runs yet: what starts it has the row looked at again.
    """
    user = waiting.user
    seat = loaded.roster.seat_of(user)
    if seat is None or since(loaded, seat) != waiting.since:
        return None
    if any(one.user == user for one in latenesses(loaded)):
        return None  # the others choose, and that has told them
    pace = loaded.record.pace.seconds
    if pace is None:
        return tuple(_awake(waiting.since + wait, hours) for wait in reminder_settings.waits())
    runs = (
        has_run(loaded, user, pace - left, hours, downtimes, call)
        for left in reminder_settings.left(pace)
    )
    return tuple(at for at in runs if at is not None)


def _awake(at: int, hours: Hours) -> int:
    """That time; where somebody is away or it is quiet for them then, the end of that."""
    at = hours.away(at) or at
    quiet = None if hours.quiet is None else hours.quiet.until(at)
    return quiet or at
