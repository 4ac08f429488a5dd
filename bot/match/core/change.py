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
    """Additions to a match: entries of the log, match events, and the press that they answer."""

    advances: Sequence[driver.Advance[Any]] = ()
    events: Sequence[MatchEvent] = ()
    press: Press | None = None
    """The press that caused the entries, or None for the bot's own."""
    cap_check: CapCheck | None = None
    """People whose running matches are counted first."""


@dataclass(frozen=True, slots=True)
class Change:
    """One transaction on a match: entries and events, and the rows that follow from them."""

    match: MatchId
    seq: int
    """Number of entries that the log must have before."""
    n: int
    """Number of events that the history must have before."""
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
    """Numbers of the events that get a notice."""
    deadlines: tuple[Deadline, ...] | None = None
    """The new deadlines of the match; None leaves them unchanged."""
    reminders: tuple[ReminderSchedule, ...] | None = None
    """The new reminders of the match; None leaves them unchanged."""
    ended: int | None = None
    """When the match ended, in seconds since 1970; None unless this change ends it."""
    took_part: tuple[UserId, ...] = ()
    results: tuple[Result, ...] = ()
    day_points: int | None = None
    """Points of a match of a day; only at the end of a match that counts."""
    former: int = 0
    """Number of former miners that the match must have before, because the change can name the
    people who played until then.
    """
