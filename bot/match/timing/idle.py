"""Matches in which nobody moves: they get two warnings, then end without a result."""

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.times import DAY

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
