"""Shorter pauses before another try, ours and discord.py's, for a bot whose Discord is at hand.

A server on the same machine is there again at once: tests that let it fail need not wait as long as
is polite on the internet. What is tried, and how often, stays the same.
"""

import asyncio
from typing import Any

import discord.client
import discord.http
import discord.shard
import discord.webhook.async_

from cogs.board import publisher
from cogs.posting import messenger
from cogs.runtime import scheduler

SHARE = 0.05
"""Of each pause."""


class HurriedAsyncio:
    """The module asyncio with shorter sleeps."""

    def __getattr__(self, name: str) -> Any:
        """What the module has."""
        return getattr(asyncio, name)

    async def sleep(self, delay: float) -> None:
        """Sleep for a share of these seconds."""
        await asyncio.sleep(delay * SHARE)


def _shorter(first: float, second: float) -> tuple[float, float]:
    return first * SHARE, second * SHARE


def hurry() -> None:
    """Shorten the pauses of this process."""
    for module in (discord.client, discord.http, discord.shard, discord.webhook.async_):
        vars(module)["asyncio"] = HurriedAsyncio()
    publisher.PAUSES = _shorter(*publisher.PAUSES)
    messenger.PAUSES = _shorter(*messenger.PAUSES)
    scheduler.SHORTEST *= SHARE
