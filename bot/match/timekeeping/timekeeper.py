"""What happens in matches as time passes: who is late, who is warned, what ends."""

import contextlib
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from bot.match.core.change import Decision
from bot.match.core.due_work import DueWork
from bot.match.core.matches import Matches
from bot.match.log.events import EventKind, Void
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.people.servers import ServerStore
from bot.match.playing.service import MatchService
from bot.match.playing.taking_over import with_levels
from bot.match.timekeeping.uptime import Uptime
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.clocks import ALWAYS, Hours, Stops, earliest, since_for
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.deadlines import Deadline, DeadlineKind, exact_deadlines, next_idle, pause_end
from bot.match.timing.late_votes import add_second_warnings, carry_out, decision, kept_out_of
from bot.match.timing.lateness import Lateness, lateness, latenesses, next_row
from bot.match.timing.turn_alerts import TurnAlert, alerts_for
from bot.match.values.caps import CapCheck, CapReached, Caps
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import HOUR, MINUTE, Pace

_log = logging.getLogger(__name__)

MOST = 50
"""How many deadlines one tick looks at; the rest waits for the next."""
FURTHER = 100 * MOST
"""How many are searched for those of this process."""
AGAIN = HOUR
"""Seconds until the next look at a match in which nothing could be done."""


@dataclass(frozen=True, slots=True)
class Time:
    """How much time one person of a match has; all times in seconds since 1970."""

    user: UserId
    since: int | None
    """When their time began; None if they need not act."""
    due: int | None
    """When it is over, exactly; None if no clock of theirs runs."""
    late: Lateness | None
    """Their lateness, if they are late."""
    away: int | None
    """Until when they are away; None if they are not."""
    quiet: int | None
    """When their quiet hours end; None if it is not quiet for them now."""
    alert: TurnAlert | None = None
    """Their latest alert."""


@dataclass(frozen=True, slots=True)
class Times:
    """How much time everybody in a match has."""

    pace: Pace
    paused: int | None
    """Since when the match has been paused; None if it is not."""
    people: tuple[Time, ...]
    """In seat order."""
    pause_ends: int | None = None
    """When the pause ends at the latest; None if there is none, or no limit."""

    def of(self, user: UserId) -> Time | None:
        """The Time of one user; None if they are not in the match."""
        return next((one for one in self.people if one.user == user), None)


class Timekeeper:
    """Makes happen what is due in matches, and tells how much time people have."""

    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: DeadlineStore,
        alerts: TurnAlertStore,
        caps: Caps,
        owns: Callable[[int], bool] = lambda _: True,
        servers: ServerStore | None = None,
    ) -> None:
        self._servers = servers
        self._owns = owns
        """Whether this process looks after a server."""
        self.matches = matches
        self.service = service
        self.deadlines = deadlines
        self.alerts = alerts
        self.caps = caps
        self._uptime = Uptime(matches.clock, deadlines)
        self.due_work = DueWork[MatchId](
            "deadlines", matches.clock, matches.observer, spell="match {}".format
        )
        self._now = 0
        """The time up to which downtimes are noted: nothing later is due yet."""

    async def tick(self, *, up: bool = True) -> tuple[MatchId, ...]:
        """Note that the bot is up, then do what is due; gives the matches that have changed.

        `up` says whether people can reach the bot: while they can't, it counts as down.
        """
        now = await self.beat(up=up)
        due = await self._due(now) if up else ()
        changed = await self.due_work.each(due, self._look_at)
        for match in due:
            if (until := self.due_work.pauses.until(match)) is not None:
                with contextlib.suppress(StoreTrouble):  # it waits in memory, too
                    await self.deadlines.put_off(match, until)
        return tuple(match for match in changed if match is not None)

    async def _look_at(self, match: MatchId) -> MatchId | None:
        """Do the due work of a match; return the match if there was any."""
        try:
            return match if await self.matches.change(match, self._examine) else None
        except Conflict:
            pass  # other processes are at work on it: the next tick looks again
        except Refusal as refusal:
            _log.info("What is due in match %d waits: %r", match, refusal)
            await self.deadlines.put_off(match, self._now + AGAIN)
        return None

    async def _due(self, now: int) -> Sequence[MatchId]:
        """The matches of this process in which something is due, not all of them if many."""
        due = await self.deadlines.due(now, MOST + len(self.due_work.pauses))
        mine = await self._mine(due)
        if due and not mine:
            # Other processes look after those that are due first, or died before they could.
            mine = await self._mine(await self.deadlines.due(now, FURTHER))
        return mine[:MOST]

    async def _mine(self, due: Sequence[MatchId]) -> list[MatchId]:
        """Those that other processes don't look after, without those that have just failed."""
        guilds = await self.matches.store.guilds(due) if due else {}
        waits = self.due_work.pauses.lasts
        return [m for m in due if m in guilds and self._owns(guilds[m]) and not waits(m)]

    async def beat(self, *, up: bool = True) -> int:
        """Note whether the bot is up; gives the time, in seconds since 1970. Call it often."""
        self._now = await self._uptime.beat(up=up)
        return self._now

    async def times(self, loaded: Loaded, *, calling: bool = False) -> Times:
        """How much time everybody in a match has now, exactly.

        `calling`: as if a board that alerts those who must act were posted now.
        """
        now = self.matches.clock.now()
        stops = await self._stops(loaded)
        if calling:
            stops = _as_called(loaded, stops, now)
        late = {one.user: one for one in latenesses(loaded)}
        people = []
        for user in loaded.roster.people:
            hours = stops.hours.get(user, ALWAYS)
            people.append(
                Time(
                    user=user,
                    since=since_for(loaded, user),
                    due=stops.due(loaded, user),
                    late=late.get(user),
                    away=hours.away(now),
                    quiet=hours.quiet_until(now),
                    alert=stops.alerts.get(user),
                )
            )
        ends = pause_end(loaded, stops.downtimes)
        return Times(loaded.record.pace, loaded.roster.paused, tuple(people), ends)

    async def hours(self, user: UserId) -> Hours:
        """What stops a user's clock from now on."""
        found = await self.deadlines.hours((user,), self.matches.clock.now())
        return found.get(user, ALWAYS)

    async def _stops(self, loaded: Loaded) -> Stops:
        began, match = earliest(loaded), loaded.record.id
        return Stops(
            await self.deadlines.hours(loaded.roster.people, began),
            await self.deadlines.downtimes(began),
            await self.alerts.of_match(match),
            await self.alerts.notices_posted(match),
        )

    async def _examine(self, loaded: Loaded) -> bool:
        """Let happen what is due in a match; whether anything was."""
        match, now = loaded.record.id, self._now
        stored = await self.deadlines.of_match(match)
        stops = await self._stops(loaded)
        exact = exact_deadlines(loaded, stops)
        over = [one for one in exact if one.at <= now]
        happening = [one for one in over if not one.user or stops.saw(one.user, one.at)]
        if happening:
            await self._happen(loaded, happening)
            for one in happening:
                self.matches.observer.deadline_passed(
                    match, loaded.record.guild, one.kind.value, now - one.at
                )
            return True
        # Who is known to have seen the board until their time was over is late, and nobody else.
        await self.alerts.look(match, [one.user for one in over], now)
        times = {(one.kind, one.user): one.at for one in exact}
        times |= {(one.kind, one.user): now + MINUTE for one in over}
        later = [
            (row, times.get((row.deadline.kind, row.deadline.user), now + AGAIN)) for row in stored
        ]
        await self.deadlines.postpone(match, later)
        return False

    async def _happen(self, loaded: Loaded, happening: list[Deadline]) -> None:
        new = self.matches.new_events(loaded)
        kept_out = await kept_out_of(loaded, self._servers)
        takers = _add(new, loaded, happening, votes=True, kept_out=kept_out)
        cap_check = CapCheck(takers, self.caps.running_of_user) if takers else None
        try:
            events = await with_levels(self.matches.store, loaded, new.events)
            decision = Decision(events=events, cap_check=cap_check)
            after = await self.matches.commit(loaded, decision)
        except CapReached:  # who was to take a seat has too many matches: the others choose again
            new = self.matches.new_events(loaded)
            _add(new, loaded, happening, votes=False)
            after = await self.matches.commit(loaded, Decision(events=new.events))
        await self.service.automatic.move(after)


