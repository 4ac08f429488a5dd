"""Errors of requests to Discord, and the reactions they call for."""

import math
from http import HTTPStatus

import aiohttp
import discord

from cogs.base.text_limits import cut_markup
from texts import Words

DISCORD_TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Discord refused, demands a long wait, or is unreachable. discord.py passes connection errors
through unchanged, and its RateLimited is not an HTTPException.
"""
PATIENCE = 30.0
"""Longest rate limit, in seconds, that discord.py waits out instead of raising RateLimited; it
accepts no smaller value.
"""
UNKNOWN_CHANNEL = 10003
ARCHIVED_AND_LOCKED = 50083
SERVER_ERRORS = 500
TOO_MANY = 429
REASON = 200
"""Maximum characters of Discord's error text."""


def is_brief(error: BaseException) -> bool:
    """Return whether an immediate retry can succeed, because the connection or a Discord server
    failed.
    """
    if isinstance(error, discord.RateLimited):
        return False
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERRORS
    return isinstance(error, DISCORD_TROUBLE)


def is_limited(error: BaseException) -> bool:
    """Return whether Discord, or Cloudflare in front of it, demands fewer requests.

    discord.py raises RateLimited for a long wait, and HTTPException for limits that outlast its
    retries (30046: edits of old messages) or come from Cloudflare.
    """
    if isinstance(error, discord.HTTPException):
        return error.status == TOO_MANY
    return isinstance(error, discord.RateLimited)


def is_passing(error: BaseException) -> bool:
    return is_brief(error) or is_limited(error)


def wait_of(error: BaseException) -> int:
    """Return the wait in seconds that Discord demands, or 0."""
    if isinstance(error, discord.RateLimited):
        return math.ceil(error.retry_after)
    if isinstance(error, discord.HTTPException) and is_limited(error):
        seconds = getattr(error.response, "headers", {}).get("Retry-After", "")
        return int(seconds) if seconds.isdecimal() else 0
    return 0


def is_archived(error: discord.HTTPException) -> bool:
    """Return whether the thread is archived (no edits) or locked (no changes at all)."""
    return error.code == ARCHIVED_AND_LOCKED


def is_place_gone(error: BaseException) -> bool:
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL


def reason(error: BaseException) -> str:
    """Return Discord's error text in one line of at most REASON characters.

    Failing servers answer with HTML or with text for their operators, so return only their status.
    """
    if not isinstance(error, discord.HTTPException):
        text = str(error) or type(error).__name__
    elif error.status >= SERVER_ERRORS or error.text.lstrip().startswith("<"):
        text = _status(error.status)
    else:
        text = error.text or _status(error.status)
    return cut_markup(" ".join(discord.utils.escape_markdown(text).split()), REASON)


def clause(error: BaseException, words: Words) -> str:
    """Return the error as a sentence without its full stop."""
    if isinstance(error, discord.HTTPException) and error.status >= SERVER_ERRORS:
        return words.say("Discord is having trouble ({status})", status=error.status)
    if is_limited(error):
        return words.say("Discord is limiting how much I can do right now")
    return words.say("Discord says “{reason}”", reason=reason(error))


def _status(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:  # Cloudflare uses codes of its own
        return str(status)
