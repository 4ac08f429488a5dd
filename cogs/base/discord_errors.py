"""What can go wrong with a request to Discord, and what to do about it."""

import math
from http import HTTPStatus

import aiohttp
import discord

from cogs.base.text_limits import cut_markup
from texts import Words

DISCORD_TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Discord refused, asks for a long wait, or could not be reached. discord.py lets the errors of a
broken connection through as they are, and its RateLimited is no HTTPException."""
PATIENCE = 30.0
"""Seconds that a request waits at most when Discord limits the rate; if Discord asks for more, it
raises RateLimited. discord.py takes no fewer."""
UNKNOWN_CHANNEL = 10003
ARCHIVED_AND_LOCKED = 50083
SERVER_ERRORS = 500
TOO_MANY = 429
REASON = 200
"""Characters of what Discord says of an error."""


def is_brief(error: BaseException) -> bool:
    """Whether the same request may succeed now: the connection or a server of Discord failed."""
    if isinstance(error, discord.RateLimited):
        return False
    if isinstance(error, discord.HTTPException):
        return error.status >= SERVER_ERRORS
    return isinstance(error, DISCORD_TROUBLE)


def is_limited(error: BaseException) -> bool:
    """Return whether Discord, or Cloudflare in front of it, wants fewer requests.

    discord.py raises RateLimited for a long wait, and HTTPException for a limit that outlasts its
    retries (30046: edits of old messages) or comes from Cloudflare.
    """
    if isinstance(error, discord.HTTPException):
        return error.status == TOO_MANY
    return isinstance(error, discord.RateLimited)


def is_passing(error: BaseException) -> bool:
    """Return whether the trouble ends without anyone doing something about it."""
    return is_brief(error) or is_limited(error)


def wait_of(error: BaseException) -> int:
    """Return the seconds that Discord asks to wait; 0 if it does not say."""
    if isinstance(error, discord.RateLimited):
        return math.ceil(error.retry_after)
    if isinstance(error, discord.HTTPException) and is_limited(error):
        asked = getattr(error.response, "headers", {}).get("Retry-After", "")
        return int(asked) if asked.isdecimal() else 0
    return 0


def is_archived(error: discord.HTTPException) -> bool:
    """Whether a thread is archived, and takes no edits, or locked, and takes nothing."""
    return error.code == ARCHIVED_AND_LOCKED


def is_place_gone(error: BaseException) -> bool:
    """Whether a channel or thread was deleted, or the bot can't see it."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL


def reason(error: BaseException) -> str:
    """Return what Discord says of the error, for a person: one line of at most REASON characters.

    A failing server answers with a page of HTML, or in words for its operators: of these, only the
    status is returned.
    """
    if not isinstance(error, discord.HTTPException):
        said = str(error) or type(error).__name__
    elif error.status >= SERVER_ERRORS or error.text.lstrip().startswith("<"):
        said = _status(error.status)
    else:
        said = error.text or _status(error.status)
    return cut_markup(" ".join(discord.utils.escape_markdown(said).split()), REASON)


def clause(error: BaseException, words: Words) -> str:
    """Return a sentence without its full stop that tells a person what went wrong at Discord."""
    if isinstance(error, discord.HTTPException) and error.status >= SERVER_ERRORS:
        return words.say("Discord is having trouble ({status})", status=error.status)
    if is_limited(error):
        return words.say("Discord is limiting how much I can do right now")
    return words.say("Discord says “{reason}”", reason=reason(error))


def _status(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:  # Cloudflare has some of its own
        return str(status)
