"""A service of tournaments for tests."""

from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.known import Tournaments
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.ratings import Ratings
from bot.match.tournaments.service import TournamentService
from bot.storage.deadlines import SqlDeadlines
from bot.storage.tournaments import SqlTournaments
from tests.match.world import Side


def organizer(side: Side) -> TournamentService:
    """What people do with tournaments, in one process."""
    tournaments = Tournaments(SqlTournaments(side.database), side.clock)
    conductor = Conductor(
        side.matches,
        tournaments,
        TableMatches(side.matches, side.service),
        SqlDeadlines(side.database),
        Ratings(side.statistics),
    )
    return TournamentService(side.matches, tournaments, conductor, side.servers)
