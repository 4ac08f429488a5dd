"""What the services of time need from outside: due times, absences, when the bot was down."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.holders import UserId
from bot.match.records import MatchId
from bot.match.timing.clocks import Hours
from bot.match.timing.deadlines import Deadline
from bot.match.timing.spans import Span

Plan = Callable[[tuple[Span, ...]], tuple[Span, ...]]
"""From absences to those that shall stand instead; what it raises leaves all as it was."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A row of what is due, as it was read."""

    due: Deadline
    soonest: int
    """The earliest time that it may have."""
    stamp: int
    """Another one where something that stops the user's clock has changed."""


class Deadlines(Protocol):
    """Where due times, absences and downtimes live. Every write is one transaction."""

    async def due(self, now: int, most: int) -> tuple[MatchId, ...]:
        """Matches in which something may be due, the longest overdue first."""

    async def of_match(self, match: MatchId) -> tuple[Kept, ...]:
        """All that is due in a match, sooner or later."""

    async def later(self, match: MatchId, moved: Sequence[tuple[Kept, int]]) -> None:
        """Look at these rows at other times, each unless it has changed since it was read."""

    async def renew(self, match: MatchId, due: Sequence[Deadline], seq: int, events: int) -> bool:
        """Put these in place of all that is due in a match.

        False, and nothing is changed, unless it has so many entries and events.
        """

    async def put_off(self, match: MatchId, until: int) -> None:
        """Look at nothing in a match before then."""

    async def hours(self, users: Sequence[UserId], since: int) -> Mapping[UserId, Hours]:
        """What stops the clock of each of these, with absences that are not over at `since`."""

    async def downtimes(self, since: int) -> tuple[Span, ...]:
        """When the bot was down, where that is not over at `since`, by the starts."""

    async def alive(self, now: int, gap: int | None) -> Span | None:
        """Note that the bot is up.

        Where it was last known to be up more than `gap` seconds before, the time between is
        noted as a downtime and given. None for `gap`: it has been up. Where it was known to be up
        after `now`, the clock has been put back: no downtime goes on after now, and all that was
        to be looked at later than it may be due is looked at again.
        """

    async def skip(self, seconds: int, since: int, now: int) -> None:
        """Note that the bot is up, and that so many of the seconds since then are no time.

        The clock has jumped over them. Another process may have noted that already.
        """

    async def absences(
        self, user: UserId, since: int, plan: Plan | None = None
    ) -> tuple[Span, ...]:
        """A user's absences that are not over at `since`, by the starts, after the plan if any.

        Raises what the plan raises.
        """

    async def matches_of(self, user: UserId) -> tuple[MatchId, ...]:
        """Running matches of a user in all servers; no frozen ones."""
