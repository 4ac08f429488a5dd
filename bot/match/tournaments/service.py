"""What players and moderators do with tournaments.

Everything is an event that is appended to a tournament as it was decided on; two processes that
decide at the same time get a Conflict, and the later one decides again.
"""

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.exclusion import attempts
from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.store_errors import Conflict, StoreTrouble, Unfinished
from bot.match.people.limits import HowOften
from bot.match.people.pings import Allowance
from bot.match.people.servers import ServerStore, admit
from bot.match.playing.report import harmless
from bot.match.tournaments import errors
from bot.match.tournaments.brackets import bracket_rounds, displaced
from bot.match.tournaments.checks import checked, edited
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
from bot.match.tournaments.fold import after
from bot.match.tournaments.known import Known, Tournaments
from bot.match.tournaments.matches import has_had_other_seat
from bot.match.tournaments.progress import Due, present, start
from bot.match.tournaments.records import NewTournament, TournamentId
from bot.match.tournaments.rounds import has_matches_left
from bot.match.tournaments.state import Entrant, StageKind, Standing, Tournament, TournamentStatus
from bot.match.tournaments.tables import EntrantNumber, How, Table, TableId
from bot.match.tournaments.terms import FEWEST, Terms
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR

EXTENSION = 30 * 24
"""By how many hours a deadline can be moved at a time."""
REASON = 200
"""The longest reason, in characters."""
JOINS = (Allowance(5, HOUR), Allowance(10, DAY))
"""How often one person can join the same tournament; both hold. Each join is an event, and a panel
that is drawn and edited."""
OPEN = 20
"""How many tournaments of a server may be open or running."""

Decide = Callable[[Known], Awaitable[tuple[TournamentEvent, ...]]]


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """Who makes a tournament, where, and by which interaction."""

    guild: int
    channel: int
    host: UserId
    interaction: int


