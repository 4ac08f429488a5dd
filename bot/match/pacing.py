"""All services of time together."""

from bot.match.changing import Changer
from bot.match.late_service import LateService
from bot.match.matches import Matches
from bot.match.ports_pace import Deadlines
from bot.match.rest_service import RestService
from bot.match.servers import ServerStore
from bot.match.service import MatchService
from bot.match.sight import CallStore
from bot.match.timekeeper import Timekeeper
from bot.match.types import Caps


class PaceService:
    """Time in matches: what happens as it passes, lateness, pauses, absences."""

    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: Deadlines,
        calls: CallStore,
        *,
        servers: ServerStore | None = None,
        caps: Caps | None = None,
    ) -> None:
        changer = Changer(matches, service)
        self.keeper = Timekeeper(matches, service, deadlines, calls, caps or Caps())
        self.late = LateService(changer, calls, caps or Caps(), servers)
        self.rest = RestService(changer, deadlines)
