"""What Discord and the way to it can do to a request."""

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from cogs.ui.text_limits import cut_markup

DISCORD_TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Discord refused, asks to wait for long, or could not be reached: discord.py lets cut connections
through as they are, and its RateLimited is no HTTPException."""
PATIENCE = 30.0
"""Seconds that a request waits where Discord limits their rate; RateLimited where that is less than
Discord asks for. discord.py takes no fewer."""


UNKNOWN_CHANNEL = 10003
ARCHIVED_AND_LOCKED = 50083
SERVER_ERRORS = 500
REASON = 200


def is_brief(error: BaseException) -> bool:
    """Whether the same request may succeed now: the way was cut, or Discord had an accident."""
    if isinstance(error, discord.RateLimited):
        return False
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERRORS
    return isinstance(error, DISCORD_TROUBLE)


def is_passing(error: BaseException) -> bool:
    """Whether this trouble goes by without anybody doing something about it."""
    return is_brief(error) or isinstance(error, discord.RateLimited)


def wait_of(error: BaseException) -> int:
    """Seconds for which Discord asks to wait; 0 where it does not say."""
    return math.ceil(error.retry_after) if isinstance(error, discord.RateLimited) else 0


def is_archived(error: discord.HTTPException) -> bool:
    """Whether a thread is archived, so that it takes no edits, or locked and takes nothing."""
    return error.code == ARCHIVED_AND_LOCKED


def is_place_gone(error: BaseException) -> bool:
    """Whether a channel or thread was deleted, or the bot can't know of it."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL


def reason(error: BaseException) -> str:
    """What Discord said of it, for a person: one line of REASON characters at most."""
    if isinstance(error, discord.HTTPException):
        said = error.text or str(error.status)
    else:
        said = str(error) or type(error).__name__
    return cut_markup(" ".join(discord.utils.escape_markdown(said).split()), REASON)


class InFlight:
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
