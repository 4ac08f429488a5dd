"""Checks which permissions the bot has in channels, and says what is missing."""

from collections.abc import Iterable
from dataclasses import dataclass

import discord

from bot.match.people.servers import ServerStore
from cogs.interactions.context import Context
from cogs.posting.channel_kinds import has_threads, here
from cogs.posting.permissions import for_texts, lacking, needs, told_lines
from cogs.screens.base import BadChoice


@dataclass(eq=False)
class PermissionCheck:
    """Looks at what Discord allows the bot."""

    client: discord.Client
    servers: ServerStore

    async def lines(self, ctx: Context, channels: Iterable[int], *, threads: bool) -> list[str]:
        """What is missing here and in these channels; `threads` as in `needs`."""
        lines = [
            ctx.words.say("## 🩺 Permissions"),
            *await self._checked(ctx, ctx.channel, threads=threads),
        ]
        for channel in dict.fromkeys(channels):
            if channel != ctx.channel:
                lines += await self._checked(ctx, channel, threads=threads)
        return lines

    async def _checked(self, ctx: Context, channel: int, *, threads: bool) -> list[str]:
        overview = await self.servers.overview(channel) is not None
        if channel == ctx.channel:
            found = here(ctx.interaction)
            permissions = ctx.interaction.app_permissions
        else:
            home = ctx.interaction.guild
            known = None if home is None else home.get_channel(channel)
            if home is None or known is None:
                return []
            found, permissions = known, known.permissions_for(home.me)
        in_thread = isinstance(found, discord.Thread)
        wanted = needs(
            in_thread=in_thread, threads=threads and has_threads(found), overview=overview
        )
        return told_lines(channel, lacking(permissions, wanted), ctx.words)

    def kept_from_posting(self, ctx: Context, channel: int) -> list[str]:
        """The permissions that the bot lacks to post in a channel; [] if it has all."""
        home = self.client.get_guild(ctx.guild)
        found = None if home is None else home.get_channel_or_thread(channel)
        if home is None or found is None:
            return []
        wanted = needs(in_thread=isinstance(found, discord.Thread))
        vital = for_texts(lacking(found.permissions_for(home.me), wanted))
        return told_lines(channel, vital, ctx.words) if vital else []


def require_posting(ctx: Context) -> None:
    """Raise BadChoice, which says what is missing, unless a message can be posted here."""
    in_thread = isinstance(ctx.interaction.channel, discord.Thread)
    vital = for_texts(lacking(ctx.interaction.app_permissions, needs(in_thread=in_thread)))
    if vital:
        raise BadChoice("\n".join(told_lines(ctx.channel, vital, ctx.words)))
