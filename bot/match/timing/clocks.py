"""When the time of people is over. Pure: all that stops a clock is handed in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.timing.lateness import Lateness, latenesses
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.spans import Span, in_order, runs_down
from bot.match.timing.turn_alerts import ALWAYS_ALERTED, TurnAlert
from engine.core.types import Seat

PEOPLE = 2
"""A clock runs only where so many people are in a match: otherwise nobody waits."""


@dataclass(frozen=True, slots=True)
class Hours:
    """What stops somebody's clock in all their matches."""

    quiet: Quiet | None = None
    absences: tuple[Span, ...] = ()
    """When they are away, by the starts."""

    def away(self, now: int) -> int | None:
        """Until when they are away; None where they are not."""
        return next((span.end for span in self.absences if span.start <= now < span.end), None)


ALWAYS = Hours()
"""Of somebody who has set nothing."""


@dataclass(frozen=True, slots=True)
class Stops:
    """All that stops the clocks of one match."""

    hours: Mapping[UserId, Hours]
    downtimes: tuple[Span, ...]
    """By the starts."""
    calls: Mapping[UserId, TurnAlert]
    """The latest call of each."""
    told: Mapping[int, int]
    """When the notice of each event was posted."""

    def due(self, loaded: Loaded, user: UserId) -> int | None:
        """When the user is late; None where no clock of theirs runs."""
        hours = self.hours.get(user, ALWAYS)
        return due(loaded, user, hours, self.downtimes, self.calls.get(user))

    def second(self, loaded: Loaded, late: Lateness) -> int | None:
        """When somebody who is late is warned a second time; None where no clock runs."""
        hours, call = self.hours.get(late.user, ALWAYS), self.calls.get(late.user)
        return second(loaded, late, hours, self.downtimes, call, self.told.get(late.id))

    def saw(self, user: UserId, at: int) -> bool:
        """Whether the user is known to have seen the board then or later; see Call."""
        call = self.calls.get(user)
        return call is not None and call.saw(at)


def runs(loaded: Loaded) -> bool:
    """Whether any clock runs in the match: it has a pace, no pause, and somebody who waits."""
    paced = loaded.record.pace.seconds is not None and loaded.roster.paused is None
    return paced and len(loaded.roster.people) >= PEOPLE


def since(loaded: Loaded, seat: Seat) -> int | None:
    """When the time of the seat began; None where it has not to act, or a computer does."""
    turn = loaded.turns.of(seat)
    if turn is None or seat not in loaded.seats_to_act or seat in loaded.computers_to_act:
        return None
    anew = [at for one, at in loaded.roster.anew if one == seat]
    return max(turn.since, *anew) if anew else turn.since


def running(
    loaded: Loaded, seat: Seat, call: TurnAlert | None
) -> tuple[int, tuple[Span, ...]] | None:
    """When the clock of the seat began, and when its person could not see the match after that.

    None where the seat has not to act, or where its person was not called to this turn or can't
    see the board now.
    """
    turn, first = loaded.turns.of(seat), since(loaded, seat)
    if turn is None or first is None or call is None or call.asked < turn.asked:
        return None
    clock = call.clock()
    return None if clock is None else (max(first, clock[0]), clock[1])


def due(
    loaded: Loaded,
    user: UserId,
    hours: Hours = ALWAYS,
    downtimes: tuple[Span, ...] = (),
    call: TurnAlert | None = ALWAYS_ALERTED,
) -> int | None:
    """When the user is late; None where no clock of theirs runs.

    Exact to the second. `downtimes` are by their starts, `call` is the user's latest. The clock
    stands still in pauses, in downtimes, in the user's quiet hours and absences, while they could
    not see the board, and while a move of theirs stood that they took back.
    """
    seconds = loaded.record.pace.seconds
    return None if seconds is None else has_run(loaded, user, seconds, hours, downtimes, call)


def has_run(
    loaded: Loaded,
    user: UserId,
    seconds: int,
    hours: Hours = ALWAYS,
    downtimes: tuple[Span, ...] = (),
    call: TurnAlert | None = ALWAYS_ALERTED,
) -> int | None:
    """When so many seconds of the user's time have run, in the way of `due`."""
    seat = loaded.roster.seat_of(user)
    if seat is None or not runs(loaded):
        return None
    clock = running(loaded, seat, call)
    if clock is None:
        return None
    start, blind = clock
    turn = loaded.turns.of(seat)
    standing = () if turn is None else turn.standing
    return runs_down(start, seconds, _still(loaded, start, hours, downtimes, standing, blind))


def second(
    loaded: Loaded,
    late: Lateness,
    hours: Hours = ALWAYS,
    downtimes: tuple[Span, ...] = (),
    call: TurnAlert | None = ALWAYS_ALERTED,
    told: int | None = 0,
) -> int | None:
    """When somebody who is late is warned a second time; None where no clock runs.

    `told` is when the first warning was posted; None: it was not, and nothing follows from it.
    """
    seconds = loaded.record.pace.seconds
    if not runs(loaded) or seconds is None or told is None:
        return None
    clock = None if call is None else call.clock()
    if clock is None:
        return None
    start = max(late.at, told)
    return runs_down(start, seconds, _still(loaded, start, hours, downtimes, clock[1]))


def _still(
    loaded: Loaded,
    began: int,
    hours: Hours,
    downtimes: tuple[Span, ...],
    *others: tuple[Span, ...],
) -> Iterator[Span]:
    quiet = () if hours.quiet is None else hours.quiet.spans(began)
    return in_order(quiet, hours.absences, downtimes, loaded.roster.pauses, *others)


def earliest(loaded: Loaded) -> int:
    """Since when downtimes matter: the first moment at which a time that runs now began.

    Where none runs, the start of the match.
    """
    seats = (since(loaded, seat) for seat in loaded.seats_to_act)
    began = (at for at in seats if at is not None)
    late = (one.at for one in latenesses(loaded))
    return min(chain(began, late), default=loaded.roster.started or 0)
