"""Deciding about a tournament, as often as other processes are faster."""

from collections.abc import Awaitable, Callable

from bot.match.core.matches import Matches
from bot.match.log.store_errors import Conflict, StoreTrouble, Unfinished
from bot.match.people.servers import ServerStore
from bot.match.tournaments import errors
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.known import Known, Tournaments
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.store import TournamentId
from bot.match.values.players import UserId

TRIES = 5
"""How often something is decided again when another process was faster."""

Decide = Callable[[Known], Awaitable[tuple[TournamentEvent, ...]]]


class Deciding:
    """Appends to tournaments what was decided on them as they are, and does what follows."""

    def __init__(
        self,
        matches: Matches,
        tournaments: Tournaments,
        conductor: Conductor,
        servers: ServerStore | None = None,
    ) -> None:
        self.matches = matches
        self.tournaments = tournaments
        self.store = tournaments.store
        self.conductor = conductor
        self.servers = servers

    async def look(self, tournament: TournamentId) -> Known:
        """A tournament as it is now; raises NoSuchTournament."""
        return await self.tournaments.look(tournament)

    async def advance(self, tournament: TournamentId) -> Known:
        """Do all that is due; may be called at any time."""
        async with self.tournaments.locked(tournament):
            return await self.conductor.advance(tournament)

    async def decide(self, tournament: TournamentId, decide: Decide) -> Known:
        """Append what `decide` gives, and do what follows from it."""
        async with self.tournaments.locked(tournament):
            for _ in range(TRIES):
                known = await self.look(tournament)
                events = await decide(known)
                try:
                    known = await self.tournaments.append(known, events)
                except Conflict:
                    continue
                try:
                    return await self.conductor.advance(tournament, known)
                except (StoreTrouble, Conflict) as trouble:
                    if not events:
                        raise
                    raise Unfinished(str(trouble)) from trouble
        raise Conflict

    def event(
        self,
        known: Known,
        kind: EventKind,
        *,
        by: UserId | None = None,
        user: UserId | None = None,
        detail: str = "{}",
    ) -> TournamentEvent:
        """The next event of a tournament."""
        return self.tournaments.event(known, kind, by=by, user=user, detail=detail)


def check_live(now: Tournament) -> None:
    """Raises TournamentOver."""
    if now.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        raise errors.TournamentOver


def check_running(now: Tournament) -> None:
    """Raises TournamentOver or TournamentNotStarted."""
    check_live(now)
    if now.status is not TournamentStatus.RUNNING:
        raise errors.TournamentNotStarted
