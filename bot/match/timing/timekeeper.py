"""Looks at matches when their time comes: who is late, who is warned, what ends."""

import logging
from dataclasses import dataclass, replace

from bot.match.caps import CapCheck, CapReached, Caps
from bot.match.errors import Refusal
from bot.match.events import EventKind, Void
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.new_events import NewEvents
from bot.match.playing.service import TRIES, MatchService
from bot.match.records import MatchId, Status
from bot.match.store_errors import Conflict, StoreTrouble
from bot.match.timing.clocks import ALWAYS, Hours, Stops, earliest, since
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.deadlines import Deadline, DeadlineKind, exact_deadlines
from bot.match.timing.idle import next_idle
from bot.match.timing.late_votes import decision
from bot.match.timing.lateness import Lateness, lateness, latenesses, next_row
from bot.match.timing.pace import HOUR, MINUTE, Pace
from bot.match.timing.turn_alerts import TurnAlert, alerts_for
from bot.match.timing.uptime import Uptime
from bot.match.timing.visibility import TurnAlertStore

_log = logging.getLogger(__name__)

MOST = 50
"""How many due times are looked at in one tick; the rest waits for the next."""
AGAIN = HOUR
"""Seconds until the next look at a match at which nothing could be done."""


@dataclass(frozen=True, slots=True)
class Time:
    """How one person of a match stands with time; all times in seconds since 1970."""

    user: UserId
    since: int | None
    """When their turn's time began; None where they have not to act."""
    due: int | None
    """When it is over, exactly; None where no clock of theirs runs."""
    late: Lateness | None
    """Their lateness, if they are late."""
    away: int | None
    """Until when they are away; None where they are not."""
    quiet: int | None
    """Until when it is quiet for them; None where it is not."""
    call: TurnAlert | None = None
    """Their latest call."""


@dataclass(frozen=True, slots=True)
class Times:
    """How a match stands with time."""

    pace: Pace
    paused: int | None
    """Since when it has been paused."""
    people: tuple[Time, ...]
    """In seat order."""

    def of(self, user: UserId) -> Time | None:
        """That of one user; None where they are not in the match."""
        return next((one for one in self.people if one.user == user), None)


class Timekeeper:
    """What happens in matches because time passes."""

    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: DeadlineStore,
        calls: TurnAlertStore,
        caps: Caps,
    ) -> None:
        self.matches = matches
        self.service = service
        self.deadlines = deadlines
        self.calls = calls
        self.caps = caps
        self._uptime = Uptime(matches.clock, deadlines)
        self._now = 0
        """Until when it is noted whether the bot was up: nothing later is due yet."""

    async def tick(self, *, up: bool = True) -> tuple[MatchId, ...]:
        """Do what is due, after noting that the bot is up; gives the matches that have changed.

        `up` says whether people can reach the bot: as long as they can't, it is down.
        """
        now = await self.beat(up=up)
        changed = []
        for match in await self.deadlines.due(now, MOST) if up else ():
            try:
                if await self._look_at(match):
                    changed.append(match)
            except Conflict:
                continue  # others are at work on it: the next tick looks again
            except Refusal as refusal:
                _log.info("What is due in match %d waits: %r", match, refusal)
                await self.deadlines.put_off(match, now + AGAIN)
            except StoreTrouble:
                raise
            except Exception:  # noqa: BLE001 - logged, and tried again
                _log.exception("What is due in match %d went wrong", match)
                await self.deadlines.put_off(match, now + AGAIN)
        return tuple(changed)

    async def beat(self, *, up: bool = True) -> int:
        """Note that the bot is up, as often as may be; gives the time, in seconds since 1970."""
        self._now = await self._uptime.beat(up=up)
        return self._now

    async def times(self, loaded: Loaded, *, calling: bool = False) -> Times:
        """How a match stands with time now: exact, for boards and reminders.

        `calling`: as it stands once a board is posted now that calls those who must act.
        """
        now = self.matches.clock.now()
        stops = await self._stops(loaded)
        if calling:
            stops = _as_called(loaded, stops, now)
        late = {one.user: one for one in latenesses(loaded)}
        people = []
        for user in loaded.roster.people:
            hours, seat = stops.hours.get(user, ALWAYS), loaded.roster.seat_of(user)
            people.append(
                Time(
                    user=user,
                    since=None if seat is None else since(loaded, seat),
                    due=stops.due(loaded, user),
                    late=late.get(user),
                    away=hours.away(now),
                    quiet=None if hours.quiet is None else hours.quiet.until(now),
                    call=stops.calls.get(user),
                )
            )
        return Times(loaded.record.pace, loaded.roster.paused, tuple(people))

    async def hours(self, user: UserId) -> Hours:
        """What stops a user's clock, with absences that are not over."""
        found = await self.deadlines.hours((user,), self.matches.clock.now())
        return found.get(user, ALWAYS)

    async def _stops(self, loaded: Loaded) -> Stops:
        began, match = earliest(loaded), loaded.record.id
        return Stops(
            await self.deadlines.hours(loaded.roster.people, began),
            await self.deadlines.downtimes(began),
            await self.calls.of_match(match),
            await self.calls.told(match),
        )

    async def _look_at(self, match: MatchId) -> bool:
        """Let happen what is due in a match; whether anything was."""
        for _ in range(TRIES):
            try:
                async with self.matches.hold(match) as loaded:
                    return await self._examine(loaded)
            except Conflict:
                continue
        raise Conflict

    async def _examine(self, loaded: Loaded) -> bool:
        match, now = loaded.record.id, self._now
        kept = await self.deadlines.of_match(match)
        stops = await self._stops(loaded)
        exact = exact_deadlines(loaded, stops)
        over = [one for one in exact if one.at <= now]
        happening = [one for one in over if not one.user or stops.saw(one.user, one.at)]
        if happening:
            await self._happen(loaded, happening)
            return True
        # Who is known to have seen the board until their time was over is late, and nobody else.
        await self.calls.look(match, [one.user for one in over], now)
        times = {(one.kind, one.user): one.at for one in exact}
        times |= {(one.kind, one.user): now + MINUTE for one in over}
        later = [(row, times.get((row.due.kind, row.due.user), now + AGAIN)) for row in kept]
        await self.deadlines.later(match, later)
        return False

    async def _happen(self, loaded: Loaded, happening: list[Deadline]) -> None:
        history = NewEvents(loaded, self.matches.clock.now())
        people = _fill(history, loaded, happening, settle=True)
        room = CapCheck(people, self.caps.running_of_user) if people else None
        try:
            after = await self.matches.commit(loaded, events=history.events, room=room)
        except CapReached:  # who shall take a seat has too many matches: the others choose anew
            history = NewEvents(loaded, self.matches.clock.now())
            _fill(history, loaded, happening, settle=False)
            after = await self.matches.commit(loaded, events=history.events)
        await self.service.automatic.move(after)


