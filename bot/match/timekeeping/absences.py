"""Days off: people who are away, in all their matches, and what the others are told about it.

A change is told once it has stood for a while, so that nobody hears of one that is taken back. Of
somebody who leaves and comes back again and again they hear only now and then; the boards say how
it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from bot.match.core.confirmed_write import confirmed_write
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.people.pings import STANDS
from bot.match.timing.clocks import Hours
from bot.match.timing.deadline_store import AbsencePlan, DeadlineStore
from bot.match.timing.errors import AwayInPast, AwayTooLong, NotAway
from bot.match.timing.quiet_hours import FROM, UNTIL, ZONE
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Clock, Span
from bot.storage.base.database import Repository

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


@dataclass(frozen=True, slots=True)
class Away:
    """Whether somebody is away, and for how long they still may be."""

    until: int | None
    """Until when they are away, in seconds since 1970; None: they are not."""
    left: int
    """Seconds of days off that are left in this calendar month, by UTC."""
    most: int
    """Until when they may be away at most, in seconds since 1970; now if no day off is left."""
    matches: tuple[MatchId, ...]
    """Their running matches in all servers."""


class AbsenceService:
    """Lets people be away and come back."""

    def __init__(self, clock: Clock, deadlines: DeadlineStore) -> None:
        self._clock = clock
        self._deadlines = deadlines

    async def away(self, user: UserId, until: int) -> Away:
        """Be away from now until then; raises AwayInPast, or AwayTooLong beyond the budget."""
        now = self._clock.now()
        return await self._change(user, lambda spans: leave(spans, now, until), until, now)

    async def back(self, user: UserId) -> Away:
        """Be back, and keep what is left of the days off; raises NotAway."""
        now = self._clock.now()
        return await self._change(user, lambda spans: come_back(spans, now), None, now)

    async def absence(self, user: UserId) -> Away:
        """Whether somebody is away now, and how much of the budget is left."""
        now = self._clock.now()
        spans = await self._deadlines.absences(user, month_of(now).start)
        return await self._away(user, spans, now)

    async def _change(self, user: UserId, plan: AbsencePlan, until: int | None, now: int) -> Away:
        """How it is after the plan, which leaves them away `until` then, or here."""
        since = month_of(now).start

        async def look() -> tuple[Span, ...] | None:
            found = await self._deadlines.absences(user, since)
            return found if Hours(absences=found).away(now) == until else None

        spans = await confirmed_write(lambda: self._deadlines.absences(user, since, plan), look)
        try:
            return await self._away(user, spans, now)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def _away(self, user: UserId, spans: tuple[Span, ...], now: int) -> Away:
        return Away(
            until=Hours(absences=spans).away(now),
            left=left(spans, now),
            most=furthest(spans, now),
            matches=await self._deadlines.matches_of(user),
        )


BETWEEN = HOUR
"""The fewest seconds between two messages about the same person's days off."""


@dataclass(frozen=True, slots=True)
class AbsenceNews:
    """Somebody whose days off or quiet hours have changed since the others were told."""

    user: UserId
    stamp: int
    """A number that grows with each change."""
    noticed: int | None
    """When the last change was noticed, in seconds since 1970; None: not yet."""
    until: int | None
    """Until when the others think that they are away; None: not at all."""
    hours: str
    """The quiet hours by which boards show times, as `quiet_hours_text` gives them."""
    sent: int | None
    """When a message last told of their days off; None: never."""


class NewsStep(Enum):
    """What to do next about a change."""

    NOTICE = "notice"
    """Note that it was noticed."""
    WAIT = "wait"
    DROP = "drop"
    """Do nothing: it is as the others were told."""
    RENEW = "renew"
    """Edit the boards: their times have changed."""
    TELL = "tell"
    """Edit the boards and tell the others by a message."""


class AbsenceNewsStore(Repository):
    """What other players have heard of days off and quiet hours. Each write is one transaction.

    Triggers count the changes, in the transaction of each change.
    """

    async def due(self, most: int) -> tuple[AbsenceNews, ...]:
        """Return up to `most` people with an unannounced change, ordered by id."""
        found = await self._database.rows(
            "SELECT user, stamp, noticed, until, hours, sent FROM rest_news"
            " INDEXED BY rest_news_due WHERE stamp > told ORDER BY user LIMIT ?",
            most,
        )
        return tuple(AbsenceNews(*row) for row in found)

    async def noticed(self, news: AbsenceNews, now: int) -> None:
        """Note when this change was noticed."""
        await self._database.execute(
            "UPDATE rest_news SET noticed = ? WHERE user = ? AND stamp = ? AND noticed IS NULL",
            now,
            news.user,
            news.stamp,
        )

    async def told(
        self, news: AbsenceNews, until: int | None, hours: str, sent: int | None
    ) -> bool:
        """Record an announcement; return False if it is outdated or another process was faster."""
        changed = await self._database.execute(
            "UPDATE rest_news SET told = stamp, until = ?, hours = ?, sent = ?"
            " WHERE user = ? AND stamp = ? AND told < stamp",
            until,
            hours,
            sent,
            news.user,
            news.stamp,
        )
        return changed > 0


def quiet_hours_text(settings: Mapping[str, str]) -> str:
    """A user's quiet hours as one text, which differs whenever they do."""
    if FROM not in settings:
        return ""
    return "|".join(settings.get(name, "") for name in (ZONE, FROM, UNTIL))


def next_step(news: AbsenceNews, until: int | None, hours: str, now: int) -> NewsStep:
    """What to do now about somebody who is away `until` then (None: not) and has these hours."""
    if news.noticed is None:
        return NewsStep.NOTICE
    if 0 <= now - news.noticed < STANDS:
        return NewsStep.WAIT
    if until != _known(news, now):
        fresh = news.sent is not None and 0 <= now - news.sent < BETWEEN
        return NewsStep.WAIT if fresh else NewsStep.TELL
    return NewsStep.DROP if hours == news.hours else NewsStep.RENEW


def _known(news: AbsenceNews, now: int) -> int | None:
    """Until when the others think that somebody is away; None if that is over by now."""
    return news.until if news.until is not None and news.until > now else None
