"""The stores behind a bot, besides that of its matches."""

from dataclasses import dataclass

from bot.match.challenges import RefusalStore
from bot.match.glory import StatisticsStore
from bot.match.left_places import LeftPlaces
from bot.match.notices import NoticeStore
from bot.match.owner import Owner
from bot.match.people import PeopleStore
from bot.match.pings import PingStore
from bot.match.plans import Plans
from bot.match.ports_pace import Deadlines
from bot.match.rest_news import RestNewsStore
from bot.match.servers import ServerStore
from bot.match.sight import CallStore


@dataclass(frozen=True, slots=True)
class Stores:
    """One for each concern; the same database fulfils them all."""

    servers: ServerStore
    statistics: StatisticsStore
    deadlines: Deadlines
    left_places: LeftPlaces
    notices: NoticeStore
    plans: Plans
    people: PeopleStore
    calls: CallStore
    pings: PingStore
    refusals: RefusalStore
    rest_news: RestNewsStore
    owner: Owner
