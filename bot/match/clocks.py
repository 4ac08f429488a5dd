"""When the time of people is over. Pure: all that stops a clock is handed in."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from bot.match.holders import UserId
from bot.match.lateness import Lateness, latenesses
from bot.match.loaded import Loaded
from bot.match.quiet import Quiet
from bot.match.spans import Span, in_order, runs_down
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


def due(
    loaded: Loaded, user: UserId, hours: Hours = ALWAYS, downtimes: tuple[Span, ...] = ()
) -> int | None:
    """When the user is late; None where no clock of theirs runs.

    Exact to the second. `downtimes` are by their starts. The clock stands still in pauses, in
    downtimes, in the user's quiet hours and absences, and while a move of theirs stood that they
    took back.
    """
    seconds = loaded.record.pace.seconds
    return None if seconds is None else has_run(loaded, user, seconds, hours, downtimes)


def has_run(
    loaded: Loaded,
    user: UserId,
    seconds: int,
    hours: Hours = ALWAYS,
    downtimes: tuple[Span, ...] = (),
) -> int | None:
    """When so many seconds of the user's time have run, in the way of `due`."""
    seat = loaded.roster.seat_of(user)
    if seat is None or not runs(loaded):
        return None
    began = since(loaded, seat)
    if began is None:
        return None
    turn = loaded.turns.of(seat)
    standing = () if turn is None else turn.standing
    return runs_down(began, seconds, _still(loaded, began, hours, downtimes, standing))


def second(
    loaded: Loaded, late: Lateness, hours: Hours = ALWAYS, downtimes: tuple[Span, ...] = ()
) -> int | None:
    """When somebody who is late is warned a second time; None where no clock runs."""
    seconds = loaded.record.pace.seconds
    if not runs(loaded) or seconds is None:
        return None
    return runs_down(late.at, seconds, _still(loaded, late.at, hours, downtimes))


def _still(
    loaded: Loaded,
    began: int,
    hours: Hours,
    downtimes: tuple[Span, ...],
    standing: tuple[Span, ...] = (),
) -> Iterator[Span]:
    quiet = () if hours.quiet is None else hours.quiet.spans(began)
    return in_order(quiet, hours.absences, downtimes, loaded.roster.pauses, standing)


def earliest(loaded: Loaded) -> int:
    """Since when downtimes matter: the first moment at which a time that runs now began.

    Where none runs, the start of the match.
    """
    seats = (since(loaded, seat) for seat in loaded.seats_to_act)
    began = (at for at in seats if at is not None)
    late = (one.at for one in latenesses(loaded))
    return min(chain(began, late), default=loaded.roster.started or 0)
