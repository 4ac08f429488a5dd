"""The end of the round in which a match is played, for readers of deadlines."""

from collections.abc import Awaitable, Callable

from bot.match.log.records import TournamentTable
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.tournaments.errors import NoSuchTournament
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.round_time import round_ends
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import TableId


async def round_end_of(
    load: Callable[[TournamentId], Awaitable[Tournament]],
    deadlines: DeadlineStore,
    place: TournamentTable,
    guild: int,
) -> int | None:
    """Return the end of a table's round, in seconds since 1970, after all downtimes so far.

    None if the round has no set end, or if the table is already decided. `load` returns the current
    tournament, or raises NoSuchTournament.
    """
    try:
        state = await load(place.tournament)
    except NoSuchTournament:
        return None
    table_id = TableId.parse(place.table)
    table = state.table(table_id)
    if table is None or table.result is not None:
        return None
    for end in round_ends(state):
        if end.round == table_id.round:
            return end.after(await deadlines.downtimes(end.counted, guild))
    return None
