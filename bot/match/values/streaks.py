"""Streaks of days.

A day of absence does not interrupt a streak, and does not count towards it.
"""

from collections.abc import Sequence

from bot.match.values.days import Day, end_of, shifted, start_of
from bot.match.values.times import Span

HALF_A_DAY = 12 * 3600
"""Seconds of absence that make a day count as a day of absence."""


def streaks(played: Sequence[Day], absences: Sequence[Span], today: Day) -> tuple[int, int]:
    """Return the lengths of the current and of the longest streak.

    `absences` are ordered by start and don't overlap.
    """
    longest = row = 0
    before: Day | None = None
    for day in played:
        row = row + 1 if before is not None and _holds(before, day, absences) else 1
        longest, before = max(longest, row), day
    continues = before is not None and (before >= today or _holds(before, today, absences))
    return row if continues else 0, longest


def _holds(before: Day, day: Day, absences: Sequence[Span]) -> bool:
    between = shifted(before, 1)
    while between < day:
        if not _was_away(between, absences):
            return False
        between = shifted(between, 1)
    return True


def _was_away(day: Day, absences: Sequence[Span]) -> bool:
    first, end = start_of(day), end_of(day)
    return (
        sum(max(min(absence.end, end) - max(absence.start, first), 0) for absence in absences)
        >= HALF_A_DAY
    )
