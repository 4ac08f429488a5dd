"""Reminders: each is claimed before it is sent, so that none is ever sent twice.

A crash in between loses that reminder. To send it first would now and then ping somebody twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.errors import Refusal
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.records import MatchId
from bot.match.timing.clocks import Hours, Stops, since_for
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.lateness import latenesses
from bot.match.timing.reminder_settings import ReminderSettings, from_settings
from bot.match.timing.visibility import TurnAlertStore

MOST = 50
"""How many more are looked at in one tick; the rest waits for the next."""
FURTHER = 100 * MOST
"""How many are searched where other processes look after the first of them."""
NEVER = None
"""In place of a time: this turn has had all its reminders."""


@dataclass(frozen=True, slots=True)
class DueReminder:
    """Somebody whose next reminder may be due."""

    match: MatchId
    user: UserId
    since: int
    """When their time began, in seconds since 1970: another time is another turn."""
    sent: int = 0
    """How many reminders of that turn have been claimed."""


class ReminderStore(Protocol):
    """Where reminders are stored. Each write is one transaction."""

    async def due(self, now: int, most: int) -> tuple[DueReminder, ...]:
        """Those that may be due, the longest overdue first; none of frozen matches."""

    async def claim(self, reminder: DueReminder, sent: int, at: int | None) -> bool:
        """Note how many are sent, and when to look again; None: never in this turn.

        False if another process was faster, or the turn is over.
        """


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that this process has claimed and must send now."""

    loaded: Loaded
    user: UserId
    number: int
    """From 1 in each turn."""
    since: int
    """When their time began, in seconds since 1970."""
    due: int | None
    """When it is over, in seconds since 1970; None if no clock runs."""
    reminder_settings: ReminderSettings
    at: int
    """When it was claimed, in seconds since 1970."""


class Reminders:
    """Finds reminders that are due, and claims them one by one, each to be sent before the next."""

    def __init__(
        self,
        matches: Matches,
        store: ReminderStore,
        deadlines: DeadlineStore,
        alerts: TurnAlertStore,
    ) -> None:
        self._matches = matches
        self._store = store
        self._deadlines = deadlines
        self._alerts = alerts

    async def due(self, besides: int = 0) -> Sequence[DueReminder]:
        """Those that may be due now; `besides` is how many the caller knows already."""
        return await self._store.due(self._matches.clock.now(), MOST + besides)

    async def claim(self, reminder: DueReminder) -> Reminder | None:
        """The reminder that is due now, claimed; None if none is."""
        try:
            async with self._matches.hold(reminder.match) as loaded:
                return await self._examine(loaded, reminder)
        except Refusal:  # frozen meanwhile
            return None

    async def _examine(self, loaded: Loaded, reminder: DueReminder) -> Reminder | None:
        now, user = self._matches.clock.now(), reminder.user
        settings = from_settings(await self._matches.store.user_settings(user))
        stops = Stops(
            await self._deadlines.hours((user,), reminder.since),
            await self._deadlines.downtimes(reminder.since),
            await self._alerts.of_match(reminder.match),
        )
        hours = stops.hours[user]
        times = _times(loaded, reminder, settings, stops)
        if times is None or loaded.roster.paused is not None:
            # Whatever ends this writes the row again.
            await self._store.claim(reminder, reminder.sent, NEVER)
            return None
        sent = sum(at <= now for at in times)
        after = times[sent] if sent < len(times) else NEVER
        if sent <= reminder.sent:
            await self._store.claim(reminder, reminder.sent, after)
            return None
        rests = hours.away(now) or hours.quiet_until(now)
        if rests is not None:
            await self._store.claim(reminder, reminder.sent, rests)
            return None
        over = stops.due(loaded, user)
        if over is not None and over <= now:
            await self._store.claim(reminder, reminder.sent, NEVER)
            return None
        if not await self._store.claim(reminder, sent, after):
            return None
        return Reminder(loaded, user, sent, reminder.since, over, settings, now)


def _times(
    loaded: Loaded, reminder: DueReminder, settings: ReminderSettings, stops: Stops
) -> tuple[int, ...] | None:
    """When each reminder of this turn is due; None if there are none, as nobody waits.

    () while no clock runs: whatever starts it has the row looked at again.
    """
    user = reminder.user
    if since_for(loaded, user) != reminder.since:
        return None
    if any(one.user == user for one in latenesses(loaded)):
        return None  # the others decide now, and they were told of that
    pace = loaded.record.pace.seconds
    if pace is None:
        hours = stops.hours[user]
        return tuple(_awake(reminder.since + wait, hours) for wait in settings.waits())
    runs = (stops.has_run(loaded, user, pace - left) for left in settings.left(pace))
    return tuple(at for at in runs if at is not None)


def _awake(at: int, hours: Hours) -> int:
    """That time or, if somebody is away or has quiet hours then, the end of that."""
    at = hours.away(at) or at
    return hours.quiet_until(at) or at
