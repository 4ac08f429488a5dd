"""Where deadlines, absences and downtimes are stored."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.log.records import MatchId
from bot.match.timing.clocks import Hours
from bot.match.timing.deadlines import Deadline
from bot.match.values.players import UserId
from bot.match.values.times import Span

AbsencePlan = Callable[[tuple[Span, ...]], tuple[Span, ...]]
"""From a user's absences to those that replace them; if it raises, nothing changes."""


@dataclass(frozen=True, slots=True)
class StoredDeadline:
    """A deadline as it was read."""

    deadline: Deadline
    soonest: int
    """The earliest time that it may have."""
    stamp: int
    """A number that changes whenever something that stops the user's clock has changed."""


class DeadlineStore(Protocol):
    """Stores deadlines, absences and downtimes. Each write is one transaction.

    All times are in seconds since 1970.
    """

    async def due(self, now: int, most: int) -> tuple[MatchId, ...]:
        """Matches in which something may be due, the longest overdue first."""

    async def of_match(self, match: MatchId) -> tuple[StoredDeadline, ...]:
        """All deadlines of a match."""

    async def postpone(self, match: MatchId, moved: Sequence[tuple[StoredDeadline, int]]) -> None:
        """Give these deadlines other times, except those that have changed since they were read."""

    async def replace(
        self, match: MatchId, deadlines: Sequence[Deadline], seq: int, events: int
    ) -> bool:
        """Replace all deadlines of a match.

        False, and nothing changes, unless it runs and has so many entries and events.
        """

    async def put_off(self, match: MatchId, until: int) -> None:
        """Let nothing be due in a match before then."""

    async def hours(self, users: Sequence[UserId], since: int) -> Mapping[UserId, Hours]:
        """What stops the clock of each of these, with the absences that end after `since`."""

    async def downtimes(self, since: int) -> tuple[Span, ...]:
        """The downtimes of the bot that end after `since`, by their starts."""

    async def last_up(self) -> int | None:
        """Return when the bot was last noted as up; None if it never was."""

    async def alive(self, now: int, gap: int | None) -> Span | None:
        """Note that the bot is up; gives the downtime that ends with it, if any.

        That is the time since it was last known to be up, if longer than `gap` seconds; with None
        for `gap` there is none. If it was known to be up after `now`, the clock has been put
        back: then no downtime goes on after now, and all deadlines are looked at again.
        """

    async def skip(self, seconds: int, since: int, now: int) -> None:
        """Note that the bot is up, and that the clock has jumped over so many seconds since then.

        They become a downtime, unless another process has noted that already.
        """

    async def absences(
        self, user: UserId, since: int, plan: AbsencePlan | None = None
    ) -> tuple[Span, ...]:
        """A user's absences that end after `since`, by their starts, as the plan leaves them.

        Raises what the plan raises.
        """

    async def matches_of(self, user: UserId) -> tuple[MatchId, ...]:
        """A user's running matches in all servers; no frozen ones."""
