"""Names of users, fetched from Discord when needed, and cached."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable, Mapping

import discord

from bot.match.values.places import NO_SERVER
from bot.match.values.players import is_person
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.markup import harmless
from cogs.ui.telling_apart import told_apart
from texts import Words

REMEMBERED = 5_000
_PATIENCE = 1.0
"""Seconds to wait for Discord when a name is not cached."""

_log = logging.getLogger(__name__)

Names = Mapping[int, str]
"""By user."""


class NameBook:
    def __init__(self) -> None:
        self._names: OrderedDict[tuple[int, int], tuple[str, str]] = OrderedDict()
        """Display name and unique user name, by server and user."""

    def learn(self, guild: int, user: discord.abc.User) -> None:
        """Remember a name in a server. Outside servers, NO_SERVER, a nickname must not appear."""
        shown = user.global_name or user.name if guild == NO_SERVER else user.display_name
        self._names[guild, user.id] = (harmless(shown), harmless(user.name))
        self._names.move_to_end((guild, user.id))
        while len(self._names) > REMEMBERED:
            self._names.popitem(last=False)

    def known(self, guild: int, users: Iterable[int | None], words: Words) -> dict[int, str]:
        """Return the cached names, with placeholders for the others.

        Equal names get the user name appended, so pass all users whose names appear together.
        """
        people = sorted({user for user in users if user is not None})
        cached = {user: self._names[guild, user] for user in people if (guild, user) in self._names}
        names = [name for name, _ in cached.values()]
        marks = [f"@{unique}" if name and unique else "" for name, unique in cached.values()]
        apart = dict(zip(cached, told_apart(names, marks), strict=True))
        return {user: apart.get(user) or _placeholder(user, words) for user in people}

    def lacking(self, guild: int, users: Iterable[int]) -> list[int]:
        return [user for user in users if is_person(user) and (guild, user) not in self._names]

    def forget(self, user: int) -> None:
        for key in [key for key in self._names if key[1] == user]:
            del self._names[key]

    async def names(
        self, client: discord.Client, guild: int, users: Iterable[int | None], words: Words
    ) -> dict[int, str]:
        people = {user for user in users if user is not None}
        unknown = [u for u in people if is_person(u) and (guild, u) not in self._names]
        if unknown:
            try:
                async with asyncio.timeout(_PATIENCE):
                    await asyncio.gather(*(self._fetch(client, guild, user) for user in unknown))
            except TimeoutError:
                _log.warning("Discord took too long to return the names of %d people", len(unknown))
        return self.known(guild, people, words)

    async def _fetch(self, client: discord.Client, guild_id: int, user: int) -> None:
        guild = client.get_guild(guild_id)
        try:
            if guild is not None:
                self.learn(guild_id, guild.get_member(user) or await guild.fetch_member(user))
                return
        except DISCORD_TROUBLE:
            pass
        try:
            self.learn(guild_id, await client.fetch_user(user))
        except DISCORD_TROUBLE as error:
            _log.info("Discord does not return a user's name: %s", error)


def _placeholder(user: int, words: Words) -> str:
    return words.say_as("name", "Miner") if is_person(user) else words.say("Former miner")
