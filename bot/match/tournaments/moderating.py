"""What moderators do with tournaments."""

from contextlib import suppress
from dataclasses import replace

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.servers import admit
from bot.match.playing.report import harmless
from bot.match.tournaments import errors
from bot.match.tournaments.brackets import bracket_rounds, displaced
from bot.match.tournaments.checks import edited
from bot.match.tournaments.deciding import Deciding, check_live, check_running
from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
from bot.match.tournaments.fold import after
from bot.match.tournaments.known import Known
from bot.match.tournaments.matches import has_had_other_seat
from bot.match.tournaments.progress import Due, present, start
from bot.match.tournaments.rounds import has_matches_left
from bot.match.tournaments.state import Entrant, StageKind, Tournament, TournamentStatus
from bot.match.tournaments.store import TournamentId
from bot.match.tournaments.tables import EntrantNumber, How, Table, TableId
from bot.match.tournaments.terms import FEWEST, Terms
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import HOUR

EXTENSION = 30 * 24
"""By how many hours a deadline can be moved at a time."""
REASON = 200
"""The longest reason, in characters."""


class Moderating(Deciding):
    """Raises what TournamentService raises. Who may moderate is asked before."""

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
