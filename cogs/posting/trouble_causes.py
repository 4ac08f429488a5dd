"""Causes of Discord's refusals in a channel, and whether they still apply.

Missing permissions are known without a request. Other causes apply as long as refusals continue.
"""

from collections.abc import Container, Sequence

import discord

from cogs.base.discord_errors import is_place_gone
from cogs.posting.permissions import SEE, Need, lacking

GONE = "gone"
CAP = "cap"
"""The server has reached Discord's limit on open threads."""
STUCK = "stuck"
UNEXPLAINED = "refused"
"""Discord refuses or fails for another reason than missing permissions.

Missing permissions have no constant here: their cause is a list of their flags, separated by
commas.
"""
TOO_MANY_THREADS = 160006


def cause_of(
    error: BaseException, guild: discord.Guild, place: int, required: Sequence[Need]
) -> str | None:
    """Return why an action failed in a channel; None for a deleted thread, which the bot
    replaces.
    """
    channel = guild.get_channel_or_thread(place)
    if is_place_gone(error):
        return GONE if channel is None else None
    if isinstance(error, discord.HTTPException) and error.code == TOO_MANY_THREADS:
        return CAP
    if isinstance(error, discord.Forbidden):
        missing = [SEE] if channel is None else _lacking(channel, guild, required)
        if missing:
            return ",".join(need.flag for need in missing)
    return UNEXPLAINED


def holds(
    cause: str, guild: discord.Guild, place: int, played_in: Container[int], *, refused: bool
) -> bool:
    """Return whether a cause still blocks the bot in a channel.

    `played_in` contains the server's channels with running matches; `refused` is True if Discord
    has refused something there recently.
    """
    if cause in (UNEXPLAINED, CAP, STUCK):
        return refused
    channel = guild.get_channel_or_thread(place)
    if cause == GONE or channel is None:
        return place in played_in
    permissions = channel.permissions_for(guild.me)
    return any(not getattr(permissions, flag) for flag in cause.split(","))


def can_post(guild: discord.Guild, place: int, required: Sequence[Need]) -> bool:
    channel = guild.get_channel_or_thread(place)
    return channel is not None and not _lacking(channel, guild, required)


def _lacking(
    channel: discord.abc.GuildChannel | discord.Thread,
    guild: discord.Guild,
    required: Sequence[Need],
) -> list[Need]:
    return lacking(channel.permissions_for(guild.me), tuple(required))
