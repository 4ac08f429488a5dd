"""Shorter pauses before a retry, ours and discord.py's, for a bot whose Discord is a playground.

A server on the same machine is back at once, so tests that let requests fail need not wait as long
as is polite on the internet. What is retried, and how often, stays the same.
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


class QuickAsyncio:
    """The module asyncio with shorter sleeps."""

    def __getattr__(self, name: str) -> Any:
        """What the module has."""
        return getattr(asyncio, name)

    async def sleep(self, delay: float) -> None:
        """Sleep for a share of these seconds."""
        await asyncio.sleep(delay * SHARE)


def _shorter(first: float, second: float) -> tuple[float, float]:
    return first * SHARE, second * SHARE


def retry_quickly() -> None:
    """Shorten the pauses of this process."""
    for module in (discord.client, discord.http, discord.shard, discord.webhook.async_):
        vars(module)["asyncio"] = QuickAsyncio()
    publisher.PAUSES = _shorter(*publisher.PAUSES)
    messenger.PAUSES = _shorter(*messenger.PAUSES)
    scheduler.SHORTEST *= SHARE
