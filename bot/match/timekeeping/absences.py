"""Days off: players who are away in all their matches, and the announcements to the others.

A change is announced only after it has lasted a while, so that players don't read about one that
was taken back. If a player leaves and returns repeatedly, the others get a message only now and
then; the boards are always current.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from bot.match.core.confirmed_write import confirmed_write
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.people.messages import MessageKey, MessageKind, want
from bot.match.people.pings import STANDS
from bot.match.timing.clocks import Hours
from bot.match.timing.deadline_store import AbsencePlan, DeadlineStore
from bot.match.timing.errors import AwayInPast, AwayTooLong, NotAway
from bot.match.timing.quiet_hours import FROM, UNTIL, ZONE
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Clock, Span
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows

BUDGET = 7
"""Days off in each calendar month (UTC)."""


def month_of(at: int) -> Span:
    first = datetime.fromtimestamp(at, UTC).replace(day=1, hour=0, minute=0, second=0)
    year, month = divmod(first.year * 12 + first.month, 12)
    following = first.replace(year=year, month=month + 1)
    return Span(int(first.timestamp()), int(following.timestamp()))


def left(absences: tuple[Span, ...], at: int) -> int:
    month = month_of(at)
    used = sum(
        max(min(absence.end, month.end) - max(absence.start, month.start), 0)
        for absence in absences
    )
    return BUDGET * DAY - used


def leave(absences: tuple[Span, ...], now: int, until: int) -> tuple[Span, ...]:
    """Return the absences of a player who is away from now until `until`. A current absence ends
    now.

    Raise AwayInPast or AwayTooLong.
    """
    if until <= now:
        raise AwayInPast
    before = _cut(absences, now)
    after = (*before, Span(now, until))
    for month in _months(now, until):
        if left(after, month.start) < 0:
            days = max(left(before, month.start), 0) // DAY
            first = datetime.fromtimestamp(month.start, UTC).date()
            raise AwayTooLong(budget=BUDGET, month=first, days=days)
    return after


def furthest(absences: tuple[Span, ...], now: int) -> int:
    before = _cut(absences, now)
    until = now
    for month in _months(now, month_of(now).end + 1):
        until = min(until + max(left(before, month.start), 0), month.end)
        if until < month.end:
            break
    return until


def come_back(absences: tuple[Span, ...], now: int) -> tuple[Span, ...]:
    if not any(absence.start <= now < absence.end for absence in absences):
        raise NotAway
    return _cut(absences, now)


def _cut(absences: tuple[Span, ...], now: int) -> tuple[Span, ...]:
    cut = (Span(absence.start, min(absence.end, now)) for absence in absences)
    return tuple(absence for absence in cut if absence.end > absence.start)


def _months(start: int, end: int) -> Iterator[Span]:
    while start < end:
        month = month_of(start)
        yield month
        start = month.end


@dataclass(frozen=True, slots=True)
class Away:
    until: int | None
    """End of the absence, in seconds since 1970, if there is one."""
    left: int
    most: int
    matches: tuple[MatchId, ...]


class AbsenceService:
    def __init__(self, clock: Clock, deadlines: DeadlineStore) -> None:
        self._clock = clock
        self._deadlines = deadlines

    async def away(self, user: UserId, until: int) -> Away:
        now = self._clock.now()
        return await self._change(user, lambda spans: leave(spans, now, until), until, now)

    async def back(self, user: UserId) -> Away:
        now = self._clock.now()
        return await self._change(user, lambda spans: come_back(spans, now), None, now)

    async def absence(self, user: UserId) -> Away:
        now = self._clock.now()
        spans = await self._deadlines.absences(user, month_of(now).start)
        return await self._away(user, spans, now)

    async def _change(self, user: UserId, plan: AbsencePlan, until: int | None, now: int) -> Away:
        since = month_of(now).start

        async def look() -> tuple[Span, ...] | None:
            absences = await self._deadlines.absences(user, since)
            return absences if Hours(absences=absences).away(now) == until else None

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
"""Minimum seconds between two messages about the same player's days off."""


@dataclass(frozen=True, slots=True)
class AbsenceNews:
    user: UserId
    stamp: int
    noticed: int | None
    """When the last change was noticed, in seconds since 1970; None before that."""
    until: int | None
    """End of the absence that was announced last, if any."""
    hours: str
    """The quiet hours behind the times on the boards, as `quiet_hours_text`."""
    sent: int | None
    """When a message last announced days off, if ever."""


ABSENCE_NEWS = Rows(AbsenceNews, "absence_news INDEXED BY absence_news_due")
NEWS_OF_USER = Rows(AbsenceNews, "absence_news")


class NewsStep(Enum):
    NOTICE = "notice"
    WAIT = "wait"
    DROP = "drop"
    """The others already know this state."""
    RENEW = "renew"
    TELL = "tell"


class AbsenceNewsStore(Repository):
    """Announcements of days off and quiet hours. The transactions of changes count them."""

    async def due(self, most: int) -> tuple[AbsenceNews, ...]:
        where = "WHERE stamp > told ORDER BY user LIMIT ?"
        return await self._database.all(ABSENCE_NEWS, where, most)

    async def note_noticed(self, news: AbsenceNews, now: int) -> None:
        await self._database.execute(
            "UPDATE absence_news SET noticed = ? WHERE user = ? AND stamp = ? AND noticed IS NULL",
            now,
            news.user,
            news.stamp,
        )

    async def of_user(self, user: UserId) -> AbsenceNews | None:
        return await self._database.one(NEWS_OF_USER, "WHERE user = ?", user)

    async def note_told(
        self,
        news: AbsenceNews,
        until: int | None,
        hours: str,
        sent: int | None,
        places: Mapping[int, int],
    ) -> bool:
        """Note that a state is announced, and write a message for each place, with its server.

        Return False, and write nothing, if it has changed or is announced already.
        """

        def work(connection: Connection) -> bool:
            changed = connection.execute(
                "UPDATE absence_news SET told = stamp, until = ?, hours = ?, sent = ?"
                " WHERE user = ? AND stamp = ? AND told < stamp",
                (until, hours, sent, news.user, news.stamp),
            )
            if changed.rowcount == 0:
                return False
            for place, guild in places.items():
                key = MessageKey(MessageKind.ABSENCE, place, news.stamp, news.user)
                want(connection, key, guild, place=place)
            return True

        return await self._database.writer.write(work)


def quiet_hours_text(settings: Mapping[str, str]) -> str:
    if FROM not in settings:
        return ""
    return "|".join(settings.get(name, "") for name in (ZONE, FROM, UNTIL))


def next_step(news: AbsenceNews, until: int | None, hours: str, now: int) -> NewsStep:
    if news.noticed is None:
        return NewsStep.NOTICE
    if 0 <= now - news.noticed < STANDS:
        return NewsStep.WAIT
    if until != _known(news, now):
        fresh = news.sent is not None and 0 <= now - news.sent < BETWEEN
        return NewsStep.WAIT if fresh else NewsStep.TELL
    return NewsStep.DROP if hours == news.hours else NewsStep.RENEW


def _known(news: AbsenceNews, now: int) -> int | None:
    return news.until if news.until is not None and news.until > now else None
