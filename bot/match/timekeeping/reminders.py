"""Reminders: each is claimed before it is sent, so that none is ever sent twice.

A crash in between loses that reminder. To send it first would now and then ping somebody twice.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, TournamentTable
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.clocks import Hours, Stops, since_for
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.lateness import latenesses
from bot.match.timing.reminding import ReminderSettings, from_settings
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import has_run, runs_down
from bot.storage.base.database import Repository

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


RoundEnd = Callable[[TournamentTable], Awaitable[int | None]]
"""Returns when the round of a tournament's table ends, in seconds since 1970; None if it has no
set end."""


async def _no_end(_: TournamentTable) -> int | None:
    return None


class ReminderStore(Repository):
    """Where reminders are stored. Each write is one transaction."""

    async def due(self, now: int, most: int) -> tuple[DueReminder, ...]:
        """Those that may be due, the longest overdue first; none of frozen matches."""
        found = await self._database.rows(
            "SELECT reminder.match, reminder.user, reminder.since, reminder.sent FROM reminder"
            " JOIN match ON match.id = reminder.match"
            " WHERE reminder.at <= ? AND match.frozen = 0 ORDER BY reminder.at LIMIT ?",
            now,
            most,
        )
        return tuple(DueReminder(*row) for row in found)

    async def claim(self, reminder: DueReminder, sent: int, at: int | None) -> bool:
        """Note how many are sent, and when to look again; None: never in this turn.

        False if another process was faster, or the turn is over.
        """
        changed = await self._database.execute(
            "UPDATE reminder SET sent = ?, at = ?"
            " WHERE match = ? AND user = ? AND since = ? AND sent = ?",
            sent,
            at,
            reminder.match,
            reminder.user,
            reminder.since,
            reminder.sent,
        )
        return changed == 1


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
    """When it is over, in seconds since 1970; None if no clock runs and the round has no end."""
    round_ends: bool
    """Whether it is over then because the round of a tournament is."""
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
        round_end: RoundEnd = _no_end,
    ) -> None:
        self._matches = matches
        self.clock, self.observer = matches.clock, matches.observer
        self._store = store
        self._deadlines = deadlines
        self._alerts = alerts
        self._round_end = round_end

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
        table = loaded.record.table
        ends = None if table is None else await self._round_end(table)
        times = _times(loaded, reminder, settings, stops, ends)
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
        turn_over = stops.due(loaded, user)
        over = min((at for at in (turn_over, ends) if at is not None), default=None)
        if over is not None and over <= now:
            await self._store.claim(reminder, reminder.sent, NEVER)
            return None
        if not await self._store.claim(reminder, sent, after):
            return None
        by_round = over is not None and over != turn_over
        return Reminder(loaded, user, sent, reminder.since, over, by_round, settings, now)


def _times(
    loaded: Loaded,
    reminder: DueReminder,
    settings: ReminderSettings,
    stops: Stops,
    ends: int | None,
) -> tuple[int, ...] | None:
    """Return when each reminder of this turn is due; None if no opponent waits.

    They lead up to the end of the turn or of the round, whichever comes first. Without a clock
    there are also those of waiting. () while no clock runs and the round has no end: whatever
    starts a clock has the row looked at again.
    """
    user = reminder.user
    if since_for(loaded, user) != reminder.since:
        return None
    if any(one.user == user for one in latenesses(loaded)):
        return None  # the others decide now, and they were told of that
    pace = loaded.record.pace.seconds
    if pace is None:
        hours = stops.hours[user]
        waits = (_awake(reminder.since + wait, hours) for wait in settings.waits())
        return tuple(sorted((*waits, *_before_end(reminder, settings, stops, ends))))
    turn_over = stops.due(loaded, user)
    if ends is not None and (turn_over is None or ends < turn_over):
        return _before_end(reminder, settings, stops, ends)
    runs = (stops.has_run(loaded, user, pace - left) for left in settings.left(pace))
    return tuple(at for at in runs if at is not None)


def _before_end(
    reminder: DueReminder, settings: ReminderSettings, stops: Stops, ends: int | None
) -> tuple[int, ...]:
    """Return when each reminder of the end of a round is due; () if it has none."""
    if ends is None or ends <= reminder.since:
        return ()
    seconds = has_run(reminder.since, ends, stops.downtimes)
    return tuple(
        runs_down(reminder.since, seconds - left, stops.downtimes)
        for left in settings.left(seconds)
    )


def _awake(at: int, hours: Hours) -> int:
    """That time or, if somebody is away or has quiet hours then, the end of that."""
    at = hours.away(at) or at
    return hours.quiet_until(at) or at
