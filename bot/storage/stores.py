"""All stores of one database."""

from bot.match.stores import Stores
from bot.storage.absence_news import SqliteAbsenceNews
from bot.storage.database import Database
from bot.storage.day_standings import SqliteStandings
from bot.storage.days import SqliteDays
from bot.storage.deadlines import SqliteDeadlines
from bot.storage.left_places import SqliteLeftPlaces
from bot.storage.mornings import SqliteMornings
from bot.storage.notices import SqliteNotices
from bot.storage.owner import SqliteOwner
from bot.storage.people import SqlitePeople
from bot.storage.pings import SqlitePings
from bot.storage.plans import SqlitePlans
from bot.storage.refusals import SqliteRefusals
from bot.storage.reminders import SqliteReminders
from bot.storage.servers import SqliteServers
from bot.storage.statistics import SqliteStatistics
from bot.storage.turn_alerts import SqliteTurnAlerts


def sqlite_stores(database: Database) -> Stores:
    """The stores of a bot, except that of its matches."""
    return Stores(
        servers=SqliteServers(database),
        statistics=SqliteStatistics(database),
        deadlines=SqliteDeadlines(database),
        left_places=SqliteLeftPlaces(database),
        notices=SqliteNotices(database),
        plans=SqlitePlans(database),
        people=SqlitePeople(database),
        reminders=SqliteReminders(database),
        turn_alerts=SqliteTurnAlerts(database),
        pings=SqlitePings(database),
        refusals=SqliteRefusals(database),
        absence_news=SqliteAbsenceNews(database),
        owner=SqliteOwner(database),
        days=SqliteDays(database),
        standings=SqliteStandings(database),
        mornings=SqliteMornings(database),
    )
