"""How long matches of tournaments can be paused: others wait for their results."""

from collections.abc import Sequence

from bot.match.log.loaded import Loaded
from bot.match.values.times import DAY, Span, runs_down

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
