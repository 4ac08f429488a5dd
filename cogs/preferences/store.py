"""Reads and writes the settings of servers, and reads those of users."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.store import Store
from cogs.preferences.server_settings import ServerSettings, read
from render.theme import THEMES, Theme
from texts import Catalogue, Words

TEXT_MODE = "text_mode"
"""The setting of a user who plays by text."""
LOCALE = "locale"
"""The setting that keeps a user's language, for direct messages."""


@dataclass(eq=False)
class Preferences:
    """Settings by server and user; those that are unset or unknown have their default."""

    store: Store
    catalogue: Catalogue
    locale_of: Callable[[int], str | None]
    """Finds a server's language on Discord; None if it is not known."""

    async def choices(self, guild: int) -> ServerSettings:
        """What a server has chosen."""
        return read(await self.store.guild_settings(guild))

    async def choose(self, guild: int, values: Mapping[str, str | None]) -> None:
        """Set these settings of a server, all or none; None restores a default.

        Raises StoreTrouble if nothing was set, and Unsure.
        """

        async def is_written() -> bool:
            kept = await self.store.guild_settings(guild)
            return all(kept.get(name) == values[name] for name in values)

        await confirmed_write(lambda: self.store.set_guild_settings(guild, values), is_written)

    async def words(self, guild: int) -> Words:
        """The language of a server's public messages: its setting, else its language on Discord."""
        return self.catalogue.words(await self.language(guild) or self.locale_of(guild))

    async def language(self, guild: int) -> str | None:
        """The language that a server has chosen; None if it has chosen none."""
        chosen = (await self.choices(guild)).language
        return chosen if chosen in self.catalogue.languages else None

    async def theme(self, guild: int) -> Theme:
        """The palette of a server's pictures."""
        return THEMES[(await self.choices(guild)).palette]

    async def of_user(self, user: int, name: str) -> str | None:
        """A setting of a user; None if unset."""
        return (await self.store.user_settings(user)).get(name)

    async def readers(self, users: Iterable[int]) -> list[int]:
        """Those of these users who play by text."""
        return [
            user for user in users if (await self.store.user_settings(user)).get(TEXT_MODE) == "on"
        ]
