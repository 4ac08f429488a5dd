"""Pauses of matches, and people who are away."""

from dataclasses import dataclass

from bot.match.away import come_back, leave, left, month_of
from bot.match.changing import Changer, inside, waiting
from bot.match.errors_pace import NoPauseAsked, NotPaused, PauseAgreed, Paused
from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.lateness import Choice, Vote, latenesses
from bot.match.loaded import Loaded
from bot.match.ports_pace import Deadlines, Plan
from bot.match.settling import History
from bot.match.types import MatchId


@dataclass(frozen=True, slots=True)
class Away:
    """Whether somebody is away, and what they may be yet."""

    until: int | None
    """In seconds since 1970; None: they are here."""
    left: int
    """Seconds of days off that are left in this calendar month, by UTC."""
    matches: tuple[MatchId, ...]
    """Their running matches in all servers."""


class RestService:
    """What stops the clocks of a match, or of a person, by their wish."""

    def __init__(self, changer: Changer, deadlines: Deadlines) -> None:
        self._changer = changer
        self._deadlines = deadlines

    async def pause(self, match: MatchId, user: UserId) -> Loaded:
        """Propose a pause, or agree to the one that is proposed; it begins when all agree.

        In a pause no clock runs and nobody moves. A lateness ends with it: those who were late
        have their whole time again after it.
        """

        def decide(loaded: Loaded, history: History) -> None:
            inside(loaded, user)
            if loaded.roster.paused is not None:
                raise Paused
            asked = loaded.roster.pause_asked
            others = waiting(loaded, (*asked, user))
            if user in asked and others:
                raise PauseAgreed(users=others)
            if user not in asked:
                history.add(EventKind.PAUSE_ASKED, holder=user)
            if others:
                return
            for late in latenesses(loaded):
                history.settle(late, Vote(Choice.WAIT))
            history.add(EventKind.PAUSED)

        return await self._changer.change(match, decide)

    async def decline_pause(self, match: MatchId, user: UserId) -> Loaded:
        """Be against the pause that is proposed, or take it back; nobody is asked any more."""

        def decide(loaded: Loaded, history: History) -> None:
            inside(loaded, user)
            if loaded.roster.paused is not None:
                raise Paused
            if not loaded.roster.pause_asked:
                raise NoPauseAsked
            history.add(EventKind.PAUSE_DECLINED, holder=user)

        return await self._changer.change(match, decide)

    async def resume(self, match: MatchId, user: UserId) -> Loaded:
        """End a pause; anybody in the match may."""

        def decide(loaded: Loaded, history: History) -> None:
            inside(loaded, user)
            if loaded.roster.paused is None:
                raise NotPaused
            history.add(EventKind.RESUMED, holder=user)

        return await self._changer.change(match, decide)

    async def away(self, user: UserId, until: int) -> Away:
        """Be away from now on until then; raises AwayInPast, or AwayTooLong beyond the budget."""
        now = self._changer.matches.clock.now()
        return await self._now(user, now, lambda spans: leave(spans, now, until))

    async def back(self, user: UserId) -> Away:
        """Be back: what is left of the days off is theirs again; raises NotAway."""
        now = self._changer.matches.clock.now()
        return await self._now(user, now, lambda spans: come_back(spans, now))

    async def absence(self, user: UserId) -> Away:
        """Whether somebody is away now, and how much of the budget is left."""
        return await self._now(user, self._changer.matches.clock.now())

    async def _now(self, user: UserId, now: int, plan: Plan | None = None) -> Away:
        spans = await self._deadlines.absences(user, month_of(now).start, plan)
        until = next((span.end for span in spans if span.start <= now < span.end), None)
        return Away(until, left(spans, now), await self._deadlines.matches_of(user))