class TournamentService:
    """Acts of players and of moderators; callers check who is a moderator.

    Every method raises the Refusal that says why not, Conflict if other processes are faster
    every time, StoreTrouble if nothing has changed, Unsure, or Unfinished if it counts and what
    follows from it is done later.
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
        self.event = tournaments.event
        self.store = tournaments.store
        self.conductor = conductor
        self.servers = servers
        self._joins = HowOften(matches.clock, JOINS)
        self._attempts = count()

    async def look(self, tournament: TournamentId) -> Known:
        """A tournament as it is now; raises NoSuchTournament."""
        return await self.tournaments.look(tournament)

    async def advance(self, tournament: TournamentId) -> Known:
        """Do all that is due; may be called at any time."""
        async with self.tournaments.locked(tournament):
            return await self.conductor.advance(tournament)

    async def decide(self, tournament: TournamentId, decide: Decide) -> Known:
        """Append the events that `decide` returns, and do what follows from them."""
        async with self.tournaments.locked(tournament):
            for attempt in attempts():
                with attempt:
                    before = await self.look(tournament)
                    events = await decide(before)
                    known = await self.tournaments.append(before, events)
                    break
            else:
                raise Conflict
            try:
                return await self.conductor.advance(tournament, known)
            except (StoreTrouble, Conflict) as trouble:
                if not events:
                    raise
                raise Unfinished(str(trouble)) from trouble

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

    async def edit(self, tournament: TournamentId, by: UserId, terms: Terms) -> Known:
        """Give it other terms: any before the start, later only a few."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            check_live(known.now)
            new = edited(known.now, terms, self.matches.games, self.matches.clock.now())
            if new == known.now.terms:
                return ()
            detail = detail_of(terms=new.text)
            return (self.event(known, EventKind.EDITED, by=by, detail=detail),)

        return await self.decide(tournament, decide)

    async def start(self, tournament: TournamentId, by: UserId) -> Known:
        """Start it before its time, or at any time if it has none."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            check_live(known.now)
            if known.now.status is not TournamentStatus.OPEN:
                raise errors.StartedAlready
            _check_promised(known.now, self.matches.clock.now())
            facts, now, leaving = await self.conductor.facts(known), known.now, list[Due]()
            while out := await self.conductor.ineligible(known.row, now, start(now, facts)):
                leaving += out
                for event in self.tournaments.events(known, tuple(leaving))[-len(out) :]:
                    now = after(now, event)
            if present(now) < FEWEST:
                raise errors.TooFewEntrants(least=FEWEST, present=present(now))
            events = self.tournaments.events(known, (*leaving, *start(now, facts)))
            return tuple(
                replace(event, by=by) if event.kind is EventKind.STARTED else event
                for event in events
            )

        return await self.decide(tournament, decide)

    async def cancel(self, tournament: TournamentId, by: UserId) -> Known:
        """End it before its time. Matches that are being played go on, and count as any."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            check_live(known.now)
            return (self.event(known, EventKind.CANCELLED, by=by),)

        return await self.decide(tournament, decide)

    async def adjudicate(
        self,
        tournament: TournamentId,
        by: UserId,
        table: TableId,
        winner: UserId | None,
        reason: str,
    ) -> Known:
        """Decide a table: the others share the place after the winner; None: nobody gets anything.

        A match that is being played there ends without a result. The reason is stored without
        mentions and ids.
        """
        words = harmless(" ".join(reason.split()))
        if not 1 <= len(words) <= REASON:
            raise errors.NoReason(most=REASON)

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            found = known.now.table(table)
            check_running(known.now)
            if found is None or found.is_bye:
                raise errors.NoSuchTable
            _check_adjudicable(known.now, found)
            places: list[int] = []
            if winner is not None:
                one = known.now.entrant_of(winner)
                if one is None or one.number not in found.seats:
                    raise errors.NotAtTable(user=winner)
                places = [1 if seat == one.number else 2 for seat in found.seats]
            decided = found.result
            if decided and (decided.how, decided.places) == (How.ADJUDICATED, tuple(places)):
                return ()  # so already
            detail = detail_of(table=str(table), places=places, reason=words)
            event = self.event(known, EventKind.ADJUDICATED, by=by, detail=detail)
            _check_built_on(known.now, event)
            return (event,)

        return await self.decide(tournament, decide)

    async def substitute(
        self, tournament: TournamentId, by: UserId, out: UserId, into: UserId
    ) -> Known:
        """Give somebody's place, with its points and the matches being played, to somebody else.

        The same person twice puts back who withdrew or vanished.
        """

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            check_running(known.now)
            place = known.now.entrant_of(out)
            if place is None:
                raise errors.NotEntrant(user=out)
            other = known.now.entrant_of(into)
            if other is not None and (other.number != place.number or place.plays):
                raise errors.HasPlace(user=into)
            await admit(self.servers, known.row.guild, by)
            if await self.conductor.eligibility.ineligible(known.row.guild, (into,)):
                raise errors.CantBeSeated(user=into)
            detail = detail_of(entrant=place.number)
            event = self.event(known, EventKind.SUBSTITUTED, by=by, user=into, detail=detail)
            _check_playable(known.now, event, place)
            _check_built_on(known.now, event)
            await self._check_seats(known, place.number, into)
            return (event,)

        return await self.decide(tournament, decide)

    async def _check_seats(self, known: Known, entrant: EntrantNumber, user: UserId) -> None:
        """Raise SatElsewhere or TooManyMatches if somebody can't sit where a place plays now."""
        tables = [one for one in known.now.open_tables if entrant in one.seats]
        for table in tables:
            match = known.matches.get(table.id)
            if match is None:
                continue
            loaded: Loaded | None = None
            with suppress(Refusal):  # frozen, or without its rules: who sat there can't be read
                loaded = await self.matches.look(match)
            if loaded is None or loaded.status is Status.OPEN:
                others = (known.now.entrants[one] for one in table.seats if one != entrant)
                is_elsewhere = any(user in one.before for one in others)
            else:
                is_elsewhere = has_had_other_seat(loaded, table.seats.index(entrant), user)
            if is_elsewhere:
                raise errors.SatElsewhere(user=user, match=match)
            if loaded is not None and user in loaded.roster.people:
                return  # they play there already
        if tables:
            await self.conductor.eligibility.check_room(known.row.guild, user)

    async def extend(
        self, tournament: TournamentId, by: UserId, hours: int, interaction: int = 0
    ) -> Known:
        """Move the end of registration, or of the rounds that are being played, by some hours.

        The same interaction, delivered twice, moves it once; 0: it can't come twice.
        """
        if not 1 <= hours <= EXTENSION:
            raise errors.BadExtension(most=EXTENSION)

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            now = known.now
            if interaction and any(_asked_by(event, interaction) for event in known.events):
                return ()
            check_live(now)
            if now.status is TournamentStatus.OPEN:
                until = now.terms.closes
            else:
                open_rounds = {(one.id.stage, one.id.round) for one in now.open_tables}
                ends = [at for stage, number, at in now.until if (stage, number) in open_rounds]
                until = max(ends, default=None)
            if until is None:
                raise errors.NothingToExtend
            until = max(until, self.matches.clock.now())  # a frozen match outlasts its round
            detail = detail_of(until=until + hours * HOUR, interaction=interaction)
            return (self.event(known, EventKind.EXTENDED, by=by, detail=detail),)

        return await self.decide(tournament, decide)


