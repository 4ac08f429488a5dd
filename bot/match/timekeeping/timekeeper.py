"""Deadlines of matches: players become late, get warnings, and matches end.

Discord sends no event when time passes, so `tick` runs every few seconds. Examining every match
each time would be far too slow. Each commit therefore stores rough deadlines beside its match,
never later than the true ones, and a tick loads only matches whose stored deadline has passed.

The stored time is only a hint. Quiet hours, absences, downtimes and hidden boards can stop clocks
without a commit, so `_examine` computes the exact deadlines of the match. If none has passed, it
postpones the stored ones; if one has, it adds the events in an ordinary commit. After a crash in
between the bot finds the same deadline again.

A deadline counts only if the player could certainly see the board until then, and only up to the
time for which the bot's downtimes are recorded (`beat`). Otherwise players whose time ran out while
the bot was down would be late as soon as it restarts.
"""

import contextlib
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from bot.match.core.change import Decision
from bot.match.core.due_work import DueWork
from bot.match.core.matches import Matches
from bot.match.log.events import MatchEventKind
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
from bot.match.timing.late_votes import (
    add_idle_end,
    add_second_warnings,
    carry_out,
    decision,
    kept_out_of,
)
from bot.match.timing.lateness import Lateness, lateness, latenesses, next_row
from bot.match.timing.turn_alerts import TurnAlert, alerts_for
from bot.match.values.caps import CapCheck, CapReached, Caps
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import HOUR, MINUTE, Pace

_log = logging.getLogger(__name__)

MOST = 50
"""The largest number of matches in one tick; the others wait for the next."""
FURTHER = 100 * MOST
AGAIN = HOUR
"""Seconds until the next look at a match in which nothing could be done."""


@dataclass(frozen=True, slots=True)
class Time:
    """A player's time in a match; all times in seconds since 1970."""

    user: UserId
    since: int | None
    due: int | None
    """The exact end of the player's time; None if their clock does not run."""
    late: Lateness | None
    away: int | None
    quiet: int | None
    alert: TurnAlert | None = None


@dataclass(frozen=True, slots=True)
class Times:
    pace: Pace
    paused: int | None
    people: tuple[Time, ...]
    """In seat order."""
    pause_ends: int | None = None

    def of(self, user: UserId) -> Time | None:
        return next((time for time in self.people if time.user == user), None)


