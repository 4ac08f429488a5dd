"""How a running match is changed by events: held, decided, committed, then the computers move."""

from collections.abc import Callable, Sequence

from bot.match.caps import CapCheck
from bot.match.errors import MatchOver, NotInMatch, NotStarted
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.new_events import NewEvents
from bot.match.playing.service import TRIES, MatchService
from bot.match.records import MatchId, Status
from bot.match.store_errors import Conflict

Decide = Callable[[Loaded, NewEvents], CapCheck | None]
"""Adds events to the history or raises a Refusal; gives who must have room for the match."""


class Changer:
    """Lets something happen to matches that have begun."""

    def __init__(self, matches: Matches, service: MatchService) -> None:
        self.matches = matches
        self.service = service

    async def change(self, match: MatchId, decide: Decide) -> Loaded:
        """The match after what was decided; decided again where another process was faster.

        Raises what `decide` raises, CapReached, or Conflict where others never let it through.
        """
        for _ in range(TRIES):
            try:
                async with self.matches.hold(match) as loaded:
                    history = NewEvents(loaded, self.matches.clock.now())
                    room = decide(loaded, history)
                    if not history.events:
                        return loaded
                    after = await self.matches.commit(loaded, events=history.events, room=room)
                    return await self.service.automatic.move(after)
            except Conflict:
                continue
        raise Conflict


def running(loaded: Loaded) -> None:
    """Whether the match runs; raises NotStarted or MatchOver."""
    match loaded.status:
        case Status.RUNNING:
            return
        case Status.OPEN | Status.CALLED_OFF:
            raise NotStarted
        case Status.OVER:
            raise MatchOver


def inside(loaded: Loaded, user: UserId) -> None:
    """Whether the match runs and the user is in it; raises NotStarted, MatchOver or NotInMatch."""
    running(loaded)
    if loaded.roster.seat_of(user) is None:
        raise NotInMatch


def waiting(loaded: Loaded, agreed: Sequence[UserId]) -> tuple[UserId, ...]:
    """Those in the match who are not among these."""
    return tuple(user for user in loaded.roster.people if user not in agreed)
