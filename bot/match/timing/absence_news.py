"""What the others are told of somebody's days off and quiet hours, and when.

A change is told once it has stood for a while, so that one that is taken back tells nothing. Who
goes and comes back again and again is told of now and then only; the boards say how it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.match.holders import UserId
from bot.match.people.pings import HOUR, STANDS
from bot.match.timing.quiet_hours import FROM, UNTIL, ZONE

BETWEEN = HOUR
"""Seconds between two messages about the same person's days off, at least."""


@dataclass(frozen=True, slots=True)
class AbsenceNews:
    """Somebody whose days off or quiet hours have changed since they were told."""

    user: UserId
    stamp: int
    """Another one with each change."""
    noticed: int | None
    """When the last change was seen, in seconds since 1970; None: it is seen now."""
    until: int | None
    """Until when the others were told that they are away; None: that they are here."""
    hours: str
    """The quiet hours that boards show the times by, as `spelled` gives them."""
    sent: int | None
    """When a message last told of their days off."""


class Step(Enum):
    """What is to be done about a change."""

    NOTICE = "notice"
    """Note that it was seen."""
    WAIT = "wait"
    DROP = "drop"
    """Nothing is different from what was told."""
    RENEW = "renew"
    """The boards tell other times."""
    TELL = "tell"
    """The others are told by a message, too."""


class AbsenceNewsStore(Protocol):
    """Where it is kept what was told. Every write is one transaction."""

    async def due(self, most: int) -> tuple[AbsenceNews, ...]:
        """Those of whom something has not been told, by their ids."""

    async def noticed(self, news: AbsenceNews, now: int) -> None:
        """Note when this change was seen."""

    async def told(
        self, news: AbsenceNews, until: int | None, hours: str, sent: int | None
    ) -> bool:
        """Note what is told now; False where another process was faster, or it changed again."""


def spelled(settings: Mapping[str, str]) -> str:
    """The quiet hours in the settings of a user, as one text that differs where they do."""
    if FROM not in settings:
        return ""
    return "|".join(settings.get(name, "") for name in (ZONE, FROM, UNTIL))


def step(news: AbsenceNews, until: int | None, hours: str, now: int) -> Step:
    """What is to be done now, where somebody is away until then, or here, and has these hours."""
    if news.noticed is None:
        return Step.NOTICE
    if 0 <= now - news.noticed < STANDS:
        return Step.WAIT
    if until != _standing(news, now):
        fresh = news.sent is not None and 0 <= now - news.sent < BETWEEN
        return Step.WAIT if fresh else Step.TELL
    return Step.DROP if hours == news.hours else Step.RENEW


def _standing(news: AbsenceNews, now: int) -> int | None:
    """Until when somebody is away by what was told, if that is not over."""
    return news.until if news.until is not None and news.until > now else None
