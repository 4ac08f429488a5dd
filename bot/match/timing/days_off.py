"""Days off: how many there are, and when somebody is away."""

from collections.abc import Iterator
from datetime import UTC, datetime

from bot.match.timing.errors import AwayInPast, AwayTooLong, NotAway
from bot.match.values.times import DAY, Span

BUDGET = 7
"""How many days of each calendar month, by UTC, a person may be away."""


def month_of(at: int) -> Span:
    """The calendar month, by UTC, that contains a moment."""
    first = datetime.fromtimestamp(at, UTC).replace(day=1, hour=0, minute=0, second=0)
    year, month = divmod(first.year * 12 + first.month, 12)
    following = first.replace(year=year, month=month + 1)
    return Span(int(first.timestamp()), int(following.timestamp()))


def left(absences: tuple[Span, ...], at: int) -> int:
    """How many seconds of days off are left in the month that contains a moment."""
    month = month_of(at)
    used = sum(max(min(one.end, month.end) - max(one.start, month.start), 0) for one in absences)
    return BUDGET * DAY - used


def leave(absences: tuple[Span, ...], now: int, until: int) -> tuple[Span, ...]:
    """The absences of somebody who is away from now until then; raises AwayInPast or AwayTooLong.

    If they are away already, that absence ends and this one begins.
    """
    if until <= now:
        raise AwayInPast
    before = _cut(absences, now)
    after = (*before, Span(now, until))
    for month in _months(now, until):
        if left(after, month.start) < 0:
            name = datetime.fromtimestamp(month.start, UTC).strftime("%Y-%m")
            days = max(left(before, month.start), 0) // DAY
            raise AwayTooLong(budget=BUDGET, month=name, days=days)
    return after


def furthest(absences: tuple[Span, ...], now: int) -> int:
    """Until when somebody who leaves now may be away at most; `now` if no day off is left."""
    before = _cut(absences, now)
    until = now
    for month in _months(now, month_of(now).end + 1):
        until = min(until + max(left(before, month.start), 0), month.end)
        if until < month.end:
            break
    return until


def come_back(absences: tuple[Span, ...], now: int) -> tuple[Span, ...]:
    """The absences of somebody who is back now, cut short; raises NotAway."""
    if not any(one.start <= now < one.end for one in absences):
        raise NotAway
    return _cut(absences, now)


def _cut(absences: tuple[Span, ...], now: int) -> tuple[Span, ...]:
    """The part of them that is over."""
    cut = (Span(one.start, min(one.end, now)) for one in absences)
    return tuple(one for one in cut if one.end > one.start)


def _months(start: int, end: int) -> Iterator[Span]:
    while start < end:
        month = month_of(start)
        yield month
        start = month.end
