"""A decision about a match, and the transaction that stores it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.match.log.events import MatchEvent
from bot.match.log.records import LogEntry, MatchId, Press, Status
from bot.match.statistics.result import Result
from bot.match.timing.deadlines import Deadline
from bot.match.timing.reminding import ReminderSchedule
from bot.match.values.caps import CapCheck
from bot.match.values.players import UserId
from engine.core import driver


@dataclass(frozen=True, slots=True)
class Decision:
    advances: Sequence[driver.Advance[Any]] = ()
    events: Sequence[MatchEvent] = ()
    press: Press | None = None
    cap_check: CapCheck | None = None
    """People whose running matches the commit counts first."""


@dataclass(frozen=True, slots=True)
class Change:
    match: MatchId
    seq: int
    n: int
    entries: tuple[LogEntry, ...] = ()
    events: tuple[MatchEvent, ...] = ()
    press: Press | None = None
    status: Status = Status.RUNNING
    holders: tuple[UserId, ...] = ()
    to_act: tuple[UserId, ...] = ()
    computer_due: bool = False
    unplanned: tuple[UserId, ...] = ()
    cap_check: CapCheck | None = None
    notices: tuple[int, ...] = ()
    deadlines: tuple[Deadline, ...] | None = None
    reminders: tuple[ReminderSchedule, ...] | None = None
    rounds_before: int | None = None
    """Finished rounds before this change; None unless it ends a round or the match."""
    ended: int | None = None
    """When the match ended, in seconds since 1970; None unless this change ends it."""
    took_part: tuple[UserId, ...] = ()
    results: tuple[Result, ...] = ()
    day_points: int | None = None
    """Points of a match of a day; only at the end of a match that counts."""
    former: int = 0
    """Expected number of former miners; another number raises Conflict, because the change could
    name a person who was forgotten meanwhile.
    """