def _as_called(loaded: Loaded, stops: Stops, now: int) -> Stops:
    """The stops as if a board posted now had alerted those who must act and were not before."""
    alerts = dict(stops.alerts)
    for alert in alerts_for(loaded, now):
        before = alerts.get(alert.user)
        if before is None or before.asked < alert.asked or before.missed:
            alerts[alert.user] = replace(alert, began=now)
        elif before.began is None:
            alerts[alert.user] = replace(before, began=now)
    return replace(stops, alerts=alerts)


def _add(
    new: NewEvents,
    loaded: Loaded,
    happening: list[Deadline],
    *,
    votes: bool,
    kept_out: Collection[UserId] = (),
) -> tuple[UserId, ...]:
    """Add what happens at these deadlines and, if asked to, what the votes so far lead to.

    Votes for one of `kept_out` don't count. Gives who takes over a seat.
    """
    due = {kind: [one.user for one in happening if one.kind is kind] for kind in DeadlineKind}
    if due[DeadlineKind.DAY]:
        new.add(EventKind.ENDED)
        return ()
    if due[DeadlineKind.PAUSE]:
        new.add(EventKind.RESUMED)
        return ()
    if due[DeadlineKind.IDLE]:
        _add_idle(loaded, new)
        if new.after().status is not Status.RUNNING:
            return ()
    for user in due[DeadlineKind.LATE]:
        seat = loaded.roster.seat_of(user)
        assert seat is not None, "who has to act sits somewhere"
        new.add(EventKind.LATE, seat=seat, holder=user, detail=str(next_row(loaded, seat)))
    takers: tuple[UserId, ...] = ()
    warned = [late for late in latenesses(loaded) if late.user in due[DeadlineKind.SECOND]]
    if loaded.in_tournament:
        if warned:
            add_second_warnings(new, warned)
        return ()
    for late in warned:
        if new.after().status is Status.RUNNING:
            new.add(EventKind.WARNED, seat=late.seat, holder=late.user)
            takers += _add_outcome(new, late, kept_out) if votes else ()
    return takers


def _add_idle(loaded: Loaded, new: NewEvents) -> None:
    idle = next_idle(loaded)
    assert idle is not None, "it runs"
    if idle[1]:
        new.add(EventKind.IDLE_WARNED, detail=str(idle[1]))
    else:
        new.add(EventKind.VOIDED, detail=Void.IDLE.value)


def _add_outcome(
    new: NewEvents, late: Lateness, kept_out: Collection[UserId]
) -> tuple[UserId, ...]:
    """Carry out what the votes say now that the second warning is given; gives who takes a seat."""
    after = new.after()
    now = lateness(after, late.id)
    vote = None if now is None else decision(after, now, kept_out)
    if vote is None:
        return ()
    carry_out(new, late, vote)
    return () if vote.person is None else (vote.person,)
