"""What people do with tournaments.

Everything is an event that is appended to a tournament as it was decided on; two processes that
decide at the same time get a Conflict, and the later one decides again.
"""

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.match.confirmed_write import confirmed_write
from bot.match.holders import UserId
from bot.match.matches import Matches
from bot.match.people.servers import ServerStore, admit
from bot.match.store_errors import Conflict, StoreTrouble, Unfinished
from bot.match.timing.pace import HOUR
from bot.match.tournaments import errors
from bot.match.tournaments.brackets import bracket_rounds
from bot.match.tournaments.checks import checked, edited
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
from bot.match.tournaments.known import Known, Tournaments
from bot.match.tournaments.progress import present, start
from bot.match.tournaments.state import (
    Entrant,
    StageKind,
    Standing,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.store import NewTournament, TournamentId
from bot.match.tournaments.tables import How, Table, TableId
from bot.match.tournaments.terms import FEWEST, Terms

TRIES = 5
"""How often something is decided again when another process was faster."""
OPEN = 20
"""How many tournaments of a server may be open or running."""
EXTENSION = 30 * 24
"""By how many hours a deadline can be moved at a time."""
REASON = 200
"""The longest reason, in characters."""

Decide = Callable[[Known], Awaitable[tuple[TournamentEvent, ...]]]


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """Who makes a tournament, where, and by which interaction."""

    guild: int
    channel: int
    host: UserId
    interaction: int


class TournamentService:
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
        self.matches = matches
        self.tournaments = tournaments
        self.store = tournaments.store
        self._conductor = conductor
        self._servers = servers

    async def create(self, request: TournamentRequest, terms: Terms) -> Known:
        """Make a tournament, which people can join from now on."""
        now = self.matches.clock.now()
        terms = checked(terms, self.matches.games, now)
        await admit(self._servers, request.guild, request.host)
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

    async def look(self, tournament: TournamentId) -> Known:
        """A tournament as it is now; raises NoSuchTournament."""
        return await self.tournaments.look(tournament)

    async def edit(self, tournament: TournamentId, by: UserId, terms: Terms) -> Known:
        """Give it other terms: any before the start, later only a few."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            _check_live(known.now)
            new = edited(known.now, terms, self.matches.games, self.matches.clock.now())
            if new == known.now.terms:
                return ()
            detail = detail_of(terms=new.text)
            return (self._event(known, EventKind.EDITED, by=by, detail=detail),)

        return await self._decide(tournament, decide)

    async def join(self, tournament: TournamentId, user: UserId) -> Known:
        """Take part, wait for a place, or come back after vanishing; raises Barred, too."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            now = known.now
            _check_live(now)
            mine = now.entrant_of(user)
            if user in now.reserves:
                raise errors.Waiting
            if mine is not None and mine.standing is Standing.WITHDRAWN and not now.is_league:
                raise errors.Withdrawn
            if mine is not None and mine.plays:
                raise errors.Entered
            if mine is not None and not may_come_back(now, mine):
                raise errors.LeftOut
            await admit(self._servers, known.row.guild, user)
            return (self._event(known, EventKind.JOINED, user=user),)

        return await self._decide(tournament, decide)

    async def leave(self, tournament: TournamentId, user: UserId) -> Known:
        """Leave; after the start for good, and the matches that somebody plays are lost."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            now = known.now
            _check_live(now)
            mine = now.entrant_of(user)
            if user in now.reserves or (mine and now.status is TournamentStatus.OPEN):
                return (self._event(known, EventKind.LEFT, user=user),)
            if mine is None or mine.standing is Standing.WITHDRAWN:
                raise errors.NotEntered
            return (self._event(known, EventKind.WITHDREW, user=user),)

        return await self._decide(tournament, decide)

    async def check_in(self, tournament: TournamentId, user: UserId) -> Known:
        """Say that one is there."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            now = known.now
            _check_live(now)
            if now.status is not TournamentStatus.OPEN or now.check_in is None:
                raise errors.NoCheckIn
            mine = now.entrant_of(user)
            if mine is None:
                raise errors.NotEntered
            if mine.checked_in:
                raise errors.CheckedInAlready
            return (self._event(known, EventKind.CHECKED_IN, user=user),)

        return await self._decide(tournament, decide)

    async def start(self, tournament: TournamentId, by: UserId) -> Known:
        """Start it before its time, or at any time if it has none."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            _check_live(known.now)
            if known.now.status is not TournamentStatus.OPEN:
                raise errors.StartedAlready
            if present(known.now) < FEWEST:
                raise errors.TooFewEntrants(least=FEWEST, present=present(known.now))
            due = start(known.now, await self._conductor.facts(known))
            first, *rest = self.tournaments.events(known, due)
            return (replace(first, by=by), *rest)

        return await self._decide(tournament, decide)

    async def cancel(self, tournament: TournamentId, by: UserId) -> Known:
        """End it before its time. Matches that are being played go on, and count as any."""

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            _check_live(known.now)
            return (self._event(known, EventKind.CANCELLED, by=by),)

        return await self._decide(tournament, decide)

    async def adjudicate(
        self,
        tournament: TournamentId,
        by: UserId,
        table: TableId,
        winner: UserId | None,
        reason: str,
    ) -> Known:
        """Decide a table: the others share the place after the winner; None: nobody gets anything.

        A match that is being played there ends without a result.
        """
        words = " ".join(reason.split())
        if not 1 <= len(words) <= REASON:
            raise errors.NoReason(most=REASON)

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            found = known.now.table(table)
            _check_running(known.now)
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
            return (self._event(known, EventKind.ADJUDICATED, by=by, detail=detail),)

        return await self._decide(tournament, decide)

    async def substitute(
        self, tournament: TournamentId, by: UserId, out: UserId, into: UserId
    ) -> Known:
        """Give somebody's place, with its points and the matches being played, to somebody else.

        The same person twice puts back who withdrew or vanished.
        """

        async def decide(known: Known) -> tuple[TournamentEvent, ...]:
            _check_running(known.now)
            place = known.now.entrant_of(out)
            if place is None:
                raise errors.NotEntrant(user=out)
            other = known.now.entrant_of(into)
            if other is not None and (other.number != place.number or place.plays):
                raise errors.HasPlace(user=into)
            await admit(self._servers, known.row.guild, by, into)
            detail = detail_of(entrant=place.number)
            event = self._event(known, EventKind.SUBSTITUTED, by=by, user=into, detail=detail)
            return (event,)

        return await self._decide(tournament, decide)

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
            _check_live(now)
            if now.status is TournamentStatus.OPEN:
                until = now.terms.closes
            else:
                open_rounds = {(one.id.stage, one.id.round) for one in now.open_tables}
                ends = [at for stage, number, at in now.until if (stage, number) in open_rounds]
                until = max(ends, default=None)
            if until is None:
                raise errors.NothingToExtend
            detail = detail_of(until=until + hours * HOUR, interaction=interaction)
            return (self._event(known, EventKind.EXTENDED, by=by, detail=detail),)

        return await self._decide(tournament, decide)

    async def forget(self, tournament: TournamentId, user: UserId) -> Known:
        """Leave for good, as somebody who is to be forgotten; nothing happens if they are gone."""
        try:
            return await self.leave(tournament, user)
        except (errors.NotEntered, errors.TournamentOver):
            return await self.look(tournament)

    async def advance(self, tournament: TournamentId) -> Known:
        """Do all that is due; may be called at any time."""
        async with self.tournaments.locked(tournament):
            return await self._conductor.advance(tournament)

    async def _decide(self, tournament: TournamentId, decide: Decide) -> Known:
        """Append what `decide` gives, and do what follows from it."""
        async with self.tournaments.locked(tournament):
            for _ in range(TRIES):
                known = await self.look(tournament)
                events = await decide(known)
                try:
                    await self.tournaments.append(known, events)
                except Conflict:
                    continue
                try:
                    return await self._conductor.advance(tournament)
                except (StoreTrouble, Conflict) as trouble:
                    if not events:
                        raise
                    raise Unfinished(str(trouble)) from trouble
        raise Conflict

    def _event(
        self,
        known: Known,
        kind: EventKind,
        *,
        by: UserId | None = None,
        user: UserId | None = None,
        detail: str = "{}",
    ) -> TournamentEvent:
        return self.tournaments.event(known, kind, by=by, user=user, detail=detail)


def _asked_by(event: TournamentEvent, interaction: int) -> bool:
    """Whether this interaction has extended it by that event."""
    return event.kind is EventKind.EXTENDED and event.details.get("interaction") == interaction


def may_come_back(now: Tournament, entrant: Entrant) -> bool:
    """Whether somebody who has a place and doesn't play can join again: in a league always, else
    if the stage that is played has them and they have not withdrawn."""
    if entrant.plays or now.is_league:
        return not entrant.plays
    groups = () if now.stage is None else now.stage.groups
    withdrew = entrant.standing is Standing.WITHDRAWN
    return not withdrew and any(entrant.number in group for group in groups)


def _check_live(now: Tournament) -> None:
    if now.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        raise errors.TournamentOver


def _check_running(now: Tournament) -> None:
    _check_live(now)
    if now.status is not TournamentStatus.RUNNING:
        raise errors.TournamentNotStarted


def _check_adjudicable(now: Tournament, table: Table) -> None:
    """Raises StageOver or TooLate where others have built on a result already."""
    stage = now.stages[table.id.stage - 1]
    if stage.over is not None:
        raise errors.StageOver
    if stage.kind is not StageKind.KNOCKOUT or table.result is None:
        return
    later = (
        one
        for tables in bracket_rounds(now, stage)[table.id.round :]
        for one in tables
        if one.games
    )
    if any(set(one.entrants or ()) & set(table.seats) for one in later):
        raise errors.TooLate
