"""Days in a row: a day away keeps the row, without being counted."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.values.days import Day, end_of, shifted, start_of
from bot.match.values.times import Span

HALF_A_DAY = 12 * 3600
"""Somebody was away on a day if they were so for at least this many seconds of it."""


@dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row somebody has a result of."""

    now: int
    """The row that goes on: today may still be missing. 0 if it is broken."""
    longest: int


def streak(played: Sequence[Day], absences: Sequence[Span], today: Day) -> Streak:
    """The rows of days with a result, which are given the earliest first.

    `absences` are the times away, ordered by start, none of which overlap.
    """
    longest = row = 0
    before: Day | None = None
    for day in played:
        row = row + 1 if before is not None and _holds(before, day, absences) else 1
        longest, before = max(longest, row), day
    goes_on = before is not None and (before >= today or _holds(before, today, absences))
    return Streak(row if goes_on else 0, longest)


def _holds(before: Day, day: Day, absences: Sequence[Span]) -> bool:
    """Whether somebody was away on every day between these two."""
    between = shifted(before, 1)
    while between < day:
        if not _was_away(between, absences):
            return False
        between = shifted(between, 1)
    return True


def _was_away(day: Day, absences: Sequence[Span]) -> bool:
    first, end = start_of(day), end_of(day)
    return sum(max(min(one.end, end) - max(one.start, first), 0) for one in absences) >= HALF_A_DAY
