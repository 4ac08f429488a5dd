"""Pings of the role that a server has chosen, by the first post of a message.

`claim` is asked just before a post, and its answer is final: a message that was refused the ping
stays without one, because edits never ping. `why_not` is asked after it, to tell the host.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import discord

from bot.match.people.role_pings import RolePing, RolePingStore
from bot.match.values.times import Clock
from cogs.base.discord_errors import is_passing
from cogs.base.markup import unmentioned
from cogs.posting.permissions import MENTION, name_of
from cogs.preferences.server_settings import RolePingKind
from cogs.preferences.store import Preferences
from texts import Words

T = TypeVar("T")


@dataclass(eq=False)
class RolePings:
    client: discord.Client
    preferences: Preferences
    store: RolePingStore
    clock: Clock

    async def claim(self, guild: int, channel: int, kind: RolePingKind, cause: str) -> int | None:
        """Return the role that this message pings, or None. A retry of the message gets the same
        answer, unless the limit has passed since.

        `cause` names the message among all of the server. Raise StoreTrouble.
        """
        role = await self.wanted_role(guild, kind)
        if role is None or not self.can_ping(role, channel):
            return None
        choices = await self.preferences.choices(guild)
        new = RolePing(cause, role.id, self.clock.now())
        claimed = await self.store.claim(guild, new, choices.ping_seconds)
        return role.id if claimed else None

    async def wanted_role(self, guild: int, kind: RolePingKind) -> discord.Role | None:
        """Return the role that the server wants to be pinged by such messages, if it exists."""
        choices = await self.preferences.choices(guild)
        return self.role(guild, choices.ping_role) if kind.value in choices.ping_kinds else None

    async def post(self, guild: int, cause: str, post: Callable[[], Awaitable[T]]) -> T:
        """Post a message that has claimed a ping; give the ping back if Discord refuses it."""
        try:
            return await post()
        except discord.HTTPException as error:
            if not is_passing(error):
                await self.store.release(guild, cause)
            raise

    async def why_not(
        self, guild: int, channel: int, kind: RolePingKind, cause: str, words: Words
    ) -> list[str]:
        """Return a line for the host if the server wants a ping of its role, and this posted
        message has none.
        """
        role = await self.wanted_role(guild, kind)
        if role is None:
            return []
        latest = await self.store.latest(guild)
        if latest is not None and latest.cause == cause:
            return []
        if not self.can_ping(role, channel):
            return [cannot_ping_line(role.id, words)]
        if latest is None:
            return []
        choices = await self.preferences.choices(guild)
        at = latest.blocks_until(self.clock.now(), choices.ping_seconds)
        if at is None:
            return []
        # Translators: {role} is a mention of a role, such as @Players.
        return [
            words.say(
                "🔕 {role} wasn't pinged, because it was pinged a short while ago. This server's "
                "limit allows it again <t:{at}:R>.",
                role=f"<@&{role.id}>",
                at=at,
            )
        ]

    def role(self, guild: int, role: int | None) -> discord.Role | None:
        home = self.client.get_guild(guild)
        return None if home is None or role is None else home.get_role(role)

    def was_deleted(self, guild: int, role: int | None) -> bool:
        home = self.client.get_guild(guild)
        return role is not None and home is not None and home.get_role(role) is None

    def can_ping(self, role: discord.Role, channel: int | None = None) -> bool:
        """Return whether the bot can ping a role in a channel, or anywhere by its roles alone."""
        if role.mentionable:
            return True
        place = None if channel is None else role.guild.get_channel_or_thread(channel)
        me = role.guild.me
        permissions = me.guild_permissions if place is None else place.permissions_for(me)
        return permissions.mention_everyone


def cannot_ping_line(role: int, words: Words) -> str:
    # Translators: {role} is a mention of a role, such as @Players.
    return words.say(
        "⚠️ I can't ping {role}: turn on **Allow anyone to @mention this role** in the role's "
        "settings, or give me the permission **{permission}**.",
        role=f"<@&{role}>",
        permission=unmentioned(name_of(MENTION.flag, words)),
    )
