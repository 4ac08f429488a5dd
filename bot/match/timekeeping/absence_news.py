"""What the others are told about somebody's days off and quiet hours, and when.

A change is told once it has stood for a while, so that nobody hears of one that is taken back. Of
somebody who leaves and comes back again and again they hear only now and then; the boards say how
it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.match.people.pings import HOUR, STANDS
from bot.match.timing.quiet_hours import FROM, UNTIL, ZONE
from bot.match.values.players import UserId

BETWEEN = HOUR
"""The fewest seconds between two messages about the same person's days off."""


@dataclass(frozen=True, slots=True)
class AbsenceNews:
    """Somebody whose days off or quiet hours have changed since the others were told."""

    user: UserId
    stamp: int
    """A number that grows with each change."""
    noticed: int | None
    """When the last change was noticed, in seconds since 1970; None: not yet."""
    until: int | None
    """Until when the others think that they are away; None: not at all."""
    hours: str
    """The quiet hours by which boards show times, as `quiet_hours_text` gives them."""
    sent: int | None
    """When a message last told of their days off; None: never."""


class NewsStep(Enum):
    """What to do next about a change."""

    NOTICE = "notice"
    """Note that it was noticed."""
    WAIT = "wait"
    DROP = "drop"
    """Do nothing: it is as the others were told."""
    RENEW = "renew"
    """Edit the boards: their times have changed."""
    TELL = "tell"
    """Edit the boards and tell the others by a message."""


class AbsenceNewsStore(Protocol):
    """Where it is stored what the others were told. Each write is one transaction."""

    async def due(self, most: int) -> tuple[AbsenceNews, ...]:
        """Up to `most` people with a change that was not told, ordered by id."""

    async def noticed(self, news: AbsenceNews, now: int) -> None:
        """Note when this change was noticed."""

    async def told(
        self, news: AbsenceNews, until: int | None, hours: str, sent: int | None
    ) -> bool:
        """Note what is told now; False if another process was faster, or it changed again."""


def quiet_hours_text(settings: Mapping[str, str]) -> str:
    """A user's quiet hours as one text, which differs whenever they do."""
    if FROM not in settings:
        return ""
    return "|".join(settings.get(name, "") for name in (ZONE, FROM, UNTIL))


def next_step(news: AbsenceNews, until: int | None, hours: str, now: int) -> NewsStep:
    """What to do now about somebody who is away `until` then (None: not) and has these hours."""
    if news.noticed is None:
        return NewsStep.NOTICE
    if 0 <= now - news.noticed < STANDS:
        return NewsStep.WAIT
    if until != _known(news, now):
        fresh = news.sent is not None and 0 <= now - news.sent < BETWEEN
        return NewsStep.WAIT if fresh else NewsStep.TELL
    return NewsStep.DROP if hours == news.hours else NewsStep.RENEW


def _known(news: AbsenceNews, now: int) -> int | None:
    """Until when the others think that somebody is away; None if that is over by now."""
    return news.until if news.until is not None and news.until > now else None
