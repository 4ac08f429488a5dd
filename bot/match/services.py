"""The services that act on matches, days and tournaments, built once for a process.

They reach Discord and worker processes only through ports.
"""

from collections.abc import Callable
from functools import partial

from bot.match.core.matches import Matches
from bot.match.daily.house import House
from bot.match.daily.records import DayRecords
from bot.match.daily.service import DailyService
from bot.match.forgetting.service import ForgettingService
from bot.match.lobby.challenges import Challenges
from bot.match.lobby.lobby import Lobby
from bot.match.people.limits import PublicMessages
from bot.match.people.pings import PingBudget
from bot.match.playing.plans import Planning
from bot.match.playing.service import MatchService
from bot.match.puzzles.service import PuzzleService, Stock, nothing
from bot.match.stores import Stores
from bot.match.timekeeping.services import TimingServices
from bot.match.timekeeping.visibility import CheckAccess, TurnAlerts
from bot.match.tournaments.conductor import Conductor, stored_ratings
from bot.match.tournaments.eligibility import Eligibility, Members
from bot.match.tournaments.loaded import Tournaments
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.service import TournamentService


class DomainServices:
    def __init__(
        self,
        matches: Matches,
        stores: Stores,
        play: MatchService,
        check_access: CheckAccess,
        members: Members,
        house: House,
        owns: Callable[[int], bool],
        serves: Callable[[int], bool],
        puzzle_stock: Stock = nothing,
    ) -> None:
        self.matches, self.stores, self.play, self.owns = matches, stores, play, owns
        servers, deadlines, turn_alerts = stores.servers, stores.deadlines, stores.turn_alerts
        self.planning = Planning(matches, stores.plans)
        self.pings = PingBudget(stores.pings, matches.clock)
        self.public = PublicMessages(matches.clock)
        self.challenges = Challenges(matches.store, stores.refusals)
        self.lobby = Lobby(
            matches, play, matches.games.default, servers=servers, challenges=self.challenges
        )
        self.timing = TimingServices(
            matches, play, deadlines, turn_alerts, servers=servers, serves=serves
        )
        self.alerts = TurnAlerts(matches, turn_alerts, check_access)
        self.daily = DailyService(matches, stores.days, servers, house)
        self.puzzles = PuzzleService(matches, stores.puzzles, deadlines, puzzle_stock)
        self.day_records = DayRecords(matches.clock, stores.standings, deadlines)
        tournaments = Tournaments(stores.tournaments, matches.clock)
        conductor = Conductor(
            matches,
            tournaments,
            TableMatches(matches, play, deadlines, turn_alerts),
            deadlines,
            partial(stored_ratings, stores.statistics),
            Eligibility(servers, stores.tournaments, members),
        )
        self.tournaments = TournamentService(matches, tournaments, conductor, servers)
        self.forgetting = ForgettingService(matches, play, self.lobby, stores.people)
