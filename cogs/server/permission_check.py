"""Checks the bot's permissions in channels, and names missing ones."""

from collections.abc import Iterable

import discord

from bot.match.people.messages import MessageKey, MessageKind
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.posting.channel_kinds import has_threads, here
from cogs.posting.permissions import for_texts, lacking, missing_lines, needs
from cogs.screens.base import BadChoice


async def permission_lines(
    kit: Kit, ctx: Context, channels: Iterable[int], *, threads: bool
) -> list[str]:
    lines = [
        ctx.words.say("## 🩺 Permissions"),
        *await _channel_lines(kit, ctx, ctx.channel, threads=threads),
    ]
    for channel in dict.fromkeys(channels):
        if channel != ctx.channel:
            lines += await _channel_lines(kit, ctx, channel, threads=threads)
    return lines


async def _channel_lines(kit: Kit, ctx: Context, channel: int, *, threads: bool) -> list[str]:
    overview = await kit.stores.messages.row(MessageKey(MessageKind.OVERVIEW, channel)) is not None
    if channel == ctx.channel:
        place = here(ctx.interaction)
        permissions = ctx.interaction.app_permissions
    else:
        home = ctx.interaction.guild
        target = None if home is None else home.get_channel(channel)
        if home is None or target is None:
            return []
        place, permissions = target, target.permissions_for(home.me)
    in_thread = isinstance(place, discord.Thread)
    needed = needs(in_thread=in_thread, threads=threads and has_threads(place), overview=overview)
    return missing_lines(channel, lacking(permissions, needed), ctx.words)


def kept_from_posting(kit: Kit, ctx: Context, channel: int) -> list[str]:
    home = kit.client.get_guild(ctx.guild)
    place = None if home is None else home.get_channel_or_thread(channel)
    if home is None or place is None:
        return []
    needed = needs(in_thread=isinstance(place, discord.Thread))
    vital = for_texts(lacking(place.permissions_for(home.me), needed))
    return missing_lines(channel, vital, ctx.words) if vital else []


def require_posting(ctx: Context) -> None:
    in_thread = isinstance(ctx.interaction.channel, discord.Thread)
    vital = for_texts(lacking(ctx.interaction.app_permissions, needs(in_thread=in_thread)))
    if vital:
        raise BadChoice("\n".join(missing_lines(ctx.channel, vital, ctx.words)))
