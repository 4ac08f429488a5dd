"""Which errors are sent: those that nobody expects, and each not again and again."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

import aiohttp
import discord

from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.values.errors import Refusal

EXPECTED = (
    Refusal,
    Conflict,
    discord.RateLimited,
    discord.Forbidden,
    discord.NotFound,
    discord.DiscordServerError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)
"""What people, permissions and networks bring about; the log tells it."""
HEALS = 300.0
"""Seconds after which trouble of the database has lasted: what is over sooner healed by itself."""
CALM = 120.0
"""Seconds without trouble of the database after which it was over."""
AGAIN = 600.0
"""Seconds until an error is sent again that comes from the same place."""
MOST_KNOWN = 1_000

Place = tuple[str, str, int]


@dataclass(eq=False)
class Selection:
    """Says of each error whether it is sent."""

    steady: Callable[[], float]
    """A monotonic clock, in seconds."""
    _sent: dict[Place, float] = field(default_factory=dict, init=False)
    _trouble: tuple[float, float] | None = field(default=None, init=False)
    """When the store's trouble began, and when it was last heard of."""

    def wants(self, error: BaseException) -> bool:
        """Whether it is unexpected, and new or some time ago."""
        if not isinstance(error, Exception) or _is_expected(error):
            return False
        if isinstance(error, StoreTrouble) and not self._has_lasted():
            return False
        return self._is_new(_place(error))

    def _has_lasted(self) -> bool:
        now = self.steady()
        began, last = self._trouble or (now, now)
        self._trouble = (began if now - last < CALM else now, now)
        return now - self._trouble[0] >= HEALS

    def _is_new(self, place: Place) -> bool:
        now = self.steady()
        if len(self._sent) >= MOST_KNOWN:
            self._sent = {one: at for one, at in self._sent.items() if now - at < AGAIN}
        at = self._sent.get(place)
        if at is not None and now - at < AGAIN:
            return False
        self._sent[place] = now
        return True


def _is_expected(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return all(_is_expected(one) for one in error.exceptions)
    return isinstance(error, EXPECTED)


def _place(error: BaseException) -> Place:
    """What kind of error it is, and the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    file, line = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
    return type(error).__qualname__, file, line
