"""All services of time together."""

from bot.match.matches import Matches
from bot.match.people.servers import ServerStore
from bot.match.playing.changing import Changer
from bot.match.playing.service import MatchService
from bot.match.timing.late_service import LateService
from bot.match.timing.ports import Deadlines
from bot.match.timing.rest_service import RestService
from bot.match.timing.timekeeper import Timekeeper
from bot.match.timing.visibility import TurnAlertStore
from bot.match.types import Caps


class TimingServices:
    """Time in matches: what happens as it passes, lateness, pauses, absences."""

    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: Deadlines,
        calls: TurnAlertStore,
        *,
        servers: ServerStore | None = None,
        caps: Caps | None = None,
    ) -> None:
        changer = Changer(matches, service)
        self.keeper = Timekeeper(matches, service, deadlines, calls, caps or Caps())
        self.late = LateService(changer, calls, caps or Caps(), servers)
        self.rest = RestService(changer, deadlines)
