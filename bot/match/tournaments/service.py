"""What people do with tournaments.

Everything is an event that is appended to a tournament as it was decided on; two processes that
decide at the same time get a Conflict, and the later one decides again.
"""

import hashlib
from dataclasses import dataclass
from itertools import count

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.matches import Matches
from bot.match.log.store_errors import Conflict, StoreTrouble, Unfinished
from bot.match.people.limits import HowOften
from bot.match.people.pings import Allowance
from bot.match.people.servers import ServerStore, admit
from bot.match.tournaments import errors
from bot.match.tournaments.checks import checked
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.deciding import check_live
from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
from bot.match.tournaments.known import Known, Tournaments
from bot.match.tournaments.moderating import Moderating
from bot.match.tournaments.state import Entrant, Standing, Tournament, TournamentStatus
from bot.match.tournaments.store import NewTournament, TournamentId
from bot.match.tournaments.terms import Terms
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR

JOINS = (Allowance(5, HOUR), Allowance(10, DAY))
"""How often one person can join the same tournament; both hold. Each join is an event, and a panel
that is drawn and edited."""
OPEN = 20
"""How many tournaments of a server may be open or running."""


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """Who makes a tournament, where, and by which interaction."""

    guild: int
    channel: int
    host: UserId
    interaction: int


class TournamentService(Moderating):
    """Every method raises the Refusal that says why not, Conflict if other processes are faster
    every time, StoreTrouble if nothing has changed, Unsure, or Unfinished if it counts and what
    follows from it is done later."""

    def __init__(
        self,
        matches: Matches,
        tournaments: Tournaments,
        conductor: Conductor,
        servers: ServerStore | None = None,
    ) -> None:
        super().__init__(matches, tournaments, conductor, servers)
        self._joins = HowOften(matches.clock, JOINS)
        self._attempts = count()

    async def create(self, request: TournamentRequest, terms: Terms) -> Known:
        """Make a tournament, which people can join from now on."""
        now = self.matches.clock.now()
        terms = checked(terms, self.matches.games, now)
        await admit(self.servers, request.guild, request.host)
        live = (TournamentStatus.OPEN, TournamentStatus.RUNNING)
        made = await self.store.made_by(request.interaction)
        if made is None and len(await self.store.of_guild(request.guild, live, OPEN)) >= OPEN:
            raise errors.TooManyTournaments(most=OPEN)
        seed = self.matches.new_seed()
        commitment = hashlib.sha256(seed).hexdigest()
        detail = detail_of(terms=terms.text, commitment=commitment)
        event = TournamentEvent(0, EventKind.CREATED, now, by=request.host, detail=detail)
        new = NewTournament(request.guild, request.channel, now, request.interaction, seed)
        row = await confirmed_write(
            lambda: self.store.create(new, event),
            lambda: self.store.made_by(request.interaction),
        )
        try:
            return await self.look(row.id)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def join(self, tournament: TournamentId, user: UserId) -> Known:
        """Take part, wait for a place, or come back after vanishing.

        Raises Barred, or JoinsTooOften for a player who keeps joining and leaving.
        """
        attempt = next(self._attempts)

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            now = known.now
            check_live(now)
            mine = now.entrant_of(user)
            if user in now.reserves:
                raise errors.Waiting
            if not now.is_league and _has_withdrawn(known, user):
                raise errors.Withdrawn
            if mine is not None and mine.plays:
                raise errors.Entered
            if mine is not None and not may_come_back(now, mine):
                raise errors.LeftOut
            await admit(self.servers, known.row.guild, user)
            if (at := self._joins.claim((tournament, user), attempt)) is not None:
                raise errors.JoinsTooOften(at=at)
            return (self.event(known, EventKind.JOINED, user=user),)

        try:
            return await self.decide(tournament, decide)
        except Unfinished:  # they have joined
            raise
        except (StoreTrouble, Conflict):
            self._joins.release((tournament, user), attempt)
            raise

    async def leave(self, tournament: TournamentId, user: UserId) -> Known:
        """Leave; after the start for good, and the matches that somebody plays are lost."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            now = known.now
            check_live(now)
            mine = now.entrant_of(user)
            if user in now.reserves or (mine and now.status is TournamentStatus.OPEN):
                return (self.event(known, EventKind.LEFT, user=user),)
            if mine is None or mine.standing is Standing.WITHDRAWN:
                raise errors.NotEntered
            return (self.event(known, EventKind.WITHDREW, user=user),)

        return await self.decide(tournament, decide)

    async def check_in(self, tournament: TournamentId, user: UserId) -> Known:
        """Say that one is there."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            now = known.now
            check_live(now)
            if now.status is not TournamentStatus.OPEN or now.check_in is None:
                raise errors.NoCheckIn
            mine = now.entrant_of(user)
            if mine is None:
                raise errors.NotEntered
            if mine.checked_in:
                raise errors.CheckedInAlready
            await admit(self.servers, known.row.guild, user)
            return (self.event(known, EventKind.CHECKED_IN, user=user),)

        return await self.decide(tournament, decide)


def _has_withdrawn(known: Known, user: UserId) -> bool:
    """Return whether a user has withdrawn for good, even if another player has the place now."""
    mine = known.now.entrant_of(user)
    if mine is not None:
        return mine.standing is Standing.WITHDRAWN
    return any(one.kind is EventKind.WITHDREW and one.user == user for one in known.events)


def may_come_back(now: Tournament, entrant: Entrant) -> bool:
    """Whether somebody who has a place and doesn't play can join again: in a league always, else
    if the stage that is played has them and they have not withdrawn."""
    if entrant.plays or now.is_league:
        return not entrant.plays
    groups = () if now.stage is None else now.stage.groups
    withdrew = entrant.standing is Standing.WITHDRAWN
    return not withdrew and any(entrant.number in group for group in groups)
