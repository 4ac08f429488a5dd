"""What can go wrong with a request to Discord, and what to do about it."""

import math

import aiohttp
import discord

from cogs.ui.text_limits import cut_markup

DISCORD_TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Discord refused, asks for a long wait, or could not be reached. discord.py lets the errors of a
broken connection through as they are, and its RateLimited is no HTTPException."""
PATIENCE = 30.0
"""Seconds that a request waits at most when Discord limits the rate; if Discord asks for more, it
raises RateLimited. discord.py takes no fewer."""
UNKNOWN_CHANNEL = 10003
ARCHIVED_AND_LOCKED = 50083
SERVER_ERRORS = 500
REASON = 200
"""Characters of what Discord says of an error."""


def is_brief(error: BaseException) -> bool:
    """Whether the same request may succeed now: the connection or a server of Discord failed."""
    if isinstance(error, discord.RateLimited):
        return False
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERRORS
    return isinstance(error, DISCORD_TROUBLE)


def is_passing(error: BaseException) -> bool:
    """Whether the trouble passes without anybody doing something about it."""
    return is_brief(error) or isinstance(error, discord.RateLimited)


def wait_of(error: BaseException) -> int:
    """Seconds that Discord asks to wait; 0 if it does not say."""
    return math.ceil(error.retry_after) if isinstance(error, discord.RateLimited) else 0


def is_archived(error: discord.HTTPException) -> bool:
    """Whether a thread is archived, and takes no edits, or locked, and takes nothing."""
    return error.code == ARCHIVED_AND_LOCKED


def is_place_gone(error: BaseException) -> bool:
    """Whether a channel or thread was deleted, or the bot can't see it."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL


def reason(error: BaseException) -> str:
    """What Discord says of the error, for a person: one line of at most REASON characters."""
    if isinstance(error, discord.HTTPException):
        said = error.text or str(error.status)
    else:
        said = str(error) or type(error).__name__
    return cut_markup(" ".join(discord.utils.escape_markdown(said).split()), REASON)
