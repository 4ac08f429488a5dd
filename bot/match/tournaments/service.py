"""Actions of players and moderators in tournaments.

Each action appends events, provided that the tournament has not changed since the decision. If two
processes decide at the same time, the later one gets a Conflict and decides again.
"""

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.exclusion import attempts
from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.store_errors import Conflict, StoreTrouble, Unfinished
from bot.match.people.limits import RateLimit
from bot.match.people.servers import ServerStore, admit
from bot.match.tournaments import actions, errors
from bot.match.tournaments.checks import check_terms
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.events import Events, TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.fold import after
from bot.match.tournaments.loaded import LoadedTournament, Tournaments
from bot.match.tournaments.matches import has_had_other_seat
from bot.match.tournaments.progress import start
from bot.match.tournaments.records import TournamentId, TournamentRequest
from bot.match.tournaments.state import (
    TournamentStatus,
)
from bot.match.tournaments.tables import EntrantNumber, TableId
from bot.match.tournaments.terms import Terms
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR

JOINS = ((5, HOUR), (10, DAY))
"""Limits on joins to the same tournament by one user, because each join adds an event and redraws
the panel. Both limits apply.
"""
OPEN = 20

Decide = Callable[[LoadedTournament, int], Awaitable[Events]]
"""A function from a tournament and the time to the events that it wants to append."""