def _as_called(loaded: Loaded, stops: Stops, now: int) -> Stops:
    """The stops once those who must act and were not called yet are called now."""
    calls = dict(stops.calls)
    for call in alerts_for(loaded, now):
        before = calls.get(call.user)
        if before is None or before.asked < call.asked or before.missed:
            calls[call.user] = replace(call, began=now)
        elif before.began is None:
            calls[call.user] = replace(before, began=now)
    return replace(stops, calls=calls)


def _fill(
    history: NewEvents, loaded: Loaded, happening: list[Deadline], *, settle: bool
) -> tuple[UserId, ...]:
    """Let all this happen, with what the votes say by now if asked to; gives who takes seats."""
    due = {kind: [one.user for one in happening if one.kind is kind] for kind in DeadlineKind}
    if due[DeadlineKind.IDLE]:
        _idle(loaded, history)
        if history.after().status is not Status.RUNNING:
            return ()
    for user in due[DeadlineKind.LATE]:
        _late(loaded, history, user)
    people: tuple[UserId, ...] = ()
    for late in latenesses(loaded):
        if late.user in due[DeadlineKind.SECOND] and history.after().status is Status.RUNNING:
            history.add(EventKind.WARNED, seat=late.seat, holder=late.user)
            people += _settled(history, late) if settle else ()
    return people


def _idle(loaded: Loaded, history: NewEvents) -> None:
    idle = next_idle(loaded)
    assert idle is not None, "it runs"
    if idle[1]:
        history.add(EventKind.IDLE_WARNED, detail=str(idle[1]))
    else:
        history.add(EventKind.VOIDED, detail=Void.IDLE.value)


def _late(loaded: Loaded, history: NewEvents, user: UserId) -> None:
    seat = loaded.roster.seat_of(user)
    assert seat is not None, "who has to act sits somewhere"
    row = next_row(loaded, seat)
    history.add(EventKind.LATE, seat=seat, holder=user, detail=str(row))


def _settled(history: NewEvents, late: Lateness) -> tuple[UserId, ...]:
    """Do what the votes say now that the second warning is given; gives who takes a seat."""
    after = history.after()
    now = lateness(after, late.id)
    vote = None if now is None else decision(after, now)
    if vote is None:
        return ()
    history.settle(late, vote)
    return () if vote.person is None else (vote.person,)
