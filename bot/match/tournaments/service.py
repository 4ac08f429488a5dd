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
from bot.match.playing.report import harmless
from bot.match.tournaments import errors
from bot.match.tournaments.brackets import bracket_rounds, displaced_table
from bot.match.tournaments.checks import check_edit, check_terms
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.events import Events, TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.fold import after
from bot.match.tournaments.loaded import LoadedTournament, Tournaments
from bot.match.tournaments.matches import has_had_other_seat
from bot.match.tournaments.progress import present, start
from bot.match.tournaments.records import TournamentId, TournamentRequest
from bot.match.tournaments.rounds import has_matches_left
from bot.match.tournaments.state import (
    Entrant,
    EntrantStatus,
    StageKind,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import EntrantNumber, How, Table, TableId
from bot.match.tournaments.terms import FEWEST, Terms
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR

EXTENSION = 30 * 24
REASON = 200
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
                    events = await decide(before, self.matches.clock.now())
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
            state = loaded.state
            check_live(state)
            place = state.entrant_of(user)
            if user in state.reserves:
                raise errors.Waiting
            if not state.is_league and _has_withdrawn(loaded, user):
                raise errors.Withdrawn
            if place is not None and place.plays:
                raise errors.Entered
            if place is not None and not may_come_back(state, place):
                raise errors.LeftOut
            await admit(self.servers, loaded.row.guild, user)
            self._joins.claim((tournament, user), attempt)
            return (state.event(at, TournamentEventKind.JOINED, user=user),)

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
            state = loaded.state
            check_live(state)
            place = state.entrant_of(user)
            if user in state.reserves or (place and state.status is TournamentStatus.OPEN):
                return (state.event(at, TournamentEventKind.LEFT, user=user),)
            if place is None or place.standing is EntrantStatus.WITHDRAWN:
                raise errors.NotEntered
            return (state.event(at, TournamentEventKind.WITHDREW, user=user),)

        return await self.decide(tournament, decide)

    async def check_in(self, tournament: TournamentId, user: UserId) -> LoadedTournament:
        async def decide(loaded: LoadedTournament, at: int) -> Events:
            state = loaded.state
            check_live(state)
            if state.status is not TournamentStatus.OPEN or state.check_in is None:
                raise errors.NoCheckIn
            place = state.entrant_of(user)
            if place is None:
                raise errors.NotEntered
            if place.checked_in:
                raise errors.CheckedInAlready
            await admit(self.servers, loaded.row.guild, user)
            return (state.event(at, TournamentEventKind.CHECKED_IN, user=user),)

        return await self.decide(tournament, decide)

    async def edit(self, tournament: TournamentId, by: UserId, terms: Terms) -> LoadedTournament:
        async def decide(loaded: LoadedTournament, at: int) -> Events:
            check_live(loaded.state)
            new = check_edit(loaded.state, terms, self.matches.games, at)
            if new == loaded.state.terms:
                return ()
            detail = detail_of(terms=new.text)
            return (loaded.state.event(at, TournamentEventKind.EDITED, by=by, detail=detail),)

        return await self.decide(tournament, decide)

    async def start(self, tournament: TournamentId, by: UserId) -> LoadedTournament:
        async def decide(loaded: LoadedTournament, at: int) -> Events:
            check_live(loaded.state)
            if loaded.state.status is not TournamentStatus.OPEN:
                raise errors.StartedAlready
            _check_promised(loaded.state, at)
            facts, state = await self.conductor.facts(loaded, starts=True), loaded.state
            leaving = list[TournamentEvent]()
            while out := await self.conductor.ineligible(loaded.row, state, start(state, facts)):
                leaving += out
                state = after(state, *out)
            if present(state) < FEWEST:
                raise errors.TooFewEntrants(least=FEWEST, present=present(state))
            started, *replacements = start(state, facts)
            return (*leaving, replace(started, by=by), *replacements)

        return await self.decide(tournament, decide)

    async def cancel(self, tournament: TournamentId, by: UserId) -> LoadedTournament:
        """End a tournament early. Its running matches continue as ordinary matches."""

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            check_live(loaded.state)
            return (loaded.state.event(at, TournamentEventKind.CANCELLED, by=by),)

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
        words = harmless(" ".join(reason.split()))
        if not 1 <= len(words) <= REASON:
            raise errors.NoReason(most=REASON)

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            decided_table = loaded.state.table(table)
            check_running(loaded.state)
            if decided_table is None or decided_table.is_bye:
                raise errors.NoSuchTable
            _check_adjudicable(loaded.state, decided_table)
            places: list[int] = []
            if winner is not None:
                entrant = loaded.state.entrant_of(winner)
                if entrant is None or entrant.number not in decided_table.seats:
                    raise errors.NotAtTable(user=winner)
                places = [1 if seat == entrant.number else 2 for seat in decided_table.seats]
            result = decided_table.result
            if result and (result.how, result.places) == (How.ADJUDICATED, tuple(places)):
                return ()  # a repeated press
            detail = detail_of(table=str(table), places=places, reason=words)
            event = loaded.state.event(at, TournamentEventKind.ADJUDICATED, by=by, detail=detail)
            _check_built_on(loaded.state, event)
            return (event,)

        return await self.decide(tournament, decide)

    async def substitute(
        self, tournament: TournamentId, by: UserId, out: UserId, into: UserId
    ) -> LoadedTournament:
        """Give a place, with its points and running matches, to another user.

        If `out` and `into` are the same user, reinstate that player after they withdrew or
        vanished.
        """

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            check_running(loaded.state)
            place = loaded.state.entrant_of(out)
            if place is None:
                raise errors.NotEntrant(user=out)
            other = loaded.state.entrant_of(into)
            if other is not None and (other.number != place.number or place.plays):
                raise errors.HasPlace(user=into)
            await admit(self.servers, loaded.row.guild, by)
            if await self.conductor.eligibility.ineligible(loaded.row.guild, (into,)):
                raise errors.CantBeSeated(user=into)
            detail = detail_of(entrant=place.number)
            event = loaded.state.event(
                at,
                TournamentEventKind.SUBSTITUTED,
                by=by,
                user=into,
                detail=detail,
            )
            _check_playable(loaded.state, event, place)
            _check_built_on(loaded.state, event)
            await self._check_seats(loaded, place.number, into)
            return (event,)

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
        if not 1 <= hours <= EXTENSION:
            raise errors.BadExtension(most=EXTENSION)

        async def decide(loaded: LoadedTournament, at: int) -> Events:
            state = loaded.state
            if interaction and any(_asked_by(event, interaction) for event in loaded.events):
                return ()
            check_live(state)
            if state.status is TournamentStatus.OPEN:
                until = state.terms.closes
            else:
                open_rounds = {(table.id.stage, table.id.round) for table in state.open_tables}
                ends = (state.round_until(stage, number) for stage, number in open_rounds)
                until = max((end for end in ends if end is not None), default=None)
            if until is None:
                raise errors.NothingToExtend
            until = max(until, at)  # a frozen match outlasts its round
            detail = detail_of(until=until + hours * HOUR, interaction=interaction)
            return (state.event(at, TournamentEventKind.EXTENDED, by=by, detail=detail),)

        return await self.decide(tournament, decide)


def check_live(state: Tournament) -> None:
    if state.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        raise errors.TournamentOver


def check_running(state: Tournament) -> None:
    check_live(state)
    if state.status is not TournamentStatus.RUNNING:
        raise errors.TournamentNotStarted


def _has_withdrawn(loaded: LoadedTournament, user: UserId) -> bool:
    place = loaded.state.entrant_of(user)
    if place is not None:
        return place.standing is EntrantStatus.WITHDRAWN
    return any(
        event.kind is TournamentEventKind.WITHDREW and event.user == user for event in loaded.events
    )


def may_come_back(state: Tournament, entrant: Entrant) -> bool:
    """Return whether the player of a place can rejoin.

    In a league they always can. Otherwise they must not have withdrawn, and must belong to the
    current stage.
    """
    if entrant.plays or state.is_league:
        return not entrant.plays
    groups = () if state.stage is None else state.stage.groups
    withdrew = entrant.standing is EntrantStatus.WITHDRAWN
    return not withdrew and any(entrant.number in group for group in groups)


def _asked_by(event: TournamentEvent, interaction: int) -> bool:
    return (
        event.kind is TournamentEventKind.EXTENDED
        and event.details.get("interaction") == interaction
    )


def _check_promised(state: Tournament, at: int) -> None:
    """Raise CheckInRuns while players who have not checked in were promised more time."""
    until = state.terms.closes
    missing = sum(not entrant.checked_in for entrant in state.entrants)
    if state.check_in is not None and until is not None and at < until and missing:
        raise errors.CheckInRuns(until=until, missing=missing, all=len(state.entrants))


def decidable(state: Tournament) -> list[Table]:
    if state.stage is None or state.stage.over is not None:
        return []
    tables = state.tables_of(state.stage.number)
    latest = {(table.id.group, table.id.round, table.id.number): table for table in tables}
    return [table for table in latest.values() if not table.is_bye]


def _check_adjudicable(state: Tournament, table: Table) -> None:
    """Raise StageOver, PlayedAgain or TooLate if later tables already depend on a result."""
    stage = state.stages[table.id.stage - 1]
    if stage.over is not None:
        raise errors.StageOver
    if stage.kind is not StageKind.KNOCKOUT or table.result is None:
        return
    games = [
        other.id for other in state.tables if other.id._replace(game=table.id.game) == table.id
    ]
    if max(games) != table.id:
        raise errors.PlayedAgain(table=max(games))
    later = (
        other
        for tables in bracket_rounds(state, stage)[table.id.round :]
        for other in tables
        if other.games
    )
    if any(set(other.entrants or ()) & set(table.seats) for other in later):
        raise errors.TooLate


def _check_playable(state: Tournament, event: TournamentEvent, place: Entrant) -> None:
    after_event = after(state, event)
    if after_event.is_league:
        if (
            not place.plays
            and sum(entrant.plays for entrant in after_event.entrants) > after_event.terms.most
        ):
            raise errors.PlacesTaken(most=after_event.terms.most)
    elif not has_matches_left(after_event, place.number):
        raise errors.PlaceDone(user=place.user)


def _check_built_on(state: Tournament, event: TournamentEvent) -> None:
    """Raise BuiltOn if seated tables of a knockout would contradict the results."""
    stage = state.stage
    if stage is None or stage.kind is not StageKind.KNOCKOUT:
        return
    table = displaced_table(after(state, event), stage)
    if table is not None and displaced_table(state, stage) is None:
        raise errors.BuiltOn(table=table.id)
