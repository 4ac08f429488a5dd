"""The services of time together."""

from collections.abc import Callable

from bot.match.core.matches import Matches
from bot.match.people.servers import ServerStore
from bot.match.playing.service import MatchService
from bot.match.timekeeping.absences import AbsenceService
from bot.match.timekeeping.late_service import LateService
from bot.match.timekeeping.pauses import PauseService
from bot.match.timekeeping.timekeeper import Timekeeper
from bot.match.timing.deadlines import DeadlineStore
from bot.match.timing.turn_alerts import TurnAlertStore
from bot.match.values.caps import Caps


class TimingServices:
    """What happens as time passes, decisions about late players, pauses, days off."""

    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: DeadlineStore,
        alerts: TurnAlertStore,
        *,
        servers: ServerStore | None = None,
        caps: Caps | None = None,
        owns: Callable[[int], bool] = lambda _: True,
    ) -> None:
        self.timekeeper = Timekeeper(
            matches, service, deadlines, alerts, caps or Caps(), owns, servers
        )
        self.late = LateService(service, alerts, caps or Caps(), servers)
        self.pauses = PauseService(service)
        self.absences = AbsenceService(matches.clock, deadlines)