def check_live(now: Tournament) -> None:
    """Raises TournamentOver."""
    if now.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        raise errors.TournamentOver


def check_running(now: Tournament) -> None:
    """Raises TournamentOver or TournamentNotStarted."""
    check_live(now)
    if now.status is not TournamentStatus.RUNNING:
        raise errors.TournamentNotStarted


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


def _asked_by(event: TournamentEvent, interaction: int) -> bool:
    """Whether this interaction has extended it by that event."""
    return event.kind is EventKind.EXTENDED and event.details.get("interaction") == interaction


def _check_promised(now: Tournament, at: int) -> None:
    """Raise CheckInRuns while players who have not checked in were promised more time."""
    until = now.terms.closes
    missing = sum(not one.checked_in for one in now.entrants)
    if now.check_in is not None and until is not None and at < until and missing:
        raise errors.CheckInRuns(until=until, missing=missing, all=len(now.entrants))


def decidable(now: Tournament) -> list[Table]:
    """Return the tables that a moderator may decide, in the order of pairing.

    Not those of stages that are over, nor those that are played again. Whether others have gone on
    from a table is checked when it is decided.
    """
    if now.stage is None or now.stage.over is not None:
        return []
    tables = now.tables_of(now.stage.number)
    latest = {(one.id.group, one.id.round, one.id.number): one for one in tables}
    return [one for one in latest.values() if not one.is_bye]


def _check_adjudicable(now: Tournament, table: Table) -> None:
    """Raise StageOver, PlayedAgain or TooLate where others have built on a result already."""
    stage = now.stages[table.id.stage - 1]
    if stage.over is not None:
        raise errors.StageOver
    if stage.kind is not StageKind.KNOCKOUT or table.result is None:
        return
    games = [one.id for one in now.tables if one.id._replace(game=table.id.game) == table.id]
    if max(games) != table.id:
        raise errors.PlayedAgain(table=max(games))
    later = (
        one
        for tables in bracket_rounds(now, stage)[table.id.round :]
        for one in tables
        if one.games
    )
    if any(set(one.entrants or ()) & set(table.seats) for one in later):
        raise errors.TooLate


def _check_playable(now: Tournament, event: TournamentEvent, place: Entrant) -> None:
    """Raise PlacesTaken or PlaceDone if a place could play no match after a substitution."""
    then = after(now, event)
    if then.is_league:
        if not place.plays and sum(one.plays for one in then.entrants) > then.terms.most:
            raise errors.PlacesTaken(most=then.terms.most)
    elif not has_matches_left(then, place.number):
        raise errors.PlaceDone(user=place.user)


def _check_built_on(now: Tournament, event: TournamentEvent) -> None:
    """Raise BuiltOn if tables of a knockout that are seated would not follow from the results."""
    stage = now.stage
    if stage is None or stage.kind is not StageKind.KNOCKOUT:
        return
    table = displaced(after(now, event), stage)
    if table is not None and displaced(now, stage) is None:
        raise errors.BuiltOn(table=table.id)
