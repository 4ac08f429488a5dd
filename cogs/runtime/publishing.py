"""The common part of publishers of channel messages: attempts, reports of refusals, pauses."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import discord

from bot.match.core.due_work import LONGEST, K, Pauses
from bot.match.core.exclusion import KeyedLocks
from bot.match.people.troubles import TroubleKind
from bot.match.values.times import Clock
from cogs.base.discord_errors import DISCORD_TROUBLE, is_place_gone, wait_of
from cogs.posting.permissions import Need
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.runtime.guild_queues import bound

_log = logging.getLogger(__name__)

T = TypeVar("T")

REFUSED = 3600
"""Seconds until the next try if Discord refuses without naming a time."""


@dataclass(eq=False)
class Publishing(Generic[K]):
    clock: Clock
    troubles: TroubleRecorder
    kind: TroubleKind
    wanted: Sequence[Need] = ()
    """Required permissions; () for those of a plain message."""
    longest: int = LONGEST
    """Maximum seconds until the next try."""
    locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    refused: Pauses[K] = field(init=False)
    """Items that Discord has refused, until their next try."""

    def __post_init__(self) -> None:
        self.refused = Pauses(self.clock)

    async def attempt(
        self,
        item: K,
        guild: int,
        channel: int,
        work: Awaitable[T],
        gone: Callable[[], Awaitable[object]] | None = None,
    ) -> T | None:
        """Run work that shows an item in a channel; return None if Discord refuses.

        If the channel was deleted, call `gone` instead of retrying.
        """
        try:
            async with bound():
                result = await work
        except DISCORD_TROUBLE as error:
            if gone is not None and is_place_gone(error):
                _log.info("Channel %d was deleted (%s)", channel, self.kind.value)
                await gone()
                self.refused.end(item)
                return None
            if isinstance(error, discord.Forbidden | discord.RateLimited) or is_place_gone(error):
                wait = wait_of(error) or REFUSED
                self.refused.begin(item, wait, longest=self.longest, blame=False)
            await self.troubles.report_refusal(guild, self.kind, channel, error, self.wanted)
            _log.warning("Channel %d waits (%s): %s", channel, self.kind.value, error)
            return None
        self.refused.end(item)
        self.troubles.works(self.kind, channel)
        return result
