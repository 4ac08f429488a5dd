"""Reminders of a turn.

A process claims each reminder before it sends it, so that none is sent twice. A crash in between
loses that reminder, which is better than a second ping.
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
from bot.storage.base.rows import Rows

MOST = 50
FURTHER = 100 * MOST
"""Rows searched if the first ones belong to other processes."""
NEVER = None


@dataclass(frozen=True, slots=True)
class DueReminder:
    match: MatchId
    user: UserId
    since: int
    sent: int = 0


RoundEnd = Callable[[TournamentTable, int], Awaitable[int | None]]
"""Return the end of a table's round in a server, in seconds since 1970, or None if it has no set
end.
"""


async def _no_end(_: TournamentTable, __: int) -> int | None:
    return None


REMINDERS = Rows(
    DueReminder,
    "reminder JOIN match ON match.id = reminder.match",
    {
        "match": "reminder.match",
        "user": "reminder.user",
        "since": "reminder.since",
        "sent": "reminder.sent",
    },
)


class ReminderStore(Repository):
    async def due(self, now: int, most: int) -> tuple[DueReminder, ...]:
        where = "WHERE reminder.at <= ? AND match.frozen = 0 ORDER BY reminder.at LIMIT ?"
        return await self._database.all(REMINDERS, where, now, most)

    async def claim(self, reminder: DueReminder, sent: int, at: int | None) -> bool:
        """Store the number of sent reminders and the time of the next look.

        Return False if another process was faster, or the turn is over.
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
    loaded: Loaded
    user: UserId
    number: int
    since: int
    due: int | None
    """End of the player's time, in seconds since 1970; None if no clock runs and the round has no
    end.
    """
    round_ends: bool
    reminder_settings: ReminderSettings
    at: int


class Reminders:
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
        """Return up to MOST reminders that can be due, plus `besides` that the caller skips."""
        return await self._store.due(self._matches.clock.now(), MOST + besides)

    async def claim(self, reminder: DueReminder) -> Reminder | None:
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
            await self._deadlines.downtimes(reminder.since, loaded.record.guild),
            await self._alerts.of_match(reminder.match),
        )
        hours = stops.hours[user]
        table = loaded.record.table
        round_end = None if table is None else await self._round_end(table, loaded.record.guild)
        times = _times(loaded, reminder, settings, stops, round_end)
        if times is None or loaded.roster.paused is not None:
            # The event that ends this state writes the row again.
            await self._store.claim(reminder, reminder.sent, NEVER)
            return None
        sent = sum(at <= now for at in times)
        after = times[sent] if sent < len(times) else NEVER
        if sent <= reminder.sent:
            await self._store.claim(reminder, reminder.sent, after)
            return None
        awake_at = hours.away(now) or hours.quiet_until(now)
        if awake_at is not None:
            await self._store.claim(reminder, reminder.sent, awake_at)
            return None
        turn_over = stops.due(loaded, user)
        over = min((at for at in (turn_over, round_end) if at is not None), default=None)
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
    """Return the times of all reminders of this turn; None if no opponent waits.

    They lead up to the end of the turn or of the round, whichever comes first. Without a clock,
    others come after some days of waiting. Return () while no clock runs and the round has no end:
    the event that starts a clock makes the row due again.
    """
    user = reminder.user
    if since_for(loaded, user) != reminder.since:
        return None
    if any(lateness.user == user for lateness in latenesses(loaded)):
        return None  # the others vote now, and the player has been warned
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
    if ends is None or ends <= reminder.since:
        return ()
    seconds = has_run(reminder.since, ends, stops.downtimes)
    return tuple(
        runs_down(reminder.since, seconds - left, stops.downtimes)
        for left in settings.left(seconds)
    )


def _awake(at: int, hours: Hours) -> int:
    at = hours.away(at) or at
    return hours.quiet_until(at) or at
