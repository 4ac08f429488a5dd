"""The end of the round in which a match is played, for readers of deadlines."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.match.log.records import TournamentTable
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.tournaments.errors import NoSuchTournament
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.round_time import round_ends
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import TableId
from bot.match.values.times import Span


@dataclass(frozen=True, slots=True)
class RoundEnds:
    look: Callable[[TournamentId], Awaitable[Tournament]]
    """Returns the current tournament; raises NoSuchTournament."""
    deadlines: DeadlineStore

    async def of(self, place: TournamentTable, guild: int) -> int | None:
        """Return the end of a table's round, in seconds since 1970, after all downtimes so far.

        None if the round has no set end, or if the table is already decided.
        """
        try:
            now = await self.look(place.tournament)
        except NoSuchTournament:
            return None
        table_id = TableId.parse(place.table)
        table = now.table(table_id)
        if table is None or table.result is not None:
            return None
        for end in round_ends(now):
            if (end.stage, end.round) == (table_id.stage, table_id.round):
                downtimes: tuple[Span, ...] = await self.deadlines.downtimes(end.counted, guild)
                return end.after(downtimes)
        return None
