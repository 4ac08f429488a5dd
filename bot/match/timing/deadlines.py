"""When a match must be looked at again: the rows that a commit stores beside it.

Each is no later than the time that it is about, because whatever stops a clock is left out here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.timing.clocks import Stops, runs, since_for
from bot.match.timing.lateness import latenesses
from bot.match.values.days import end_of
from bot.match.values.players import UserId
from bot.match.values.times import DAY, Span, runs_down

END = 60 * DAY
"""Seconds without a move that end a match, whatever its pace, paused or not."""
WARNED = (14, 3)
"""How many days before the end everybody is warned."""
FIRST = END - WARNED[0] * DAY


def idle_since(loaded: Loaded) -> int:
    """When the match last moved on, by an entry, its start, or the end of a pause."""
    moments = [loaded.roster.started or loaded.record.created]
    moments += [span.end for span in loaded.roster.pauses[-1:]]
    if loaded.log:
        moments.append(loaded.log[-1].at)
    return max(moments)


def next_idle(loaded: Loaded) -> tuple[int, int] | None:
    """When the next warning is due, and how many days are left then; 0 days is the end.

    None unless the match runs. However late a warning comes, for example after a downtime, the
    match goes on for as many days as it says.
    """
    if loaded.status is not Status.RUNNING:
        return None
    began = idle_since(loaded)
    given: dict[int, int] = {}
    for event in loaded.events:
        if event.kind is EventKind.RESUMED:
            given.clear()
        elif event.kind is EventKind.IDLE_WARNED and event.after_seq == loaded.seq:
            given[int(event.detail)] = event.at
    first, last = WARNED
    if first not in given:
        return began + FIRST, first
    if last not in given:
        return max(began + END - last * DAY, given[first] + (first - last) * DAY), last
    return given[last] + last * DAY, 0


PAUSED_FOR = 3 * DAY
"""Seconds for which a match of a tournament can be paused, all its pauses together."""


def pause_left(loaded: Loaded) -> int | None:
    """Return for how many seconds a match can still be paused; None: without a limit.

    A pause that goes on counts as if it had just begun.
    """
    if not loaded.in_tournament:
        return None
    return max(PAUSED_FOR - sum(span.end - span.start for span in loaded.roster.pauses), 0)


def pause_end(loaded: Loaded, downtimes: Sequence[Span]) -> int | None:
    """Return when the present pause ends at the latest, in seconds since 1970.

    None if there is no pause, or no limit. `downtimes`, ordered by start, don't count.
    """
    began, left = loaded.roster.paused, pause_left(loaded)
    return None if began is None or left is None else runs_down(began, left, downtimes)


class DeadlineKind(Enum):
    """What happens at a deadline."""

    LATE = "late"
    """The user is late."""
    SECOND = "second"
    """The user has been late for the whole pace: their second warning."""
    IDLE = "idle"
    """The match is warned of its end, or ends, because nobody moves; `user` is 0."""
    PAUSE = "pause"
    """The pause of a tournament's match has lasted as long as it may; `user` is 0."""
    DAY = "day"
    """Its day is over, and it counts as it stands; `user` is 0."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When to look at a match: never after the time that it is about."""

    kind: DeadlineKind
    at: int
    """In seconds since 1970; what stops the clock makes the exact time later."""
    user: UserId = 0


def deadlines_after(before: Loaded, after: Loaded) -> tuple[Deadline, ...] | None:
    """The deadlines once `before` has become `after`; None if they stay as they are.

    The idle deadline is included only if there are new events: each move would only make it
    later, and to look too early does no harm.
    """
    if after.status is not Status.RUNNING:
        return () if before.status is Status.RUNNING else None
    if len(after.events) > len(before.events):
        return all_deadlines(after)
    return of_people(after) if runs(after) else None


def all_deadlines(loaded: Loaded) -> tuple[Deadline, ...]:
    """All deadlines of a running match, each at its earliest."""
    idle = next_idle(loaded)
    people = of_people(loaded) if runs(loaded) else ()
    whole = (*people, *of_day(loaded), *_of_pause(loaded, ()))
    return whole if idle is None else (*whole, Deadline(DeadlineKind.IDLE, idle[0]))


def exact_deadlines(loaded: Loaded, stops: Stops) -> tuple[Deadline, ...]:
    """All deadlines of a running match, each at its exact time."""
    found = [*of_day(loaded), *_of_pause(loaded, stops.downtimes)]
    idle = next_idle(loaded)
    if idle is not None:
        found.append(Deadline(DeadlineKind.IDLE, idle[0]))
    late = {one.user: one for one in latenesses(loaded)}
    for user in loaded.people_to_act:
        if user not in late:
            kind, at = DeadlineKind.LATE, stops.due(loaded, user)
        elif late[user].warned is None:
            kind, at = DeadlineKind.SECOND, stops.second(loaded, late[user])
        else:
            continue
        if at is not None:
            found.append(Deadline(kind, at, user))
    return tuple(found)


def of_day(loaded: Loaded) -> tuple[Deadline, ...]:
    """When the day of a running match is over; () if it is of no day."""
    day = loaded.record.day
    return () if day is None else (Deadline(DeadlineKind.DAY, end_of(day)),)


def _of_pause(loaded: Loaded, downtimes: Sequence[Span]) -> tuple[Deadline, ...]:
    at = pause_end(loaded, downtimes)
    return () if at is None else (Deadline(DeadlineKind.PAUSE, at),)


def of_people(loaded: Loaded) -> tuple[Deadline, ...]:
    """For those who must act: when they may be late, or may get their second warning."""
    seconds = loaded.record.pace.seconds
    if seconds is None:
        return ()
    late = {one.user: one for one in latenesses(loaded)}
    found: list[Deadline] = []
    for user in loaded.people_to_act:
        began = since_for(loaded, user)
        if user in late:
            if late[user].warned is None:
                found.append(Deadline(DeadlineKind.SECOND, late[user].at + seconds, user))
        elif began is not None:
            found.append(Deadline(DeadlineKind.LATE, began + seconds, user))
    return tuple(found)
