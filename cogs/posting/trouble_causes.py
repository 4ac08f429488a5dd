"""Why Discord refuses something in a channel, and whether that still holds.

Permissions are known without asking Discord. What they don't explain is known to hold only while it
goes on being refused.
"""

from collections.abc import Container, Sequence

import discord

from cogs.base.discord_errors import is_place_gone
from cogs.posting.permissions import SEE, Need, lacking

GONE = "gone"
"""The channel was deleted."""
CAP = "cap"
"""The server has as many open threads as Discord allows."""
STUCK = "stuck"
"""An error of the bot, again and again."""
UNEXPLAINED = "refused"
"""Discord refuses it, or fails, for a reason that the bot's permissions don't explain.

All causes but these are the flags of the permissions that the bot lacks.
"""
TOO_MANY_THREADS = 160006
"""Discord's code for that."""


def cause_of(
    error: BaseException, guild: discord.Guild, place: int, wanted: Sequence[Need]
) -> str | None:
    """Why something that needs these permissions failed in a channel; None if a thread was deleted,
    which the bot mends by itself."""
    found = guild.get_channel_or_thread(place)
    if is_place_gone(error):
        return GONE if found is None else None
    if isinstance(error, discord.HTTPException) and error.code == TOO_MANY_THREADS:
        return CAP
    if isinstance(error, discord.Forbidden):
        lacked = [SEE] if found is None else _lacking(found, guild, wanted)
        if lacked:
            return ",".join(need.flag for need in lacked)
    return UNEXPLAINED


def holds(
    cause: str, guild: discord.Guild, place: int, played_in: Container[int], *, refused: bool
) -> bool:
    """Whether a cause still keeps the bot from something in a channel.

    `played_in`: the channels of the server with running matches. `refused`: whether Discord was
    still refusing it lately, or the bot was failing at it.
    """
    if cause in (UNEXPLAINED, CAP, STUCK):
        return refused
    found = guild.get_channel_or_thread(place)
    if cause == GONE or found is None:
        return place in played_in
    permissions = found.permissions_for(guild.me)
    return any(not getattr(permissions, flag) for flag in cause.split(","))


def can_post(guild: discord.Guild, place: int, wanted: Sequence[Need]) -> bool:
    """Whether a channel is there and the bot has these permissions in it."""
    found = guild.get_channel_or_thread(place)
    return found is not None and not _lacking(found, guild, wanted)


def _lacking(
    found: discord.abc.GuildChannel | discord.Thread, guild: discord.Guild, wanted: Sequence[Need]
) -> list[Need]:
    return lacking(found.permissions_for(guild.me), tuple(wanted))
