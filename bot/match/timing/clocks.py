"""When people's time is over. Pure: everything that stops a clock is an argument."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from bot.match.log.loaded import Loaded
from bot.match.timing.lateness import Lateness, latenesses
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.turn_alerts import TurnAlert
from bot.match.values.players import UserId
from bot.match.values.times import Span, in_order, runs_down
from engine.core.types import Seat


@dataclass(frozen=True, slots=True)
class Hours:
    """What stops a user's clock in all their matches."""

    quiet: Quiet | None = None
    absences: tuple[Span, ...] = ()
    """When they are away, ordered by start."""

    def away(self, now: int) -> int | None:
        """Until when they are away; None if they are not."""
        return next((span.end for span in self.absences if span.start <= now < span.end), None)

    def since(self, time: int) -> "Hours":
        """Without the absences that were over by then."""
        return Hours(self.quiet, tuple(span for span in self.absences if span.end > time))

    def quiet_until(self, now: int) -> int | None:
        """When their quiet hours end; None if it is not quiet for them."""
        return None if self.quiet is None else self.quiet.until(now)


ALWAYS = Hours()
"""The Hours of somebody who has set nothing."""


@dataclass(frozen=True, slots=True)
class Stops:
    """Everything that stops the clocks of one match."""

    hours: Mapping[UserId, Hours]
    downtimes: tuple[Span, ...]
    """When the bot was down, ordered by start."""
    alerts: Mapping[UserId, TurnAlert]
    """The latest alert of each user."""
    notices_posted: Mapping[int, int] = field(default_factory=dict)
    """When the notice of each event was posted, in seconds since 1970, by the event's number."""

    def due(self, loaded: Loaded, user: UserId) -> int | None:
        """When the user is late, to the second; None if no clock of theirs runs.

        The clock stands still in pauses and downtimes, in the user's quiet hours and absences,
        while they could not see the board, and between a move of theirs and taking it back.
        """
        seconds = loaded.record.pace.seconds
        return None if seconds is None else self.has_run(loaded, user, seconds)

    def has_run(self, loaded: Loaded, user: UserId, seconds: int) -> int | None:
        """When so many seconds of the user's time have run; otherwise like `due`."""
        seat = loaded.roster.seat_of(user)
        if seat is None or not runs(loaded):
            return None
        clock = running(loaded, seat, self.alerts.get(user))
        if clock is None:
            return None
        start, blind = clock
        turn = loaded.turns.of(seat)
        undone = () if turn is None else turn.undone
        return runs_down(start, seconds, self._still(loaded, user, start, undone, blind))

    def second(self, loaded: Loaded, late: Lateness) -> int | None:
        """When somebody who is late gets a second warning.

        None if no clock runs, or the first warning was not posted.
        """
        seconds, posted = loaded.record.pace.seconds, self.notices_posted.get(late.id)
        alert = self.alerts.get(late.user)
        clock = None if alert is None else alert.clock()
        if not runs(loaded) or seconds is None or posted is None or clock is None:
            return None
        start = max(late.at, posted)
        return runs_down(start, seconds, self._still(loaded, late.user, start, clock[1]))

    def _still(
        self, loaded: Loaded, user: UserId, began: int, *others: tuple[Span, ...]
    ) -> Iterator[Span]:
        hours = self.hours.get(user, ALWAYS)
        quiet = () if hours.quiet is None else hours.quiet.spans(began)
        return in_order(quiet, hours.absences, self.downtimes, loaded.roster.pauses, *others)

    def saw(self, user: UserId, at: int) -> bool:
        """Whether the user is known to have seen the board at that time or later."""
        alert = self.alerts.get(user)
        return alert is not None and alert.saw(at)


def runs(loaded: Loaded) -> bool:
    """Whether clocks run in the match: it has a pace, no pause, and somebody who waits."""
    paced = loaded.record.pace.seconds is not None and loaded.roster.paused is None
    return paced and loaded.roster.is_shared


def since(loaded: Loaded, seat: Seat) -> int | None:
    """When the seat's time began; None unless a person must act for it."""
    turn = loaded.turns.of(seat)
    if turn is None or seat not in loaded.seats_to_act or seat in loaded.computers_to_act:
        return None
    restarts = [at for one, at in loaded.roster.clock_restarts if one == seat]
    return max([turn.since, *restarts])


def since_for(loaded: Loaded, user: UserId) -> int | None:
    """When the user's time began; None unless they must act."""
    seat = loaded.roster.seat_of(user)
    return None if seat is None else since(loaded, seat)


def running(
    loaded: Loaded, seat: Seat, alert: TurnAlert | None
) -> tuple[int, tuple[Span, ...]] | None:
    """When the seat's clock began, and when its person could not see the match after that.

    None if the seat need not act, or if its person was not alerted to this turn or can't see the
    board now.
    """
    turn, first = loaded.turns.of(seat), since(loaded, seat)
    if turn is None or first is None or alert is None or alert.asked < turn.asked:
        return None
    clock = alert.clock()
    return None if clock is None else (max(first, clock[0]), clock[1])


def earliest(loaded: Loaded) -> int:
    """Since when downtimes matter: the earliest start of a clock that runs now.

    If none runs, the start of the match.
    """
    seats = (since(loaded, seat) for seat in loaded.seats_to_act)
    began = (at for at in seats if at is not None)
    late = (one.at for one in latenesses(loaded))
    return min(chain(began, late), default=loaded.roster.started or 0)
