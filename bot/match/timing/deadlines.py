"""Deadlines: the rows, stored with each commit, that say when to look at a match again.

A stored time ignores everything that stops a clock, such as quiet hours and downtimes, so it is
never too late. When it comes, the timekeeper computes the exact time, and moves the row there if
that is later. Nothing waits in memory, so a restart loses no deadline.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.timing.clocks import Stops, runs, since_for
from bot.match.timing.lateness import latenesses
from bot.match.values.players import UserId
from bot.match.values.times import DAY, Span, runs_down

END = 60 * DAY
"""Seconds without a move that end a match, whatever its pace, paused or not."""
WARNED = (14, 3)
FIRST = END - WARNED[0] * DAY


def idle_since(loaded: Loaded) -> int:
    moments = [loaded.roster.started or loaded.record.created]
    moments += [span.end for span in loaded.roster.pauses[-1:]]
    if loaded.log:
        moments.append(loaded.log[-1].at)
    return max(moments)


def next_idle(loaded: Loaded) -> tuple[int, int] | None:
    """Return the time of the next warning and the days left then (0 for the end), or None if the
    match does not run.

    A late warning, for example after a downtime, moves the end: the match continues for as many
    days as the warning says.
    """
    if loaded.status is not Status.RUNNING:
        return None
    began = idle_since(loaded)
    warned_at: dict[int, int] = {}
    for event in loaded.events:
        if event.kind is MatchEventKind.RESUMED:
            warned_at.clear()
        elif event.kind is MatchEventKind.IDLE_WARNED and event.after_seq == loaded.seq:
            warned_at[event.fact(int)] = event.at
    first, last = WARNED
    if first not in warned_at:
        return began + FIRST, first
    if last not in warned_at:
        return max(began + END - last * DAY, warned_at[first] + (first - last) * DAY), last
    return warned_at[last] + last * DAY, 0


PAUSED_FOR = 3 * DAY
"""Seconds for which a match of a tournament can be paused, over all its pauses."""


def pause_left(loaded: Loaded) -> int | None:
    """Return the seconds for which a match can still be paused, or None for no limit.

    A pause that still lasts counts as if it had just begun.
    """
    if not loaded.in_tournament:
        return None
    return max(PAUSED_FOR - sum(span.end - span.start for span in loaded.roster.pauses), 0)


def pause_end(loaded: Loaded, downtimes: Sequence[Span]) -> int | None:
    """Return the latest end of the present pause, in seconds since 1970.

    Return None without a pause or a limit. `downtimes`, ordered by start, don't count.
    """
    began, left = loaded.roster.paused, pause_left(loaded)
    return None if began is None or left is None else runs_down(began, left, downtimes)


class DeadlineKind(Enum):
    LATE = "late"
    SECOND = "second"
    IDLE = "idle"
    """The idle match gets a warning or ends; `user` is 0."""
    PAUSE = "pause"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Deadline:
    kind: DeadlineKind
    at: int
    """In seconds since 1970, never later than the event; whatever stops the clock makes the event
    later.
    """
    user: UserId = 0


def deadlines_after(before: Loaded, after: Loaded) -> tuple[Deadline, ...] | None:
    """Return the deadlines after a change; None if they stay the same.

    Moves alone don't update the idle deadline: they only make it later, and an early look is
    harmless.
    """
    if after.status is not Status.RUNNING:
        return () if before.status is Status.RUNNING else None
    if len(after.events) > len(before.events):
        return all_deadlines(after)
    return of_people(after) if runs(after) else None


def all_deadlines(loaded: Loaded) -> tuple[Deadline, ...]:
    idle = next_idle(loaded)
    people = of_people(loaded) if runs(loaded) else ()
    deadlines = (*people, *of_day(loaded), *_of_pause(loaded, ()))
    return deadlines if idle is None else (*deadlines, Deadline(DeadlineKind.IDLE, idle[0]))


def exact_deadlines(loaded: Loaded, stops: Stops) -> tuple[Deadline, ...]:
    deadlines = [*of_day(loaded), *_of_pause(loaded, stops.downtimes)]
    idle = next_idle(loaded)
    if idle is not None:
        deadlines.append(Deadline(DeadlineKind.IDLE, idle[0]))
    late = {lateness.user: lateness for lateness in latenesses(loaded)}
    for user in loaded.people_to_act:
        if user not in late:
            kind, at = DeadlineKind.LATE, stops.due(loaded, user)
        elif late[user].warned is None:
            kind, at = DeadlineKind.SECOND, stops.second(loaded, late[user])
        else:
            continue
        if at is not None:
            deadlines.append(Deadline(kind, at, user))
    return tuple(deadlines)


def of_day(loaded: Loaded) -> tuple[Deadline, ...]:
    at = loaded.record.day_ends
    return () if at is None else (Deadline(DeadlineKind.DAY, at),)


def _of_pause(loaded: Loaded, downtimes: Sequence[Span]) -> tuple[Deadline, ...]:
    at = pause_end(loaded, downtimes)
    return () if at is None else (Deadline(DeadlineKind.PAUSE, at),)


def of_people(loaded: Loaded) -> tuple[Deadline, ...]:
    """Return the earliest times at which players who must act can be late, or get a second
    warning.
    """
    seconds = loaded.record.pace.seconds
    if seconds is None:
        return ()
    late = {lateness.user: lateness for lateness in latenesses(loaded)}
    deadlines: list[Deadline] = []
    for user in loaded.people_to_act:
        began = since_for(loaded, user)
        if user in late:
            if late[user].warned is None:
                deadlines.append(Deadline(DeadlineKind.SECOND, late[user].at + seconds, user))
        elif began is not None:
            deadlines.append(Deadline(DeadlineKind.LATE, began + seconds, user))
    return tuple(deadlines)
