"""What moderators do with tournaments."""

from dataclasses import replace

from bot.match.holders import UserId
from bot.match.people.servers import admit
from bot.match.playing.report import harmless
from bot.match.timing.pace import HOUR
from bot.match.tournaments import errors
from bot.match.tournaments.brackets import bracket_rounds
from bot.match.tournaments.checks import edited
from bot.match.tournaments.deciding import Deciding, check_live, check_running
from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
from bot.match.tournaments.known import Known
from bot.match.tournaments.progress import present, start
from bot.match.tournaments.state import StageKind, Tournament, TournamentStatus
from bot.match.tournaments.store import TournamentId
from bot.match.tournaments.tables import How, Table, TableId
from bot.match.tournaments.terms import FEWEST, Terms

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
            if present(known.now) < FEWEST:
                raise errors.TooFewEntrants(least=FEWEST, present=present(known.now))
            due = start(known.now, await self.conductor.facts(known))
            first, *rest = self.tournaments.events(known, due)
            return (replace(first, by=by), *rest)

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
            return (self.event(known, EventKind.ADJUDICATED, by=by, detail=detail),)

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
            await admit(self.servers, known.row.guild, by, into)
            detail = detail_of(entrant=place.number)
            event = self.event(known, EventKind.SUBSTITUTED, by=by, user=into, detail=detail)
            return (event,)

        return await self.decide(tournament, decide)

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
            detail = detail_of(until=until + hours * HOUR, interaction=interaction)
            return (self.event(known, EventKind.EXTENDED, by=by, detail=detail),)

        return await self.decide(tournament, decide)


def _asked_by(event: TournamentEvent, interaction: int) -> bool:
    """Whether this interaction has extended it by that event."""
    return event.kind is EventKind.EXTENDED and event.details.get("interaction") == interaction


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
