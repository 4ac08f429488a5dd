"""All stores of one database."""

from bot.match.stores import Stores
from bot.storage.base.database import Database
from bot.storage.tables.boards import SqlLeftPlaces
from bot.storage.tables.days import SqlDays, SqlMornings, SqlStandings
from bot.storage.tables.deadlines import SqlAbsenceNews, SqlDeadlines
from bot.storage.tables.notices import SqlNotices
from bot.storage.tables.owner import SqlOwner
from bot.storage.tables.people import SqlPeople
from bot.storage.tables.pings import SqlPings
from bot.storage.tables.plans import SqlPlans
from bot.storage.tables.refusals import SqlRefusals
from bot.storage.tables.reminders import SqlReminders
from bot.storage.tables.servers import SqlServers
from bot.storage.tables.shards import SqlShards
from bot.storage.tables.statistics import SqlStatistics
from bot.storage.tables.tournaments import SqlTournaments
from bot.storage.tables.troubles import SqlTroubles
from bot.storage.tables.turn_alerts import SqlTurnAlerts


def sql_stores(database: Database) -> Stores:
    """The stores of a bot, except that of its matches."""
    return Stores(
        servers=SqlServers(database),
        statistics=SqlStatistics(database),
        deadlines=SqlDeadlines(database),
        left_places=SqlLeftPlaces(database),
        notices=SqlNotices(database),
        plans=SqlPlans(database),
        people=SqlPeople(database),
        reminders=SqlReminders(database),
        turn_alerts=SqlTurnAlerts(database),
        pings=SqlPings(database),
        refusals=SqlRefusals(database),
        absence_news=SqlAbsenceNews(database),
        owner=SqlOwner(database),
        days=SqlDays(database),
        standings=SqlStandings(database),
        mornings=SqlMornings(database),
        shards=SqlShards(database),
        troubles=SqlTroubles(database),
        tournaments=SqlTournaments(database),
    )
