"""Asks Discord which members can see a channel or thread and press buttons in it.

The bot knows channels, roles and permissions, but has no list of members, so it fetches single
members when necessary.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable

import discord

from bot.match.timing.turn_alerts import Access, AccessCheck
from bot.match.values.players import UserId
from bot.match.values.times import Clock
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.posting.audience import open_to_readers
from cogs.posting.places import fetch_channel

_log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds to wait for Discord; afterwards the answer is UNKNOWN."""
AT_ONCE = 10
"""Maximum number of simultaneous requests."""
FRESH = 10
"""Seconds for which Discord's answer about a member is used."""
REMEMBERED = 1_000
"""Maximum number of cached members."""
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
"""Discord's error codes for people who left a server, or whose account was deleted."""
CANNOT_SEE, TIMED_OUT = AccessCheck(Access.NO), AccessCheck(Access.NO, is_timed_out=True)
GONE = AccessCheck(Access.GONE)
CLOSED = AccessCheck(Access.CLOSED)
CANNOT_TELL = AccessCheck(Access.UNKNOWN)


class DiscordVisibility:
    """Implements CheckAccess of bot.match.timekeeping, and Members of bot.match.tournaments."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._members: OrderedDict[tuple[int, UserId], tuple[int, discord.Member]] = OrderedDict()

    def learn(self, member: discord.Member) -> None:
        self._remember(self._clock.now(), member)

    async def check_access(self, guild: int, place: int, user: UserId) -> AccessCheck:
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return CLOSED
        try:
            async with asyncio.timeout(PATIENCE):
                channel = await self._open(place)
                if channel is None:
                    return CLOSED
                member = await self._member(server, user)
                if member is None:
                    return GONE
                if not await _can_read(channel, member):
                    return CANNOT_SEE
                if member.is_timed_out():
                    return TIMED_OUT
        except (TimeoutError, *DISCORD_TROUBLE) as error:
            _log.info("Could not check whether a user can see channel %d: %r", place, error)
            return CANNOT_TELL
        joined = 0 if member.joined_at is None else int(member.joined_at.timestamp())
        return AccessCheck(Access.YES, joined)

    async def gone(self, guild: int, users: Iterable[UserId]) -> frozenset[UserId]:
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return frozenset()
        gate = asyncio.Semaphore(AT_ONCE)

        async def has_left(user: UserId) -> bool:
            try:
                async with gate, asyncio.timeout(PATIENCE):
                    return await self._member(server, user) is None
            except (TimeoutError, *DISCORD_TROUBLE) as error:
                _log.info("Could not check whether a user is still in server %d: %r", guild, error)
                return False

        every = tuple(users)
        left = await asyncio.gather(*map(has_left, every))
        return frozenset(user for user, is_gone in zip(every, left, strict=True) if is_gone)

    async def views(self, user: discord.User | discord.Member, place: int) -> bool | None:
        """Return whether the user can read the channel or thread, or None if Discord doesn't
        answer.
        """
        if not isinstance(user, discord.Member):
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                channel = await fetch_channel(self._client, place)
                if isinstance(channel, discord.Thread) and channel.parent is None:
                    channel = None
                if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
                    return user.guild_permissions.administrator
                return await _can_read(channel, user)
        except (TimeoutError, *DISCORD_TROUBLE) as error:
            _log.info("Could not check whether a member can see channel %d: %r", place, error)
            return None

    async def open_to_readers(self, channel: int, place: int) -> bool:
        """Return whether everyone who sees the channel can read the place. An unknown or private
        place counts as closed.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                source = await fetch_channel(self._client, channel)
                target = await fetch_channel(self._client, place)
        except (TimeoutError, *DISCORD_TROUBLE) as error:
            _log.info(
                "Could not check whether everyone who sees %d also sees %d: %r",
                channel,
                place,
                error,
            )
            return False
        if isinstance(target, discord.Thread) and target.is_private():
            return False
        source, target = (
            either.parent if isinstance(either, discord.Thread) else either
            for either in (source, target)
        )
        if not isinstance(source, discord.abc.GuildChannel):
            return False
        if not isinstance(target, discord.abc.GuildChannel) or source.guild != target.guild:
            return False
        return open_to_readers(source, target)

    async def _open(self, place: int) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel or thread if the bot can see it and it is not locked."""
        channel = await fetch_channel(self._client, place)
        if isinstance(channel, discord.Thread):
            return None if channel.locked or channel.parent is None else channel
        return channel if isinstance(channel, discord.abc.GuildChannel) else None

    async def _member(self, server: discord.Guild, user: UserId) -> discord.Member | None:
        now = self._clock.now()
        at, member = self._members.pop((server.id, user), (0, None))
        if member is None or not 0 <= now - at < FRESH:
            try:
                at, member = now, await server.fetch_member(user)
            except discord.NotFound as error:
                if error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
                    raise
                return None
        self._remember(at, member)
        return member

    def _remember(self, at: int, member: discord.Member) -> None:
        self._members[member.guild.id, member.id] = (at, member)
        self._members.move_to_end((member.guild.id, member.id))
        if len(self._members) > REMEMBERED:
            self._members.popitem(last=False)


async def _can_read(
    channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member
) -> bool:
    allowed = channel.permissions_for(member)
    if isinstance(channel, discord.Thread) and channel.is_private() and not allowed.manage_threads:
        try:
            await channel.fetch_member(member.id)
        except (discord.NotFound, discord.Forbidden):
            return False
    return allowed.view_channel and allowed.read_message_history
