"""Pauses, and the other players' answers to a late player: votes, offers, claims, returns."""

from collections.abc import Callable

from bot.match.core.matches import Matches
from bot.match.log.events import MatchEventKind, Remedy, Vote
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import MatchId
from bot.match.people.servers import ServerStore, admit
from bot.match.playing.decisions import check_player, check_running
from bot.match.playing.service import MatchService
from bot.match.timekeeping.absences import AbsenceService
from bot.match.timekeeping.timekeeper import Timekeeper
from bot.match.timing import errors
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.deadlines import PAUSED_FOR, pause_left
from bot.match.timing.late_votes import (
    CLAIMED_BY,
    ENDED_BY,
    carry_out,
    choices,
    decision,
    forfeited,
    kept_out_of,
    leads,
    may_claim,
    voters,
)
from bot.match.timing.lateness import Lateness, lateness, latenesses
from bot.match.values.caps import CapCheck, CapReached, Caps
from bot.match.values.errors import AlreadyIn, NotInMatch, Refusal, TooManyMatches
from bot.match.values.players import UserId
from bot.match.values.times import DAY


class PauseService:
    """`asked` is the number of the event that proposed the pause, if a button names it. The methods
    then apply only to that proposal, so that an old button can't affect a later one.
    """

    def __init__(self, service: MatchService) -> None:
        self._service = service

    async def pause(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        """Propose a pause, or agree to the proposed one. When all have agreed, late players get
        their full time again.
        """

        def decide(loaded: Loaded, new: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is not None:
                raise errors.Paused
            _check_meant(asked, _proposals(loaded)[0], errors.NoPauseAsked)
            if pause_left(loaded) == 0:
                raise errors.PausesUsedUp(days=PAUSED_FOR // DAY)
            agreed = {*loaded.roster.pause_asked, user}
            others = tuple(player for player in loaded.roster.people if player not in agreed)
            if user not in loaded.roster.pause_asked:
                new.add(MatchEventKind.PAUSE_ASKED, holder=user)
            elif others:
                raise errors.PauseAgreed(users=others)
            if others:
                return
            for late in latenesses(loaded):
                carry_out(new, late, Vote(Remedy.WAIT))
            new.add(MatchEventKind.PAUSED)

        return await self._service.add_events(match, decide)

    async def decline_pause(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is not None:
                raise errors.Paused
            if not loaded.roster.pause_asked:
                raise errors.NoPauseAsked
            _check_meant(asked, _proposals(loaded)[0], errors.NoPauseAsked)
            new.add(MatchEventKind.PAUSE_DECLINED, holder=user)

        return await self._service.add_events(match, decide)

    async def resume(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is None:
                raise errors.NotPaused
            _check_meant(asked, _proposals(loaded)[1], errors.NotPaused)
            new.add(MatchEventKind.RESUMED, holder=user)

        return await self._service.add_events(match, decide)


def _proposals(loaded: Loaded) -> tuple[int | None, int | None]:
    proposal: int | None = None
    accepted: int | None = None
    for event in loaded.events:
        if event.kind is MatchEventKind.PAUSE_ASKED and proposal is None:
            proposal = event.n
        elif event.kind is MatchEventKind.PAUSE_DECLINED:
            proposal = None
        elif event.kind is MatchEventKind.PAUSED:
            proposal, accepted = None, proposal
        elif event.kind is MatchEventKind.RESUMED:
            accepted = None
    return proposal, accepted


def _check_meant(asked: int | None, proposal: int | None, missing: type[Refusal]) -> None:
    if asked is not None and proposal != asked:
        raise missing if proposal is None else errors.SettledAlready


ENDINGS = (
    MatchEventKind.LATE,
    MatchEventKind.WAITED,
    MatchEventKind.STOOD_IN,
    MatchEventKind.REPLACED,
    MatchEventKind.FORFEITED,
    MatchEventKind.HANDED,
)
"""Events of a seat that end an earlier lateness."""


class LateService:
    """Actions about late players. Each names a Lateness by its id, so that an old button can't
    apply to a later one.
    """

    def __init__(
        self, service: MatchService, alerts: TurnAlertStore, caps: Caps, servers: ServerStore | None
    ) -> None:
        self._service = service
        self._alerts = alerts
        self._caps = caps
        self._servers = servers

    async def vote(
        self, match: MatchId, user: UserId, late: int, vote: Vote
    ) -> tuple[Loaded, Vote | None]:
        """Vote about a lateness, or change a vote; carry out the decision if there is one.

        Return the match, and the decision or None.
        While the late player can't know about it, only WAIT is allowed.
        """
        alerts = await self._alerts.of_match(match)
        posted = await self._alerts.notices_posted(match)
        before = await self._service.matches.load(match)
        kept_out = await kept_out_of(before, self._servers)
        now = self._service.matches.clock.now()
        outcome: Vote | None = None

        def decide(loaded: Loaded, new: NewEvents) -> CapCheck | None:
            nonlocal outcome
            check_player(loaded, user)
            current = _current(loaded, late)
            if user not in voters(loaded):
                raise errors.OwnLateness
            _check_allowed(loaded, current, vote)
            if vote.person in kept_out:
                raise errors.CantTakeSeat(user=vote.person)
            alert = alerts.get(current.user)
            knows = alert is None or alert.may_know(posted.get(late, current.at), now)
            if vote.choice is not Remedy.WAIT and not knows:
                raise errors.LateUnaware(user=current.user)
            repeated = dict(current.votes).get(user) == vote
            if not repeated:
                new.add(MatchEventKind.VOTED, seat=current.seat, holder=user, detail=vote)
            after = new.after()
            decided = decision(after, _current(after, late), kept_out)
            if repeated and decided is None:
                raise errors.ChosenAlready
            outcome = decided
            if decided is None:
                return None
            carry_out(new, current, decided)
            return self._cap_check(decided.person)

        loaded = await self._add_events(match, decide)
        return loaded, outcome

    async def offer(self, match: MatchId, user: UserId, late: int) -> Loaded:
        before = await self._service.matches.load(match)
        await admit(self._servers, before.record.guild, user)

        def decide(loaded: Loaded, new: NewEvents) -> CapCheck | None:
            check_running(loaded)
            current = _current(loaded, late)
            if loaded.in_tournament:
                raise errors.SeatOfTournament
            if user == current.user:
                raise errors.OwnSeat
            if user in loaded.roster.had_part:
                raise errors.PlaysAlready
            if user in current.offers:
                raise errors.OfferedAlready
            new.add(MatchEventKind.OFFERED, seat=current.seat, holder=user)
            return self._cap_check(user)

        return await self._add_events(match, decide)

    async def claim(self, match: MatchId, user: UserId, late: int) -> Loaded:
        """Win a match of two whose other player was warned a second time."""

        def decide(loaded: Loaded, new: NewEvents) -> None:
            check_player(loaded, user)
            current = _current(loaded, late)
            if len(loaded.roster.people) != CLAIMED_BY:
                raise errors.ClaimNotOfTwo
            if user not in voters(loaded):
                raise errors.OwnLateness
            if not may_claim(loaded, current):
                raise errors.ClaimTooEarly(user=current.user)
            new.add(MatchEventKind.CLAIMED, seat=current.seat, holder=user)
            new.add(MatchEventKind.HANDED, seat=current.seat)
            new.add(MatchEventKind.ENDED)

        return await self._service.add_events(match, decide)

    async def take_back_seat(self, match: MatchId, user: UserId) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            check_running(loaded)
            roster = loaded.roster
            if user in roster.people:
                raise AlreadyIn
            lost = [seat for seat, loser in roster.replaced if loser == user]
            if not lost:
                raise errors.NotReplaced if user in roster.original else NotInMatch
            if forfeited(loaded, lost[-1], user):
                raise errors.SeatForfeited
            holder = roster.holders[lost[-1]]
            if holder is not None:
                raise errors.SeatTaken(user=holder)
            new.add(MatchEventKind.RETURNED, seat=lost[-1], holder=user)
            new.add(MatchEventKind.HANDED, seat=lost[-1], holder=user)

        return await self._service.add_events(match, decide)

    def _cap_check(self, user: UserId | None) -> CapCheck | None:
        return None if user is None else CapCheck((user,), self._caps.running_of_user)

    async def _add_events(
        self, match: MatchId, decide: Callable[[Loaded, NewEvents], CapCheck | None]
    ) -> Loaded:
        try:
            return await self._service.add_events(match, decide)
        except CapReached as reached:
            raise TooManyMatches(users=reached.users, most=self._caps.running_of_user) from reached


def _current(loaded: Loaded, late: int) -> Lateness:
    current = lateness(loaded, late)
    if current is not None:
        return current
    event = loaded.events[late] if 0 <= late < len(loaded.events) else None
    if event is None or event.kind is not MatchEventKind.LATE:
        raise errors.SettledAlready
    after = loaded.events[late + 1 :]
    ended = any(later.seat == event.seat and later.kind in ENDINGS for later in after)
    if ended or any(later.kind is MatchEventKind.PAUSED for later in after):
        raise errors.SettledAlready
    if not any(kept.entry.actor == event.seat for kept in loaded.log[event.after_seq :]):
        raise errors.SettledAlready  # the move before their turn was taken back
    raise errors.MovedMeanwhile(user=event.holder)


def _check_allowed(loaded: Loaded, late: Lateness, vote: Vote) -> None:
    if vote in choices(loaded, late):
        return
    if loaded.in_tournament:
        if vote.choice is Remedy.WAIT and voters(loaded):
            raise errors.WaitedAlready
        raise errors.SettledByWarning
    if vote.choice is Remedy.END:
        if len(voters(loaded)) < ENDED_BY:
            raise errors.TooFewToEnd
        leader = next(other for other in latenesses(loaded) if leads(loaded, other.seat))
        raise errors.LateLeads(user=leader.user)
    raise errors.NoSuchOffer


class TimingServices:
    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: DeadlineStore,
        alerts: TurnAlertStore,
        *,
        servers: ServerStore | None = None,
        caps: Caps | None = None,
        serves: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """`serves`: whether this process acts for a server, and players there can reach it."""
        self.timekeeper = Timekeeper(
            matches, service, deadlines, alerts, caps or Caps(), serves, servers
        )
        self.late = LateService(service, alerts, caps or Caps(), servers)
        self.pauses = PauseService(service)
        self.absences = AbsenceService(matches.clock, deadlines)
