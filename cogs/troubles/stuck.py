"""Reports due work that fails repeatedly, in a match or tournament of a server."""

from dataclasses import dataclass

from bot.match.core.matches import Matches
from bot.match.log.records import MatchId
from bot.match.people.troubles import TroubleKind
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.store import TournamentStore
from cogs.posting.trouble_recorder import TroubleRecorder


@dataclass(frozen=True)
class StuckItems:
    """Callbacks for `DueWork.tell`; every method raises StoreTrouble."""

    recorder: TroubleRecorder
    matches: Matches
    tournaments: TournamentStore

    async def match(self, match: MatchId, is_frozen: bool) -> None:
        if not is_frozen:
            self.recorder.works(TroubleKind.STUCK_MATCH, match)
            return
        guild = (await self.matches.store.guilds([match])).get(match)
        if guild is not None:
            await self.recorder.stuck(guild, TroubleKind.STUCK_MATCH, match)

    async def tournament(self, tournament: TournamentId, is_frozen: bool) -> None:
        if not is_frozen:
            self.recorder.works(TroubleKind.STUCK_TOURNAMENT, tournament)
            return
        row = await self.tournaments.row(tournament)
        if row is not None:
            await self.recorder.stuck(row.guild, TroubleKind.STUCK_TOURNAMENT, tournament)
