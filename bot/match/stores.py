"""The stores behind a bot, except that of its matches."""

from dataclasses import dataclass

from bot.match.core.store import LeftPlaces
from bot.match.daily.standings import StandingsStore
from bot.match.daily.store import DayStore, MorningStore
from bot.match.forgetting import PeopleStore
from bot.match.lobby.challenges import RefusalStore
from bot.match.people.owner import Owner
from bot.match.people.pings import PingStore
from bot.match.people.servers import ServerStore
from bot.match.people.troubles import TroubleStore
from bot.match.playing.plans import Plans
from bot.match.sharding.allotment import ShardStore
from bot.match.statistics.projections import StatisticsStore
from bot.match.timekeeping.absences import AbsenceNewsStore
from bot.match.timekeeping.reminders import ReminderStore
from bot.match.timing.deadlines import DeadlineStore
from bot.match.timing.notices import NoticeStore
from bot.match.timing.turn_alerts import TurnAlertStore
from bot.match.tournaments.store import TournamentStore


@dataclass(frozen=True, slots=True)
class Stores:
    """One for each concern; the same database fulfils them all."""

    servers: ServerStore
    statistics: StatisticsStore
    deadlines: DeadlineStore
    left_places: LeftPlaces
    notices: NoticeStore
    plans: Plans
    people: PeopleStore
    reminders: ReminderStore
    turn_alerts: TurnAlertStore
    pings: PingStore
    refusals: RefusalStore
    absence_news: AbsenceNewsStore
    owner: Owner
    days: DayStore
    standings: StandingsStore
    mornings: MorningStore
    shards: ShardStore
    troubles: TroubleStore
    tournaments: TournamentStore