class TournamentService:
    """Actions of players and moderators; callers check permissions.

    Methods raise a Refusal, Conflict or StoreTrouble if nothing has changed, otherwise Unsure or
    Unfinished.
    """

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
        self._joins = RateLimit(matches.clock, JOINS, errors.JoinsTooOften)
        self._attempts = count()

    async def load(self, tournament: TournamentId) -> LoadedTournament:
        return await self.tournaments.load(tournament)

    async def advance(self, tournament: TournamentId) -> LoadedTournament:
        async with self.tournaments.locked(tournament):
            return await self.conductor.advance(tournament)

    async def decide(self, tournament: TournamentId, decide: Decide) -> LoadedTournament:
        async with self.tournaments.locked(tournament):
            for attempt in attempts():
                with attempt:
                    before = await self.load(tournament)
                    events = await decide(before, before.time(self.matches.clock))
                    loaded = await self.tournaments.append(before, events)
                    break
            else:
                raise Conflict
            try:
                return await self.conductor.advance(tournament, loaded)
            except (StoreTrouble, Conflict) as trouble:
                if not events:
                    raise
                raise Unfinished(str(trouble)) from trouble

    async def create(self, request: TournamentRequest, terms: Terms) -> LoadedTournament:
        now = self.matches.clock.now()
        terms = check_terms(terms, self.matches.games, now)
        await admit(self.servers, request.guild, request.host)
        live = (TournamentStatus.OPEN, TournamentStatus.RUNNING)
        existing = await self.store.made_by(request.interaction)
        if existing is None and len(await self.store.of_guild(request.guild, live, OPEN)) >= OPEN:
            raise errors.TooManyTournaments(most=OPEN)
        seed = self.matches.new_seed()
        commitment = hashlib.sha256(seed).hexdigest()
        detail = detail_of(terms=terms.text, commitment=commitment, numbered="by server")
        event = TournamentEvent(0, TournamentEventKind.CREATED, now, by=request.host, detail=detail)
        row = await confirmed_write(
            lambda: self.store.create(request, seed, event),
            lambda: self.store.made_by(request.interaction),
        )
        try:
            return await self.load(row.id)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def join(self, tournament: TournamentId, user: UserId) -> LoadedTournament:
        """Take part, wait for a place, or come back after vanishing.

        Raises Barred, or JoinsTooOften for a player who keeps joining and leaving.
        """
        attempt = next(self._attempts)

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            withdrew = TournamentEventKind.WITHDREW
            withdrawn = (event.user for event in loaded.events if event.kind is withdrew)
            joined = actions.join(loaded.state, at, user, withdrawn)
            await admit(self.servers, loaded.row.guild, user)
            self._joins.claim((tournament, user), attempt)
            return (joined,)

        try:
            return await self.decide(tournament, decide)
        except Unfinished:  # the join is stored, so it counts
            raise
        except (StoreTrouble, Conflict):
            self._joins.release((tournament, user), attempt)
            raise

    async def leave(self, tournament: TournamentId, user: UserId) -> LoadedTournament:
        """Leave. After the start this is final, and forfeits the player's running matches."""

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            return (actions.leave(loaded.state, at, user),)

        return await self.decide(tournament, decide)

    async def check_in(self, tournament: TournamentId, user: UserId) -> LoadedTournament:
        async def decide(loaded: LoadedTournament, at: int) -> Events:
            checked_in = actions.check_in(loaded.state, at, user)
            await admit(self.servers, loaded.row.guild, user)
            return (checked_in,)

        return await self.decide(tournament, decide)

    async def edit(self, tournament: TournamentId, by: UserId, terms: Terms) -> LoadedTournament:
        async def decide(loaded: LoadedTournament, at: int) -> Events:
            edited = actions.edit(loaded.state, at, by, terms, self.matches.games)
            return () if edited is None else (edited,)

        return await self.decide(tournament, decide)

    async def start(self, tournament: TournamentId, by: UserId) -> LoadedTournament:
        async def decide(loaded: LoadedTournament, at: int) -> Events:
            actions.check_start(loaded.state, at)
            facts, state = await self.conductor.facts(loaded, starts=True), loaded.state
            leaving = list[TournamentEvent]()
            while out := await self.conductor.ineligible(loaded.row, state, start(state, facts)):
                leaving += out
                state = after(state, *out)
            actions.check_people(state)
            started, *replacements = start(state, facts)
            return (*leaving, replace(started, by=by), *replacements)

        return await self.decide(tournament, decide)

    async def cancel(self, tournament: TournamentId, by: UserId) -> LoadedTournament:
        """End a tournament early. Its running matches continue as ordinary matches."""

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            return (actions.cancel(loaded.state, at, by),)

        return await self.decide(tournament, decide)

    async def adjudicate(
        self,
        tournament: TournamentId,
        by: UserId,
        table: TableId,
        winner: UserId | None,
        reason: str,
    ) -> LoadedTournament:
        """Decide a table; the losers share a place. Without a winner, no player gets anything.

        A running match at the table ends without a result.
        """
        words = actions.reason_of(reason)

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            decided = actions.adjudicate(loaded.state, at, by, table, winner, words)
            return () if decided is None else (decided,)

        return await self.decide(tournament, decide)

    async def substitute(
        self, tournament: TournamentId, by: UserId, out: UserId, into: UserId
    ) -> LoadedTournament:
        """Give a place, with its points and running matches, to another user.

        If `out` and `into` are the same user, reinstate that player after they withdrew or
        vanished.
        """

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            place = actions.check_substitute(loaded.state, out, into)
            await admit(self.servers, loaded.row.guild, by)
            if await self.conductor.eligibility.ineligible(loaded.row.guild, (into,)):
                raise errors.CantBeSeated(user=into)
            substituted = actions.substitute(loaded.state, at, by, out, into)
            await self._check_seats(loaded, place.number, into)
            return (substituted,)

        return await self.decide(tournament, decide)

    async def _check_seats(
        self, tournament: LoadedTournament, entrant: EntrantNumber, user: UserId
    ) -> None:
        """Raise SatElsewhere or TooManyMatches if the user can't take over the running matches of a
        place.
        """
        tables = [other for other in tournament.state.open_tables if entrant in other.seats]
        for table in tables:
            match = tournament.matches.get(table.id)
            if match is None:
                continue
            loaded: Loaded | None = None
            with suppress(Refusal):  # frozen, or its rules are missing: its seats are unknown
                loaded = await self.matches.load(match)
            if loaded is None or loaded.status is Status.OPEN:
                others = (
                    tournament.state.entrants[other] for other in table.seats if other != entrant
                )
                is_elsewhere = any(user in other.before for other in others)
            else:
                is_elsewhere = has_had_other_seat(loaded, table.seats.index(entrant), user)
            if is_elsewhere:
                raise errors.SatElsewhere(user=user, match=match)
            if loaded is not None and user in loaded.roster.people:
                return  # already their match, so no limit applies
        if tables:
            await self.conductor.eligibility.check_room(tournament.row.guild, user)

    async def extend(
        self, tournament: TournamentId, by: UserId, hours: int, interaction: int = 0
    ) -> LoadedTournament:
        async def decide(loaded: LoadedTournament, at: int) -> Events:
            if interaction and any(_asked_by(event, interaction) for event in loaded.events):
                return ()
            return (actions.extend(loaded.state, at, by, hours, interaction),)

        return await self.decide(tournament, decide)


def _asked_by(event: TournamentEvent, interaction: int) -> bool:
    return (
        event.kind is TournamentEventKind.EXTENDED
        and event.details.get("interaction") == interaction
    )
