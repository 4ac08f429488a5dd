"""The stores behind a bot, except that of its matches."""

from bot.match.daily.standings import StandingsStore
from bot.match.daily.store import DayStore
from bot.match.forgetting.store import PeopleStore
from bot.match.lobby.challenges import RefusalStore
from bot.match.people.messages import MessageStore
from bot.match.people.owner import Owner
from bot.match.people.pings import PingStore
from bot.match.people.role_pings import RolePingStore
from bot.match.people.servers import ServerStore
from bot.match.people.troubles import TroubleStore
from bot.match.people.watching import WatchStore
from bot.match.playing.plans import Plans
from bot.match.puzzles.store import PuzzleStore
from bot.match.sharding.store import ShardStore
from bot.match.statistics.played import PlayedStore
from bot.match.statistics.store import StatisticsStore
from bot.match.timekeeping.absences import AbsenceNewsStore
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.common_clock import CommonClock
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.tournaments.store import TournamentStore
from bot.match.values.times import SystemClock
from bot.storage.base.database import Database


class Stores:
    def __init__(self, database: Database, clock: CommonClock | None = None) -> None:
        """`clock` is the one by which processes agree, by default this machine's."""
        self._database = database
        self.clock = clock or CommonClock(SystemClock())
        self.absence_news = AbsenceNewsStore(database)
        self.days = DayStore(database)
        self.deadlines = DeadlineStore(database, clock)
        self.messages = MessageStore(database)
        self.owner = Owner(database)
        self.people = PeopleStore(database)
        self.pings = PingStore(database)
        self.plans = Plans(database)
        self.played = PlayedStore(database)
        self.puzzles = PuzzleStore(database)
        self.refusals = RefusalStore(database)
        self.role_pings = RolePingStore(database)
        self.servers = ServerStore(database)
        self.shards = ShardStore(database, self.clock)
        self.standings = StandingsStore(database)
        self.statistics = StatisticsStore(database)
        self.tournaments = TournamentStore(database)
        self.troubles = TroubleStore(database)
        self.turn_alerts = TurnAlertStore(database)
        self.watches = WatchStore(database)

    @property
    def remarks(self) -> tuple[str | None, ...]:
        """Notes for the operator about the database and its clock."""
        database = self._database
        return self.clock.remark, database.setbacks.remark, database.remark

    @property
    def trouble(self) -> str | None:
        """The reason why the database's last write failed, as one sentence, or None."""
        return self._database.writer.trouble
