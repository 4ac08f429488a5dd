"""Pauses of matches, and people who are away."""

from dataclasses import dataclass

from bot.match.confirmed_write import confirmed_write
from bot.match.errors import Refusal
from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.new_events import NewEvents
from bot.match.playing.changing import Changer, waiting
from bot.match.playing.checks import check_player
from bot.match.records import MatchId
from bot.match.store_errors import StoreTrouble, Unfinished
from bot.match.timing.days_off import come_back, furthest, leave, left, month_of
from bot.match.timing.deadline_store import AbsencePlan, DeadlineStore
from bot.match.timing.errors import NoPauseAsked, NotPaused, PauseAgreed, Paused, SettledAlready
from bot.match.timing.lateness import Choice, Vote, latenesses
from bot.match.timing.spans import Span


@dataclass(frozen=True, slots=True)
class Away:
    """Whether somebody is away, and what they may be yet."""

    until: int | None
    """In seconds since 1970; None: they are here."""
    left: int
    """Seconds of days off that are left in this calendar month, by UTC."""
    most: int
    """Until when they may be away at most, in seconds since 1970; now where no day is left."""
    matches: tuple[MatchId, ...]
    """Their running matches in all servers."""


class RestService:
    """What stops the clocks of a match, or of a person, by their wish."""

    def __init__(self, changer: Changer, deadlines: DeadlineStore) -> None:
        self._changer = changer
        self._deadlines = deadlines

    async def pause(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        """Propose a pause, or agree to the one that is proposed; it begins when all agree.

        With `asked`, agree to the proposal that began with that event, and to no other. In a
        pause no clock runs and nobody moves. A lateness ends with it: those who were late have
        their whole time again after it.
        """

        def decide(loaded: Loaded, history: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is not None:
                raise Paused
            _meant(asked, _proposals(loaded)[0], NoPauseAsked)
            agreed = loaded.roster.pause_asked
            others = waiting(loaded, (*agreed, user))
            if user in agreed and others:
                raise PauseAgreed(users=others)
            if user not in agreed:
                history.add(EventKind.PAUSE_ASKED, holder=user)
            if others:
                return
            for late in latenesses(loaded):
                history.settle(late, Vote(Choice.WAIT))
            history.add(EventKind.PAUSED)

        return await self._changer.change(match, decide)

    async def decline_pause(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        """Be against the pause that is proposed, or take it back; nobody is asked any more.

        With `asked`, against the proposal that began with that event, and no other.
        """

        def decide(loaded: Loaded, history: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is not None:
                raise Paused
            if not loaded.roster.pause_asked:
                raise NoPauseAsked
            _meant(asked, _proposals(loaded)[0], NoPauseAsked)
            history.add(EventKind.PAUSE_DECLINED, holder=user)

        return await self._changer.change(match, decide)

    async def resume(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        """End a pause; anybody in the match may.

        With `asked`, the pause that was proposed by that event, and no other.
        """

        def decide(loaded: Loaded, history: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is None:
                raise NotPaused
            _meant(asked, _proposals(loaded)[1], NotPaused)
            history.add(EventKind.RESUMED, holder=user)

        return await self._changer.change(match, decide)

    async def away(self, user: UserId, until: int) -> Away:
        """Be away from now on until then; raises AwayInPast, or AwayTooLong beyond the budget."""
        now = self._changer.matches.clock.now()
        return await self._changed(user, lambda spans: leave(spans, now, until), until, now)

    async def back(self, user: UserId) -> Away:
        """Be back: what is left of the days off is theirs again; raises NotAway."""
        now = self._changer.matches.clock.now()
        return await self._changed(user, lambda spans: come_back(spans, now), None, now)

    async def absence(self, user: UserId) -> Away:
        """Whether somebody is away now, and how much of the budget is left."""
        now = self._changer.matches.clock.now()
        spans = await self._deadlines.absences(user, month_of(now).start)
        return await self._told(user, spans, now)

    async def _changed(self, user: UserId, plan: AbsencePlan, wanted: int | None, now: int) -> Away:
        """How it is after the plan; `wanted` is until when they are away then."""
        since = month_of(now).start

        async def look() -> tuple[Span, ...] | None:
            found = await self._deadlines.absences(user, since)
            return found if _until(found, now) == wanted else None

        spans = await confirmed_write(lambda: self._deadlines.absences(user, since, plan), look)
        try:
            return await self._told(user, spans, now)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def _told(self, user: UserId, spans: tuple[Span, ...], now: int) -> Away:
        until, most = _until(spans, now), furthest(spans, now)
        return Away(until, left(spans, now), most, await self._deadlines.matches_of(user))


def _until(spans: tuple[Span, ...], now: int) -> int | None:
    """Until when somebody is away now; None: they are here."""
    return next((span.end for span in spans if span.start <= now < span.end), None)


def _proposals(loaded: Loaded) -> tuple[int | None, int | None]:
    """The events that began the proposal that stands, and the one that led to this pause."""
    standing: int | None = None
    led: int | None = None
    for event in loaded.events:
        if event.kind is EventKind.PAUSE_ASKED and standing is None:
            standing = event.n
        elif event.kind is EventKind.PAUSE_DECLINED:
            standing = None
        elif event.kind is EventKind.PAUSED:
            standing, led = None, standing
        elif event.kind is EventKind.RESUMED:
            led = None
    return standing, led


def _meant(asked: int | None, found: int | None, none: type[Refusal]) -> None:
    """Whether what was found is what an older button means; raises `none` or SettledAlready."""
    if asked is not None and found != asked:
        raise none if found is None else SettledAlready
