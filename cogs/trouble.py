"""What Discord and the way to it can do to a request."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from cogs.fitting import cut_markup

DISCORD_TROUBLE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord refused, or could not be reached: discord.py lets cut connections through as they are."""


UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
ARCHIVED_AND_LOCKED = 50083
SERVER_ERRORS = 500
REASON = 200


def is_passing(error: BaseException) -> bool:
    """Whether the same request may succeed soon: the way was cut, or Discord had an accident."""
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERRORS
    return isinstance(error, DISCORD_TROUBLE)


def is_gone(error: discord.HTTPException) -> bool:
    """Whether a place takes no messages for good: deleted, or locked away."""
    return error.code in (UNKNOWN_CHANNEL, ARCHIVED_AND_LOCKED)


def is_final(error: discord.HTTPException) -> bool:
    """Whether a message can't be edited for good: it is gone, or its thread is archived."""
    return error.code in (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, ARCHIVED_AND_LOCKED)


def reason(error: BaseException) -> str:
    """What Discord said of it, for a person: one line of REASON characters at most."""
    if isinstance(error, discord.HTTPException):
        said = error.text or str(error.status)
    else:
        said = str(error) or type(error).__name__
    return cut_markup(" ".join(discord.utils.escape_markdown(said).split()), REASON)


class Busy:
    """How much is being answered right now, so that a stop can wait for it."""

    def __init__(self) -> None:
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def working(self) -> Iterator[None]:
        """Something is being answered while this lasts."""
        self._count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._idle.set()

    async def idle(self) -> None:
        """Wait until nothing is being answered."""
        await self._idle.wait()
