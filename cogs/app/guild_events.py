"""Handles gateway events: deleted messages, changed permissions, servers joined and left."""

import logging
from functools import partial

import discord
from discord.ext import commands

from bot.match.people.messages import MessageKind
from bot.match.sharding.allotment import shard_of
from bot.observing.fields import fields
from cogs.app.composition import Services
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.runtime.jobs import Job

_log = logging.getLogger(__name__)


OPENED = 60
"""Seconds after a thread was opened during which opening it again causes no retry."""


class GuildEvents(commands.Cog):
    def __init__(self, client: commands.AutoShardedBot, services: Services) -> None:
        self.client, self.services = client, services
        self._opened: dict[int, int] = {}

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Count the bot as down, so that no clock runs for players who can't reach it."""
        if shard not in self.services.gateway.cut:
            _log.info("A shard has lost its connection to Discord", extra=fields(shard=shard))
        self.services.gateway.cut.add(shard)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        _log.info("A shard is connected to Discord", extra=fields(shard=shard))
        self.services.gateway.cut.discard(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        if shard in self.services.gateway.cut:
            _log.info("A shard is connected to Discord again", extra=fields(shard=shard))
        self.services.gateway.cut.discard(shard)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Note which servers were left while the bot was offline, because all servers are now
        known.
        """
        guilds = [guild.id for guild in self.client.guilds]
        await self.services.domain.forgetting.note_servers(guilds, self._knows)

    def _knows(self, guild: int) -> bool:
        count = self.client.shard_count
        return count is not None and shard_of(guild, count) in self.client.shards

    # ------------------------------------------------------------------ messages and threads

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        bot = self.client.user
        if message.type is not discord.MessageType.pins_add or message.author != bot:
            return
        try:
            await message.delete()
        except DISCORD_TROUBLE as error:
            _log.info(
                "Discord's notice of a pin stays in channel %d: %s", message.channel.id, error
            )

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        await self.services.deleted_messages.handle([event.message_id])

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        await self.services.deleted_messages.handle(event.message_ids)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        replace = partial(self.services.kit.boards.replace_deleted, deleted=event.thread_id)
        for match in await self.services.matches.store.of_place(event.thread_id):
            await self.services.kit.match_jobs.jobs.now(match, Job.SHOW, replace)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Continue matches of a deleted forum elsewhere: Discord does not report its posts."""
        if not isinstance(channel, discord.ForumChannel):
            return
        for match, post in await self.services.matches.store.of_forum(channel.id):
            replace = partial(self.services.kit.boards.replace_deleted, deleted=post)
            await self.services.kit.match_jobs.jobs.now(match, Job.SHOW, replace)

    # ------------------------------------------------------------------ servers

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.services.domain.forgetting.note_left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.services.domain.forgetting.store.note_came(guild.id)
        await self._retry(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Check for changes, because the bot has just started or missed events of this server."""
        self.services.deleted_messages.suspect(guild.id)
        await self._check_visibility(guild)
        await self._renew_lists(guild)
        await self._retry(guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, member: discord.Member) -> None:
        """Retry after the bot's own roles or time-out changed; these events need no intent."""
        if member == member.guild.me and _roles_and_timeout(before) != _roles_and_timeout(member):
            await self._retry(member.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, role: discord.Role) -> None:
        if before.permissions == role.permissions:
            return
        await self._check_visibility(role.guild)
        await self._renew_lists(role.guild)
        me = role.guild.me
        if me is None or role in me.roles:
            await self._retry(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_create(self, role: discord.Role) -> None:
        await self._renew_lists(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self._check_visibility(role.guild)
        await self._renew_lists(role.guild)
        await self._retry(role.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        if before.overwrites == channel.overwrites:
            return
        await self._check_visibility(channel.guild)
        await self._renew_lists(channel.guild)
        me = channel.guild.me
        if me is None or before.permissions_for(me) != channel.permissions_for(me):
            await self._retry(channel.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        if (before.archived, before.locked) != (after.archived, after.locked):
            await self._thread_changed(after.guild, after.id, is_open=_is_open(after))

    @commands.Cog.listener()
    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Check a thread that was archived before.

        discord.py forgets archived threads. When one is opened it dispatches `thread_join`, and
        when one is unlocked it dispatches nothing except this event.
        """
        guild = self.client.get_guild(event.guild_id)
        if guild is not None and event.thread is None:
            locked = event.data["thread_metadata"].get("locked", False)
            await self._thread_changed(guild, event.thread_id, is_open=not locked)

    async def _thread_changed(self, guild: discord.Guild, thread: int, *, is_open: bool) -> None:
        """Check who can see the thread, and retry work in it if it accepts messages again.

        The bot itself opens a thread to edit in it. If that edit is refused, an immediate retry
        would be refused again.
        """
        await self._check_visibility(guild)
        now = self.services.matches.clock.now()
        self._opened = {
            thread_id: at for thread_id, at in self._opened.items() if 0 <= now - at < OPENED
        }
        if is_open and thread not in self._opened:
            self._opened[thread] = now
            await self._retry(guild)

    async def _check_visibility(self, guild: discord.Guild) -> None:
        """Check soon who can see the server's matches, because the clocks of players who can't must
        stop.
        """
        await self.services.stores.turn_alerts.check_soon_in(
            guild.id, self.services.matches.clock.now()
        )
        self.services.scheduler.wake()

    async def _renew_lists(self, guild: discord.Guild) -> None:
        """Renew the messages that depend on who can see which channel."""
        await self.services.stores.messages.want_again(MessageKind.OVERVIEW, guild.id)
        await self.services.stores.messages.want_again(MessageKind.EVENT, guild.id, soon=True)
        self.services.scheduler.wake()

    async def _retry(self, guild: discord.Guild) -> None:
        self.services.deleted_messages.check_hidden(guild.id)
        self.services.kit.match_jobs.jobs.forgive(guild.id)
        self.services.scheduler.wake()
        await self.services.stores.messages.forgive(guild.id)
        self.services.scheduler.wake()


def _roles_and_timeout(member: discord.Member) -> tuple[object, ...]:
    return (frozenset(member.roles), member.timed_out_until)


def _is_open(thread: discord.Thread) -> bool:
    return not thread.archived and not thread.locked
