"""Reminders of a turn.

Each player who must act has a row of the table `message` (people/messages.py) for their turn, which
the commit of the match writes. It shows as many reminders as were sent. It is due when the next one
can be, and rests if none follows. The times of reminders follow from the player's clock and
settings, so a change of these makes the row due, and the times are computed again.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import TournamentTable
from bot.match.people.messages import MessageRow
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.clocks import Hours, Stops, earliest, since_for
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.lateness import latenesses
from bot.match.timing.reminding import ReminderSettings, from_settings
from bot.match.values.players import UserId
from bot.match.values.times import has_run, runs_down

RoundEnd = Callable[[TournamentTable, int], Awaitable[int | None]]
"""Return the end of a table's round in a server, in seconds since 1970, or None if it has no set
end.
"""


async def _no_end(_: TournamentTable, __: int) -> int | None:
    return None


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
    next_at: int | None
    """When the next reminder of this turn can be due, in seconds since 1970."""


@dataclass(frozen=True)
class Reminders:
    matches: Matches
    deadlines: DeadlineStore
    alerts: TurnAlertStore
    round_end: RoundEnd = _no_end

    async def due(self, row: MessageRow) -> Reminder | int | None:
        """Return the reminder that is due, or the time of the next check, or None if no further
        one follows from the match as it is: an event that changes that makes the row due.

        Raise Refusal if the match can't be read, and StoreTrouble.
        """
        loaded = await self.matches.load(row.key.subject)
        now, user, since = self.matches.clock.now(), row.key.receiver, row.key.part
        settings = from_settings(await self.matches.store.user_settings(user))
        began = min(since, earliest(loaded))
        stops = Stops(
            await self.deadlines.hours((user,), began),
            await self.deadlines.downtimes(began, loaded.record.guild),
            await self.alerts.of_match(loaded.record.id),
        )
        hours = stops.hours[user]
        table = loaded.record.table
        round_end = None if table is None else await self.round_end(table, loaded.record.guild)
        times = _times(loaded, user, since, settings, stops, round_end)
        if times is None or loaded.roster.paused is not None:
            return None
        sent = sum(at <= now for at in times)
        after = times[sent] if sent < len(times) else None
        if sent <= row.shown:
            return after
        if (awake_at := hours.away(now) or hours.quiet_until(now)) is not None:
            return awake_at
        turn_over = stops.due(loaded, user)
        over = min((at for at in (turn_over, round_end) if at is not None), default=None)
        if over is not None and over <= now:
            return None
        by_round = over is not None and over != turn_over
        return Reminder(loaded, user, sent, since, over, by_round, settings, now, after)


def _times(
    loaded: Loaded,
    user: UserId,
    since: int,
    settings: ReminderSettings,
    stops: Stops,
    ends: int | None,
) -> tuple[int, ...] | None:
    """Return the times of all reminders of this turn; None if no opponent waits.

    They lead up to the end of the turn or of the round, whichever comes first. Without a clock,
    others come after some days of waiting. Return () while no clock runs and the round has no end:
    the event that starts a clock makes the row due again.
    """
    if since_for(loaded, user) != since:
        return None
    if any(lateness.user == user for lateness in latenesses(loaded)):
        return None  # the others vote now, and the player has been warned
    pace = loaded.record.pace.seconds
    if pace is None:
        hours = stops.hours[user]
        waits = (_awake(since + wait, hours) for wait in settings.waits())
        return tuple(sorted((*waits, *_before_end(since, settings, stops, ends))))
    turn_over = stops.due(loaded, user)
    if ends is not None and (turn_over is None or ends < turn_over):
        return _before_end(since, settings, stops, ends)
    runs = (stops.has_run(loaded, user, pace - left) for left in settings.left(pace))
    return tuple(at for at in runs if at is not None)


def _before_end(
    since: int, settings: ReminderSettings, stops: Stops, ends: int | None
) -> tuple[int, ...]:
    if ends is None or ends <= since:
        return ()
    seconds = has_run(since, ends, stops.downtimes)
    return tuple(
        runs_down(since, seconds - left, stops.downtimes) for left in settings.left(seconds)
    )


def _awake(at: int, hours: Hours) -> int:
    at = hours.away(at) or at
    return hours.quiet_until(at) or at
