"""Shorter pauses before retries and during animations, in the bot and in discord.py, for a bot in a
playground.

A server on the same machine is back immediately, so tests with failing requests need not wait as
long as is polite on the internet. The number of retries and their conditions stay the same.
"""

import asyncio
from typing import Any

import discord.client
import discord.http
import discord.shard
import discord.webhook.async_

from cogs.board import interludes, publisher
from cogs.posting import messenger
from cogs.runtime import scheduler

SHARE = 0.05
"""Part of each pause that remains."""


class QuickAsyncio:
    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, delay: float) -> None:
        await asyncio.sleep(delay * SHARE)


def _shorter(first: float, second: float) -> tuple[float, float]:
    return first * SHARE, second * SHARE


def retry_quickly() -> None:
    for module in (discord.client, discord.http, discord.shard, discord.webhook.async_):
        vars(module)["asyncio"] = QuickAsyncio()
    publisher.PAUSES = _shorter(*publisher.PAUSES)
    messenger.PAUSES = _shorter(*messenger.PAUSES)
    scheduler.SHORTEST *= SHARE
    vars(interludes)["sleep"] = QuickAsyncio().sleep
