"""What people do about somebody who is late: votes, offers, claims, and the way back."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.match.caps import CapCheck, CapReached, Caps
from bot.match.errors import NotInMatch
from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.lobby.errors import AlreadyIn, TooManyMatches
from bot.match.new_events import NewEvents
from bot.match.people.servers import ServerStore, admit
from bot.match.playing.changing import Changer
from bot.match.playing.checks import check_player, check_running
from bot.match.records import MatchId
from bot.match.timing.errors import (
    ChosenAlready,
    ClaimNotOfTwo,
    ClaimTooEarly,
    LateLeads,
    LateUnaware,
    MovedMeanwhile,
    NoSuchOffer,
    NotReplaced,
    OfferedAlready,
    OwnLateness,
    PlaysAlready,
    SeatTaken,
    SettledAlready,
    TooFewToEnd,
)
from bot.match.timing.late_votes import (
    CLAIMED_BY,
    ENDED_BY,
    choices,
    decision,
    leads,
    may_claim,
    voters,
)
from bot.match.timing.lateness import Choice, Lateness, Vote, latenesses
from bot.match.timing.lateness import lateness as standing
from bot.match.timing.visibility import TurnAlertStore

ENDINGS = (
    EventKind.LATE,
    EventKind.WAITED,
    EventKind.STOOD_IN,
    EventKind.REPLACED,
    EventKind.HANDED,
)
"""Events of a seat after which an earlier lateness of it is settled."""


@dataclass(frozen=True, slots=True)
class Voted:
    """A vote that counts."""

    loaded: Loaded
    """The match after it, and after what it decided."""
    late: Lateness
    """The lateness it was about, as it was before it."""
    decided: Vote | None
    """What is done now; None while the others have to choose, too."""


class LateService:
    """Who is late is named by the id of the Lateness, so that an old button means no other one."""

    def __init__(
        self, changer: Changer, calls: TurnAlertStore, caps: Caps, servers: ServerStore | None
    ) -> None:
        self._changer = changer
        self._calls = calls
        self._caps = caps
        self._servers = servers

    async def vote(self, match: MatchId, user: UserId, late: int, vote: Vote) -> Voted:
        """Choose what is done about a lateness; a new vote takes the place of an older one.

        Done is what decision() says. Raises a Refusal that says why not: nothing but waiting can
        be chosen while whoever is late can't know it.
        """
        calls, posted = await self._calls.of_match(match), await self._calls.told(match)
        now = self._changer.matches.clock.now()
        told: list[tuple[Lateness, Vote | None]] = []

        def decide(loaded: Loaded, history: NewEvents) -> CapCheck | None:
            check_player(loaded, user)
            found = _stands(loaded, late)
            if user not in voters(loaded):
                raise OwnLateness
            _allowed(loaded, found, vote)
            call = calls.get(found.user)
            knows = call is None or call.may_know(posted.get(late, found.at), now)
            if vote.choice is not Choice.WAIT and not knows:
                raise LateUnaware(user=found.user)
            again = dict(found.votes).get(user) == vote
            if not again:
                history.add(EventKind.VOTED, seat=found.seat, holder=user, detail=str(vote))
            after = history.after()
            decided = decision(after, _stands(after, late))
            if again and decided is None:
                raise ChosenAlready
            told[:] = [(found, decided)]
            if decided is None:
                return None
            history.settle(found, decided)
            return self._room(decided.person)

        loaded = await self._roomy(match, decide)
        return Voted(loaded, *told[-1])

    async def offer(self, match: MatchId, user: UserId, late: int) -> Loaded:
        """Offer to take over the seat of somebody who is late; for people who had no part in it.

        Raises Barred and TooManyMatches, too.
        """
        before = await self._changer.matches.look(match)
        await admit(self._servers, before.record.guild, user)

        def decide(loaded: Loaded, history: NewEvents) -> CapCheck | None:
            check_running(loaded)
            found = _stands(loaded, late)
            if user in loaded.roster.had_part:
                raise PlaysAlready
            if user in found.offers:
                raise OfferedAlready
            history.add(EventKind.OFFERED, seat=found.seat, holder=user)
            return self._room(user)

        return await self._roomy(match, decide)

    async def claim(self, match: MatchId, user: UserId, late: int) -> Loaded:
        """End a match of two by winning it, where the other was warned a second time."""

        def decide(loaded: Loaded, history: NewEvents) -> None:
            check_player(loaded, user)
            found = _stands(loaded, late)
            if len(loaded.roster.people) != CLAIMED_BY:
                raise ClaimNotOfTwo
            if user not in voters(loaded):
                raise OwnLateness
            if not may_claim(loaded, found):
                raise ClaimTooEarly(user=found.user)
            history.add(EventKind.CLAIMED, seat=found.seat, holder=user)
            history.add(EventKind.HANDED, seat=found.seat)
            history.add(EventKind.ENDED)

        return await self._changer.change(match, decide)

    async def take_back_seat(self, match: MatchId, user: UserId) -> Loaded:
        """Sit down again in the seat that a computer took over, as the user was late."""

        def decide(loaded: Loaded, history: NewEvents) -> None:
            check_running(loaded)
            roster = loaded.roster
            if user in roster.people:
                raise AlreadyIn
            lost = [seat for seat, one in roster.replaced if one == user]
            if not lost:
                raise NotReplaced if user in roster.original else NotInMatch
            holder = roster.holders[lost[-1]]
            if holder is not None:
                raise SeatTaken(user=holder)
            history.add(EventKind.RETURNED, seat=lost[-1], holder=user)
            history.add(EventKind.HANDED, seat=lost[-1], holder=user)

        return await self._changer.change(match, decide)

    def _room(self, user: UserId | None) -> CapCheck | None:
        return None if user is None else CapCheck((user,), self._caps.running_of_user)

    async def _roomy(
        self, match: MatchId, decide: Callable[[Loaded, NewEvents], CapCheck | None]
    ) -> Loaded:
        try:
            return await self._changer.change(match, decide)
        except CapReached as reached:
            raise TooManyMatches(users=reached.users, most=self._caps.running_of_user) from reached


def _stands(loaded: Loaded, late: int) -> Lateness:
    """That lateness; raises MovedMeanwhile or SettledAlready where it has come to an end."""
    found = standing(loaded, late)
    if found is not None:
        return found
    event = loaded.events[late] if 0 <= late < len(loaded.events) else None
    if event is None or event.kind is not EventKind.LATE:
        raise SettledAlready
    after = loaded.events[late + 1 :]
    settled = any(one.seat == event.seat and one.kind in ENDINGS for one in after)
    if settled or any(one.kind is EventKind.PAUSED for one in after):
        raise SettledAlready
    if not any(kept.entry.actor == event.seat for kept in loaded.log[event.after_seq :]):
        raise SettledAlready  # the move that had made it their turn was taken back
    raise MovedMeanwhile(user=event.holder)


def _allowed(loaded: Loaded, late: Lateness, vote: Vote) -> None:
    if vote in choices(loaded, late):
        return
    if vote.choice is Choice.END:
        if len(voters(loaded)) < ENDED_BY:
            raise TooFewToEnd
        leader = next(one for one in latenesses(loaded) if leads(loaded, one.seat))
        raise LateLeads(user=leader.user)
    raise NoSuchOffer
