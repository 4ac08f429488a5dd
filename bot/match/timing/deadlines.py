"""When a match must be looked at again: the rows that a commit keeps beside it.

Each is no later than the time it is about, as nothing that stops a clock is asked for here.
"""

from bot.match.loaded import Loaded
from bot.match.records import Status
from bot.match.timing.clocks import Stops, runs, since
from bot.match.timing.deadlines import Deadline, DeadlineKind
from bot.match.timing.idle import next_idle
from bot.match.timing.lateness import latenesses


def due_after(before: Loaded, after: Loaded) -> tuple[Deadline, ...] | None:
    """What is due once `before` has become `after`; None where nothing changes that.

    The idle time is among it only where there are new events: with every move it would only
    come later, and a look that comes too early does no harm.
    """
    if after.status is not Status.RUNNING:
        return () if before.status is Status.RUNNING else None
    if len(after.events) > len(before.events):
        return all_due(after)
    return of_people(after) if runs(after) else None


def all_due(loaded: Loaded) -> tuple[Deadline, ...]:
    """All that is due in a running match, each at the earliest."""
    idle = next_idle(loaded)
    people = of_people(loaded) if runs(loaded) else ()
    return people if idle is None else (*people, Deadline(DeadlineKind.IDLE, idle[0]))


def exactly(loaded: Loaded, stops: Stops) -> tuple[Deadline, ...]:
    """All that is due in a running match, each at its exact time."""
    found: list[Deadline] = []
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


def of_people(loaded: Loaded) -> tuple[Deadline, ...]:
    """For those who must act: when they may be late, or may be warned a second time."""
    seconds = loaded.record.pace.seconds
    if seconds is None:
        return ()
    late = {one.user: one for one in latenesses(loaded)}
    found: list[Deadline] = []
    for user in loaded.people_to_act:
        seat = loaded.roster.seat_of(user)
        began = None if seat is None else since(loaded, seat)
        if user in late:
            if late[user].warned is None:
                found.append(Deadline(DeadlineKind.SECOND, late[user].at + seconds, user))
        elif began is not None:
            found.append(Deadline(DeadlineKind.LATE, began + seconds, user))
    return tuple(found)
