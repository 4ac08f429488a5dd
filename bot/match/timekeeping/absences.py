"""Days off: people who are away, in all their matches."""

from dataclasses import dataclass

from bot.match.core.confirmed_write import confirmed_write
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.timing.clocks import Hours
from bot.match.timing.days_off import come_back, furthest, leave, left, month_of
from bot.match.timing.deadline_store import AbsencePlan, DeadlineStore
from bot.match.values.players import UserId
from bot.match.values.times import Clock, Span


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
