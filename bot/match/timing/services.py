"""All services of time together."""

from bot.match.caps import Caps
from bot.match.matches import Matches
from bot.match.people.servers import ServerStore
from bot.match.playing.changing import Changer
from bot.match.playing.service import MatchService
from bot.match.timing.absences import AbsenceService
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.late_service import LateService
from bot.match.timing.timekeeper import Timekeeper
from bot.match.timing.visibility import TurnAlertStore


class TimingServices:
    """Time in matches: what happens as it passes, lateness, pauses, absences."""

    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        deadlines: DeadlineStore,
        calls: TurnAlertStore,
        *,
        servers: ServerStore | None = None,
        caps: Caps | None = None,
    ) -> None:
        changer = Changer(matches, service)
        self.keeper = Timekeeper(matches, service, deadlines, calls, caps or Caps())
        self.late = LateService(changer, calls, caps or Caps(), servers)
        self.rest = AbsenceService(changer, deadlines)
