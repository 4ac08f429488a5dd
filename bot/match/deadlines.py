"""When a match must be looked at again: the rows that a commit keeps beside it.

Each is no later than the time it is about, as nothing that stops a clock is asked for here.
"""

from bot.match.clocks import runs, since
from bot.match.idle import next_idle
from bot.match.lateness import latenesses
from bot.match.loaded import Loaded
from bot.match.types import Deadline, Due, Status


def due_after(before: Loaded, after: Loaded) -> tuple[Due, ...] | None:
    """What is due once `before` has become `after`; None where nothing changes that.

    The idle time is among it only where there are new events: with every move it would only
    come later, and a look that comes too early does no harm.
    """
    if after.status is not Status.RUNNING:
        return () if before.status is Status.RUNNING else None
    clock = runs(after)
    events = len(after.events) > len(before.events)
    if not clock and not events:
        return None
    found = of_people(after) if clock else ()
    idle = next_idle(after) if events else None
    return found if idle is None else (*found, Due(Deadline.IDLE, idle[0]))


def of_people(loaded: Loaded) -> tuple[Due, ...]:
    """For those who must act: when they may be late, or may be warned a second time."""
    seconds = loaded.record.pace.seconds
    if seconds is None:
        return ()
    late = {one.user: one for one in latenesses(loaded)}
    found: list[Due] = []
    for user in loaded.people_to_act:
        seat = loaded.roster.seat_of(user)
        began = None if seat is None else since(loaded, seat)
        if user in late:
            if late[user].warned is None:
                found.append(Due(Deadline.SECOND, late[user].at + seconds, user))
        elif began is not None:
            found.append(Due(Deadline.LATE, began + seconds, user))
    return tuple(found)
