"""All stores over one database."""

from bot.match.stores import Stores
from bot.storage.calls import SqliteCalls
from bot.storage.database import Database
from bot.storage.deadlines import SqliteDeadlines
from bot.storage.glory import SqliteStatistics
from bot.storage.left_places import SqliteLeftPlaces
from bot.storage.notices import SqliteNotices
from bot.storage.owner import SqliteOwner
from bot.storage.people import SqlitePeople
from bot.storage.pings import SqlitePings
from bot.storage.plans import SqlitePlans
from bot.storage.refusals import SqliteRefusals
from bot.storage.rest_news import SqliteRestNews
from bot.storage.servers import SqliteServers


def sqlite_stores(database: Database) -> Stores:
    """The stores of a bot, besides that of its matches."""
    return Stores(
        servers=SqliteServers(database),
        statistics=SqliteStatistics(database),
        deadlines=SqliteDeadlines(database),
        left_places=SqliteLeftPlaces(database),
        notices=SqliteNotices(database),
        plans=SqlitePlans(database),
        people=SqlitePeople(database),
        calls=SqliteCalls(database),
        pings=SqlitePings(database),
        refusals=SqliteRefusals(database),
        rest_news=SqliteRestNews(database),
        owner=SqliteOwner(database),
    )
