"""A tournament service for tests, and matches at tables."""

from functools import partial

from bot.match.log.loaded import Loaded
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.tournaments.conductor import Conductor, stored_ratings
from bot.match.tournaments.eligibility import Eligibility
from bot.match.tournaments.loaded import Tournaments
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.records import TournamentRow
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.store import TournamentStore
from bot.match.values.players import UserId
from bot.match.values.times import Pace
from tests.match.world import Side, World
from tests.storage.samples import A_TOURNAMENT, MADE, SEED

TABLE = "1.0.1.1"


def organizer(side: Side) -> TournamentService:
    """Return the tournament service of a process."""
    tournaments = Tournaments(TournamentStore(side.database), side.clock)
    conductor = Conductor(
        side.matches,
        tournaments,
        at_tables(side),
        side.deadlines,
        partial(stored_ratings, side.statistics),
        Eligibility(side.servers, tournaments.store),
    )
    return TournamentService(side.matches, tournaments, conductor, side.servers)


def at_tables(side: Side) -> TableMatches:
    return TableMatches(side.matches, side.service, side.deadlines, TurnAlertStore(side.database))


async def create_cup(world: World) -> TournamentRow:
    return await world.tournaments.create(A_TOURNAMENT, SEED, MADE)


async def start_match(world: World, *users: UserId, pace: Pace = Pace.DAY) -> Loaded:
    """Start a match of a tournament, in this order of seats."""
    rules = world.matches.games.newest("toy").info.rules
    return await at_tables(world).begin(await create_cup(world), TABLE, users, "toy", rules, pace)
