"""All stores of one database."""

from bot.match.stores import Stores
from bot.storage.absence_news import SqlAbsenceNews
from bot.storage.database import Database
from bot.storage.day_standings import SqlStandings
from bot.storage.days import SqlDays
from bot.storage.deadlines import SqlDeadlines
from bot.storage.left_places import SqlLeftPlaces
from bot.storage.mornings import SqlMornings
from bot.storage.notices import SqlNotices
from bot.storage.owner import SqlOwner
from bot.storage.people import SqlPeople
from bot.storage.pings import SqlPings
from bot.storage.plans import SqlPlans
from bot.storage.refusals import SqlRefusals
from bot.storage.reminders import SqlReminders
from bot.storage.servers import SqlServers
from bot.storage.shards import SqlShards
from bot.storage.statistics import SqlStatistics
from bot.storage.tournaments import SqlTournaments
from bot.storage.troubles import SqlTroubles
from bot.storage.turn_alerts import SqlTurnAlerts


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
