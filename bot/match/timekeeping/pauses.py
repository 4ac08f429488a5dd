"""Pauses of matches: no clock runs and nobody moves."""

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import MatchId
from bot.match.playing.decisions import check_player
from bot.match.playing.service import MatchService
from bot.match.timing import errors
from bot.match.timing.deadlines import PAUSED_FOR, pause_left
from bot.match.timing.late_votes import carry_out
from bot.match.timing.lateness import Choice, Vote, latenesses
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY


class PauseService:
    """Begins and ends pauses. In a tournament `Timekeeper` ends those that last too long.

    With `asked`, which an older button carries, each method is about the proposal that began with
    that event, and about no other.
    """

    def __init__(self, service: MatchService) -> None:
        self._service = service

    async def pause(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        """Propose a pause, or agree to the one that is proposed; it begins when all agree.

        Everybody who is late then has their whole time again after the pause.
        """

        def decide(loaded: Loaded, new: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is not None:
                raise errors.Paused
            _check_meant(asked, _proposals(loaded)[0], errors.NoPauseAsked)
            if pause_left(loaded) == 0:
                raise errors.PausesUsedUp(days=PAUSED_FOR // DAY)
            agreed = {*loaded.roster.pause_asked, user}
            others = tuple(one for one in loaded.roster.people if one not in agreed)
            if user not in loaded.roster.pause_asked:
                new.add(EventKind.PAUSE_ASKED, holder=user)
            elif others:
                raise errors.PauseAgreed(users=others)
            if others:
                return
            for late in latenesses(loaded):
                carry_out(new, late, Vote(Choice.WAIT))
            new.add(EventKind.PAUSED)

        return await self._service.add_events(match, decide)

    async def decline_pause(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        """Reject the pause that is proposed, or withdraw it; nobody is asked any more."""

        def decide(loaded: Loaded, new: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is not None:
                raise errors.Paused
            if not loaded.roster.pause_asked:
                raise errors.NoPauseAsked
            _check_meant(asked, _proposals(loaded)[0], errors.NoPauseAsked)
            new.add(EventKind.PAUSE_DECLINED, holder=user)

        return await self._service.add_events(match, decide)

    async def resume(self, match: MatchId, user: UserId, asked: int | None = None) -> Loaded:
        """End a pause; anybody in the match may."""

        def decide(loaded: Loaded, new: NewEvents) -> None:
            check_player(loaded, user)
            if loaded.roster.paused is None:
                raise errors.NotPaused
            _check_meant(asked, _proposals(loaded)[1], errors.NotPaused)
            new.add(EventKind.RESUMED, holder=user)

        return await self._service.add_events(match, decide)


def _proposals(loaded: Loaded) -> tuple[int | None, int | None]:
    """The event that began the open proposal, and the one that led to the present pause."""
    proposal: int | None = None
    accepted: int | None = None
    for event in loaded.events:
        if event.kind is EventKind.PAUSE_ASKED and proposal is None:
            proposal = event.n
        elif event.kind is EventKind.PAUSE_DECLINED:
            proposal = None
        elif event.kind is EventKind.PAUSED:
            proposal, accepted = None, proposal
        elif event.kind is EventKind.RESUMED:
            accepted = None
    return proposal, accepted


def _check_meant(asked: int | None, found: int | None, none: type[Refusal]) -> None:
    """Raises `none` or SettledAlready if an older button means another proposal than `found`."""
    if asked is not None and found != asked:
        raise none if found is None else errors.SettledAlready
