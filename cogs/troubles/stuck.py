"""Reports due work that fails repeatedly, in a match or tournament of a server.

These are callbacks for `DueWork.tell`, after their first argument. They raise StoreTrouble.
"""

from bot.match.log.records import MatchId
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.records import TournamentId
from cogs.kit import Kit


async def report_stuck_match(kit: Kit, match: MatchId, is_frozen: bool) -> None:
    if not is_frozen:
        kit.troubles.works(TroubleKind.STUCK_MATCH, match)
        return
    guild = (await kit.matches.store.guilds([match])).get(match)
    if guild is not None:
        await kit.troubles.report_stuck(guild, TroubleKind.STUCK_MATCH, match)


async def report_stuck_tournament(kit: Kit, tournament: TournamentId, is_frozen: bool) -> None:
    if not is_frozen:
        kit.troubles.works(TroubleKind.STUCK_TOURNAMENT, tournament)
        return
    row = await kit.stores.tournaments.row(tournament)
    if row is not None:
        await kit.troubles.report_stuck(row.guild, TroubleKind.STUCK_TOURNAMENT, tournament)
