"""Reads and writes settings of servers, and reads those of users."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.store import Store
from cogs.preferences.moves import ON_FROM_THE_START, MovePreference
from cogs.preferences.server_settings import ServerSettings, read
from render.theme import THEMES, Theme
from texts import Catalogue, Words

TEXT_MODE = "text_mode"
LOCALE = "locale"


@dataclass(eq=False)
class Preferences:
    store: Store
    catalogue: Catalogue
    locale_of: Callable[[int], str | None]
    """Returns a server's language on Discord, or None if it is unknown."""

    async def choices(self, guild: int) -> ServerSettings:
        return read(await self.store.guild_settings(guild))

    async def choose(self, guild: int, values: Mapping[str, str | None]) -> None:
        """Change settings, all or none; None restores a default. Raise StoreTrouble, or Unsure."""

        async def is_written() -> bool:
            stored = await self.store.guild_settings(guild)
            return all(stored.get(name) == values[name] for name in values)

        await confirmed_write(lambda: self.store.set_guild_settings(guild, values), is_written)

    async def words(self, guild: int) -> Words:
        """Return the language of public messages: the server's setting, or its language on
        Discord.
        """
        return self.catalogue.words(await self.language(guild) or self.locale_of(guild))

    async def words_for(self, user: int, guild: int) -> Words:
        """Return the language of a direct message: the user's setting, or the server's language."""
        locale = await self.of_user(user, LOCALE)
        return await self.words(guild) if locale is None else self.catalogue.words(locale)

    async def language(self, guild: int) -> str | None:
        """Return the language setting, or None if it is unset or not installed."""
        chosen = (await self.choices(guild)).language
        return chosen if chosen in self.catalogue.languages else None

    async def theme(self, guild: int) -> Theme:
        return THEMES[(await self.choices(guild)).palette]

    async def of_user(self, user: int, name: str) -> str | None:
        return (await self.store.user_settings(user)).get(name)

    async def wants(self, user: int, preference: MovePreference) -> bool:
        chosen = await self.of_user(user, preference.value)
        return preference in ON_FROM_THE_START if chosen is None else chosen == "on"

    async def readers(self, users: Iterable[int]) -> list[int]:
        return [
            user for user in users if (await self.store.user_settings(user)).get(TEXT_MODE) == "on"
        ]
