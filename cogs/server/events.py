"""Handles gateway events: deleted messages, changed permissions, servers joined and left."""

import logging
from functools import partial

import discord
from discord.ext import commands

from bot.match.sharding.allotment import shard_of
from bot.observing.fields import fields
from cogs.interactions.cog import TopicCog, extension
from cogs.interactions.discord_errors import DISCORD_TROUBLE
from cogs.runtime.jobs import Job

_log = logging.getLogger(__name__)


class GuildEvents(TopicCog):
    """Listens to the gateway, and repairs what others have deleted."""

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Count the bot as down, so that nobody's clock runs while they can't reach it."""
        if shard not in self.services.gateway.cut:
            _log.info("A shard has lost its connection to Discord", extra=fields(shard=shard))
        self.services.gateway.cut.add(shard)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        """People can reach the bot."""
        _log.info("A shard is connected to Discord", extra=fields(shard=shard))
        self.services.gateway.cut.discard(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """People can reach the bot again."""
        if shard in self.services.gateway.cut:
            _log.info("A shard is connected to Discord again", extra=fields(shard=shard))
        self.services.gateway.cut.discard(shard)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Note which servers were left while the bot was offline, now that all are known."""
        here = [guild.id for guild in self.client.guilds]
        await self.services.forgetting.among(here, self._knows)

    def _knows(self, guild: int) -> bool:
        """Whether this process would know that the bot is in a server."""
        count = self.client.shard_count
        return count is not None and shard_of(guild, count) in self.client.shards

    # ------------------------------------------------------------------ messages and threads

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Delete Discord's note that the bot has pinned a message: the note is the bot's own."""
        bot = self.client.user
        if message.type is not discord.MessageType.pins_add or message.author != bot:
            return
        try:
            await message.delete()
        except DISCORD_TROUBLE as error:
            _log.info("A note of a pin stays in channel %d: %s", message.channel.id, error)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post a board or a panel again that somebody has deleted."""
        await self.services.deleted_messages.handle([event.message_id], event.guild_id)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Post boards and panels again that somebody has deleted."""
        await self.services.deleted_messages.handle(event.message_ids, event.guild_id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Continue the matches of a deleted thread elsewhere."""
        replace = partial(self.services.boards.replace_deleted, deleted=event.thread_id)
        for match in await self.services.matches.store.of_place(event.thread_id):
            await self.services.jobs.now(match, Job.SHOW, replace)

    # ------------------------------------------------------------------ servers

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed: what is kept of the server is forgotten after a while."""
        await self.services.forgetting.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added: forget nothing, and retry what could not be shown."""
        await self.services.forgetting.store.came(guild.id)
        self._retry(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Find out what has changed: the bot has just started, or could not hear of this server."""
        self.services.deleted_messages.suspect(guild.id)
        await self._check_visibility(guild)
        self._retry(guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, role: discord.Role) -> None:
        """Permissions may have been given or taken."""
        if before.permissions != role.permissions:
            await self._check_visibility(role.guild)
        self._retry(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Its members lose what it allowed."""
        await self._check_visibility(role.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Permissions may have been given or taken; the bot may see the channel only now."""
        if before.overwrites != channel.overwrites:
            await self._check_visibility(channel.guild)
        self._retry(channel.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """A thread may be open again."""
        if (before.archived, before.locked) != (after.archived, after.locked):
            await self._check_visibility(after.guild)
            self._retry(after.guild)

    async def _check_visibility(self, guild: discord.Guild) -> None:
        """Check at once who can see the matches of the server, before more time runs.

        Changes of single members are found by the regular checks.
        """
        await self.services.stores.turn_alerts.look_in(guild.id, self.services.matches.clock.now())
        self.services.scheduler.wake()

    def _retry(self, guild: discord.Guild) -> None:
        """Retry at once what Discord has refused: its cause may be gone."""
        self.services.jobs.forgive(guild.id)
        self.services.tournament_messages.forgive(guild.id)
        self.services.scheduler.wake()


setup = extension(GuildEvents)
