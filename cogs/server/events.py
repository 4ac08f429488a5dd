"""Watches what happens on Discord without a press: deleted boards, servers that come and go."""

from functools import partial

import discord
from discord.ext import commands

from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.runtime.jobs import Job


class GuildEvents(TopicCog):
    """Listens to the gateway, and mends what others have broken."""

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """While people can't reach the bot it is down: their time does not run."""
        self.services.gateway.cut.add(shard)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """People can reach the bot."""
        self.services.gateway.cut.discard(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """People can reach the bot again."""
        self.services.gateway.cut.discard(shard)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """All servers are known: those that are not among them were left while the bot was away."""
        await self.services.people.among([guild.id for guild in self.client.guilds])

    # ------------------------------------------------------------------ messages and threads

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Draw a board again that somebody has deleted."""
        await self._deleted({event.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Draw boards again that somebody has deleted."""
        await self._deleted(event.message_ids)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Go on elsewhere with the matches of a thread that somebody has deleted."""
        client = self.client
        for match in await client.services.matches.store.of_place(event.thread_id):
            await client.services.jobs.now(
                match,
                Job.SHOW,
                partial(client.services.boards.replace_deleted, deleted=event.thread_id),
            )

    async def _deleted(self, messages: set[int]) -> None:
        client = self.client
        for message in messages:
            match = await client.services.matches.store.of_board(message)
            if match is not None:
                replace = partial(client.services.boards.replace_deleted, deleted=message)
                await client.services.jobs.now(match, Job.SHOW, replace)
            noticed = await client.services.notices.deleted(message)
            if noticed is not None:
                await client.services.jobs.now(noticed, Job.NOTICES)

    # ------------------------------------------------------------------ servers

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was thrown out: what is kept of the server is forgotten in a while."""
        await self.services.people.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is back: nothing is forgotten; show what could not be shown."""
        await self.services.people.store.came(guild.id)
        self._mended(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord can reach the server again: much may have changed meanwhile."""
        await self._sight_changed(guild)
        self._mended(guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, role: discord.Role) -> None:
        """Permissions may have been given back, or taken from people."""
        if before.permissions != role.permissions:
            await self._sight_changed(role.guild)
        self._mended(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """What it gave is taken from people."""
        await self._sight_changed(role.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Permissions may have been given back: before, the bot may not have seen the channel."""
        if before.overwrites != channel.overwrites:
            await self._sight_changed(channel.guild)
        self._mended(channel.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """A thread may be open again."""
        if (before.archived, before.locked) != (after.archived, after.locked):
            await self._sight_changed(after.guild)
            self._mended(after.guild)

    async def _sight_changed(self, guild: discord.Guild) -> None:
        """Other people may see the matches of the server now: look at once, before more time runs.

        Permissions of single people, and who leaves, are found by the looks from time to time.
        """
        await self.services.stores.turn_alerts.look_in(guild.id, self.services.matches.clock.now())
        self.services.scheduler.wake()

    def _mended(self, guild: discord.Guild) -> None:
        """Something has changed that may have kept matches from being shown: try again now."""
        self.services.jobs.forgive(guild.id)
        self.services.scheduler.wake()


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(GuildEvents(client))
