"""Whose challenges people take, and whether a challenge pings them: as they have chosen."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Protocol

from bot.match.holders import UserId
from bot.match.store import Store

CHALLENGES = "challenges"
"""The name of the setting of a user."""
MOST_REFUSED = 25
"""How many people somebody may refuse by name: as many as a menu of Discord lets one choose."""


class Taken(Enum):
    """Which challenges somebody takes."""

    PINGED = "pinged"
    """All, with a ping."""
    QUIET = "quiet"
    """All, without a ping: they stand in the channel and in /matches."""
    NONE = "none"


def taken(settings: Mapping[str, str]) -> Taken:
    """What these settings of a user say; what is unset, or no longer known, is PINGED."""
    value = settings.get(CHALLENGES)
    return Taken(value) if value in {one.value for one in Taken} else Taken.PINGED


class RefusalStore(Protocol):
    """Where it is kept whom people refuse. Every write is one transaction."""

    async def refused_by(self, user: UserId) -> tuple[UserId, ...]:
        """Whose challenges a user does not take, by their ids."""

    async def refuse(self, user: UserId, others: Iterable[UserId], now: int) -> None:
        """Let a user refuse the challenges of just these people, from now on or since before."""


class Challenges:
    """Asks people's settings whether they may be challenged, and pinged for it."""

    def __init__(self, store: Store, refusals: RefusalStore) -> None:
        self._store = store
        self._refusals = refusals

    async def refused(self, host: UserId, invited: Iterable[UserId]) -> tuple[UserId, ...]:
        """Those of these people who take no challenge of the host, or none at all."""
        return tuple([user for user in invited if not await self._takes(user, host)])

    async def pinged(self, users: Iterable[UserId]) -> tuple[UserId, ...]:
        """Those among these people who want a ping for a challenge."""
        return tuple([user for user in users if await self._setting(user) is Taken.PINGED])

    async def _takes(self, user: UserId, host: UserId) -> bool:
        if await self._setting(user) is Taken.NONE:
            return False
        return host not in await self._refusals.refused_by(user)

    async def _setting(self, user: UserId) -> Taken:
        return taken(await self._store.user_settings(user))