class Timekeeper:
    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: DeadlineStore,
        alerts: TurnAlertStore,
        caps: Caps,
        serves: Callable[[int], bool] = lambda _: True,
        servers: ServerStore | None = None,
    ) -> None:
        self._servers = servers
        self._serves = serves
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
        """The time up to which downtimes are recorded: later deadlines are not due yet."""

    async def tick(self, *, up: bool = True) -> tuple[MatchId, ...]:
        """Record that the bot is up, then do all due work; return the matches that have changed.

        `up` is False while players can't reach the bot.
        """
        now = await self.beat(up=up)
        # While players can't reach the bot, no deadline may pass.
        due = await self._due(now) if up else ()
        changed = await self.due_work.each(due, self._look_at)
        for match in due:
            if (until := self.due_work.pauses.until(match)) is not None:
                with contextlib.suppress(StoreTrouble):  # the pause in memory also delays it
                    await self.deadlines.put_off(match, until)
        return tuple(match for match in changed if match is not None)

    async def _look_at(self, match: MatchId) -> MatchId | None:
        try:
            return match if await self.matches.change(match, self._examine) else None
        except Conflict:
            pass  # other processes change it right now: the next tick looks again
        except Refusal as refusal:
            _log.info("Due work in match %d is postponed: %r", match, refusal)
            await self.deadlines.put_off(match, self._now + AGAIN)
        return None

    async def _due(self, now: int) -> Sequence[MatchId]:
        due = await self.deadlines.due(now, MOST + len(self.due_work.pauses))
        own = await self._mine(due)
        if due and not own:
            # Other processes own the matches that are due first, or died before they could act.
            own = await self._mine(await self.deadlines.due(now, FURTHER))
        return own[:MOST]

    async def _mine(self, due: Sequence[MatchId]) -> list[MatchId]:
        guilds = await self.matches.store.guilds(due) if due else {}
        waits = self.due_work.pauses.lasts
        return [
            match
            for match in due
            if match in guilds and self._serves(guilds[match]) and not waits(match)
        ]

    async def beat(self, *, up: bool = True) -> int:
        """Record whether the bot is up; return the time in seconds since 1970. Call it often."""
        self._now = await self._uptime.beat(up=up)
        return self._now

    async def times(self, loaded: Loaded, *, calling: bool = False) -> Times:
        """Return the exact time of each player in a match.

        `calling`: as if a board that alerts the players were posted now.
        """
        now = self.matches.clock.now()
        stops = await self._stops(loaded)
        if calling:
            stops = _as_called(loaded, stops, now)
        late_by_user = {late.user: late for late in latenesses(loaded)}
        people = []
        for user in loaded.roster.people:
            hours = stops.hours.get(user, ALWAYS)
            people.append(
                Time(
                    user=user,
                    since=since_for(loaded, user),
                    due=stops.due(loaded, user),
                    late=late_by_user.get(user),
                    away=hours.away(now),
                    quiet=hours.quiet_until(now),
                    alert=stops.alerts.get(user),
                )
            )
        ends = pause_end(loaded, stops.downtimes)
        return Times(loaded.record.pace, loaded.roster.paused, tuple(people), ends)

    async def hours(self, user: UserId) -> Hours:
        hours = await self.deadlines.hours((user,), self.matches.clock.now())
        return hours.get(user, ALWAYS)

    async def _stops(self, loaded: Loaded) -> Stops:
        began, match = earliest(loaded), loaded.record.id
        return Stops(
            await self.deadlines.hours(loaded.roster.people, began),
            await self.deadlines.downtimes(began, loaded.record.guild),
            await self.alerts.of_match(match),
            await self.alerts.notices_posted(match),
        )

    async def _examine(self, loaded: Loaded) -> bool:
        match, now = loaded.record.id, self._now
        stored = await self.deadlines.of_match(match)
        stops = await self._stops(loaded)
        exact = exact_deadlines(loaded, stops)
        passed = [deadline for deadline in exact if deadline.at <= now]
        counting = [
            deadline
            for deadline in passed
            if not deadline.user or stops.saw(loaded, deadline.user, deadline.at)
        ]
        if counting:
            await self._happen(loaded, counting)
            for deadline in counting:
                self.matches.observer.deadline_passed(
                    match, loaded.record.guild, deadline.kind.value, now - deadline.at
                )
            return True
        # No player is late without having seen the board: check now whether these can see it.
        await self.alerts.check_soon(match, [deadline.user for deadline in passed], now)
        times = {(deadline.kind, deadline.user): deadline.at for deadline in exact}
        times |= {(deadline.kind, deadline.user): now + MINUTE for deadline in passed}
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
        except CapReached:  # the new holder has too many matches: the others choose again
            new = self.matches.new_events(loaded)
            _add(new, loaded, happening, votes=False)
            after = await self.matches.commit(loaded, Decision(events=new.events))
        await self.service.automatic.move(after)


def _as_called(loaded: Loaded, stops: Stops, now: int) -> Stops:
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
    """Add the events of these deadlines and, with `votes`, of decisions by the votes so far.

    Votes for users in `kept_out` don't count. Return users who take over a seat.
    """
    due = {
        kind: [deadline.user for deadline in happening if deadline.kind is kind]
        for kind in DeadlineKind
    }
    if due[DeadlineKind.DAY]:
        new.add(MatchEventKind.ENDED)
        return ()
    if due[DeadlineKind.PAUSE]:
        new.add(MatchEventKind.RESUMED)
        return ()
    if due[DeadlineKind.IDLE]:
        _add_idle(loaded, new)
        if new.after().status is not Status.RUNNING:
            return ()
    for user in due[DeadlineKind.LATE]:
        seat = loaded.roster.seat_of(user)
        assert seat is not None, "a player who must act has a seat"
        new.add(MatchEventKind.LATE, seat=seat, holder=user, detail=next_row(loaded, seat))
    takers: tuple[UserId, ...] = ()
    warned = [late for late in latenesses(loaded) if late.user in due[DeadlineKind.SECOND]]
    if loaded.in_tournament:
        if warned:
            add_second_warnings(new, warned)
        return ()
    for late in warned:
        if new.after().status is Status.RUNNING:
            new.add(MatchEventKind.WARNED, seat=late.seat, holder=late.user)
            takers += _add_outcome(new, late, kept_out) if votes else ()
    return takers


def _add_idle(loaded: Loaded, new: NewEvents) -> None:
    idle = next_idle(loaded)
    assert idle is not None, "only running matches are idle"
    if idle[1]:
        new.add(MatchEventKind.IDLE_WARNED, detail=idle[1])
    else:
        add_idle_end(new, loaded)


def _add_outcome(
    new: NewEvents, late: Lateness, kept_out: Collection[UserId]
) -> tuple[UserId, ...]:
    after = new.after()
    current = lateness(after, late.id)
    vote = None if current is None else decision(after, current, kept_out)
    if vote is None:
        return ()
    carry_out(new, late, vote)
    return () if vote.person is None else (vote.person,)
