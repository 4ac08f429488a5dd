"""The moment at which a player's time is over. Pure: everything that stops a clock is an argument.

A turn's clock runs only while the player could have moved. It starts when the bot alerts the player
to the turn on a board that they can see. It stops in pauses of the match, in downtimes of the bot,
in the player's quiet hours and absences, and while the board is hidden from them. All these stops
are lists of spans, so the deadline follows from them at any time, even after a restart or a change
of quiet hours in the middle of a turn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from bot.match.log.loaded import Loaded
from bot.match.timing.lateness import Lateness, latenesses
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.turn_alerts import GONE_FOR, WITH_PLAYER, TurnAlert
from bot.match.values.players import UserId
from bot.match.values.times import Span, first_of, in_order, minus, runs_down
from engine.core.types import Seat


@dataclass(frozen=True, slots=True)
class Hours:
    quiet: Quiet | None = None
    absences: tuple[Span, ...] = ()

    def away(self, now: int) -> int | None:
        return next((span.end for span in self.absences if span.start <= now < span.end), None)

    def since(self, time: int) -> "Hours":
        return Hours(self.quiet, tuple(span for span in self.absences if span.end > time))

    def quiet_until(self, now: int) -> int | None:
        return None if self.quiet is None else self.quiet.until(now)


ALWAYS = Hours()


@dataclass(frozen=True, slots=True)
class Stops:
    hours: Mapping[UserId, Hours]
    downtimes: tuple[Span, ...]
    alerts: Mapping[UserId, TurnAlert]
    notices_posted: Mapping[int, int] = field(default_factory=dict)
    """When each event's notice was posted, in seconds since 1970, by the event's number."""

    def due(self, loaded: Loaded, user: UserId) -> int | None:
        """Return the second at which the user is late, or None if their clock does not run."""
        seconds = loaded.record.pace.seconds
        return None if seconds is None else self.has_run(loaded, user, seconds)

    def has_run(self, loaded: Loaded, user: UserId, seconds: int) -> int | None:
        """Return the moment when `seconds` of the user's time have passed; otherwise like `due`."""
        seat = loaded.roster.seat_of(user)
        if seat is None or not runs(loaded):
            return None
        clock = running(loaded, seat, self.alerts.get(user))
        if clock is None:
            return None
        start, hidden = clock
        turn = loaded.turns.of(seat)
        undone = () if turn is None else turn.undone
        return runs_down(start, seconds, self._still(loaded, user, start, hidden, undone))

    def second(self, loaded: Loaded, late: Lateness) -> int | None:
        """Return when a late player gets a second warning, or None if no clock runs or the first
        warning was not posted.
        """
        seconds, posted = loaded.record.pace.seconds, self.notices_posted.get(late.id)
        alert = self.alerts.get(late.user)
        clock = None if alert is None else alert.clock()
        if not runs(loaded) or seconds is None or posted is None or clock is None:
            return None
        start = max(late.at, posted)
        return runs_down(start, seconds, self._still(loaded, late.user, start, clock[1]))

    def _still(
        self,
        loaded: Loaded,
        user: UserId,
        began: int,
        hidden: tuple[Span, ...],
        undone: tuple[Span, ...] = (),
    ) -> Iterator[Span]:
        hours, alert = self.hours.get(user, ALWAYS), self.alerts.get(user)
        quiet = () if hours.quiet is None else hours.quiet.spans(began)
        pauses, own = loaded.roster.pauses, hours.absences
        if loaded.in_tournament and alert is not None:
            excused = alert.hidden_by_others(began)
            hides = in_order(hours.absences, pauses, minus(hidden, excused))
            own = tuple(first_of(minus(hides, self.downtimes), GONE_FOR))
            hidden = excused
        return in_order(quiet, own, self.downtimes, pauses, hidden, undone)

    def saw(self, loaded: Loaded, user: UserId, at: int) -> bool:
        """Return whether a player saw the board then, or can't be excused by not seeing it.

        In a tournament the clock itself has a limit for times that lie with the player.
        """
        alert = self.alerts.get(user)
        if alert is None:
            return False
        is_hiding = alert.unseen is not None and alert.access in WITH_PLAYER
        return alert.saw(at) or (loaded.in_tournament and is_hiding)


def runs(loaded: Loaded) -> bool:
    """Return whether clocks run in the match: it has a pace, no pause, and a player who waits."""
    paced = loaded.record.pace.seconds is not None and loaded.roster.paused is None
    return paced and loaded.roster.is_shared


def since(loaded: Loaded, seat: Seat) -> int | None:
    """Return when the seat's time began; None unless a person must act for it."""
    turn = loaded.turns.of(seat)
    if turn is None or seat not in loaded.seats_to_act or seat in loaded.computers_to_act:
        return None
    restarts = [at for restarted, at in loaded.roster.clock_restarts if restarted == seat]
    return max([turn.since, *restarts])


def paused_in(loaded: Loaded, now: int) -> tuple[Span, ...]:
    paused = loaded.roster.paused
    current = () if paused is None else (Span(paused, max(now, paused)),)
    return (*loaded.roster.pauses, *current)


def since_for(loaded: Loaded, user: UserId) -> int | None:
    seat = loaded.roster.seat_of(user)
    return None if seat is None else since(loaded, seat)


def running(
    loaded: Loaded, seat: Seat, alert: TurnAlert | None
) -> tuple[int, tuple[Span, ...]] | None:
    """Return the start of the seat's clock, and the spans since in which the board was hidden.

    Return None if the seat need not act, or if its holder does not know: they got no alert, or
    can't see the board now.
    """
    turn, first = loaded.turns.of(seat), since(loaded, seat)
    if turn is None or first is None or alert is None or alert.asked < turn.asked:
        return None
    clock = alert.clock()
    if clock is None:
        return None
    called = alert.called(first) if loaded.in_tournament else None
    return max(first, clock[0]) if called is None else called, clock[1]


def earliest(loaded: Loaded) -> int:
    """Return the earliest start of a clock that runs now, or else of the match: earlier downtimes
    don't matter.
    """
    if loaded.in_tournament:  # some limits are those of the whole match
        return loaded.roster.started or 0
    seats = (since(loaded, seat) for seat in loaded.seats_to_act)
    began = (at for at in seats if at is not None)
    late_since = (late_player.at for late_player in latenesses(loaded))
    return min(chain(began, late_since), default=loaded.roster.started or 0)
