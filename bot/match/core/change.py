"""What a match decides, and the one transaction that stores it."""

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
    """What is added to a match: entries of the log, match events, and the press they answer."""

    advances: Sequence[driver.Advance[Any]] = ()
    """The entries, each with the Position it leads to."""
    events: Sequence[MatchEvent] = ()
    press: Press | None = None
    """The press that owns the entries; None if the bot made them."""
    cap_check: CapCheck | None = None
    """Whose running matches are counted first."""


@dataclass(frozen=True, slots=True)
class Change:
    """One transaction on a match: entries and events, and the rows that follow from them."""

    match: MatchId
    seq: int
    """How many entries the log must have before."""
    n: int
    """How many events the history must have before."""
    entries: tuple[LogEntry, ...] = ()
    events: tuple[MatchEvent, ...] = ()
    press: Press | None = None
    status: Status = Status.RUNNING
    """The status after it."""
    holders: tuple[UserId, ...] = ()
    """The people in the match after it."""
    to_act: tuple[UserId, ...] = ()
    """The people for whom the match waits after it."""
    computer_due: bool = False
    """Whether a computer is to act next."""
    unplanned: tuple[UserId, ...] = ()
    """People whose plan ends with it."""
    cap_check: CapCheck | None = None
    notices: tuple[int, ...] = ()
    """The numbers of those events that get a notice."""
    deadlines: tuple[Deadline, ...] | None = None
    """The match's deadlines from now on; None leaves them as they are."""
    reminders: tuple[ReminderSchedule, ...] | None = None
    """Who may be reminded from now on; None leaves that as it is."""
    ended: int | None = None
    """When the match ended, in seconds since 1970; None unless this change ends it."""
    took_part: tuple[UserId, ...] = ()
    """Everybody who held a seat; only when the match ends."""
    results: tuple[Result, ...] = ()
    """What they take from it; only when the match ends and counts."""
    day_points: int | None = None
    """What a match of a day counts for; only when it ends and counts."""
    forgotten: int = 0
    """How many of its people must have been forgotten before: the change may name another one."""
