"""What servers and people have chosen."""

from collections.abc import Callable, Iterable

from bot.match.ports import Store
from render.theme import THEMES, USUAL, Theme
from texts import Catalogue, Words

LANGUAGE = "language"
PALETTE = "palette"
TEXT_MODE = "text_mode"


class Preferences:
    """Reads and writes settings; what is unset or no longer known has its default."""

    def __init__(
        self, store: Store, catalogue: Catalogue, locale_of: Callable[[int], str | None]
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._locale_of = locale_of
        """The language in which a server says that it speaks; None where it says nothing."""

    async def words(self, guild: int) -> Words:
        """The language of what everybody in a server sees: as it has set, else as it speaks."""
        return self._catalogue.words(await self.language(guild) or self._locale_of(guild))

    async def language(self, guild: int) -> str | None:
        """The language that a server has chosen; None where it has chosen none."""
        chosen = (await self._store.guild_settings(guild)).get(LANGUAGE)
        return chosen if chosen in self._catalogue.languages else None

    async def choose_language(self, guild: int, language: str | None) -> None:
        """Let everybody in a server see this language from now on; None: the one it speaks."""
        await self._store.set_guild_setting(guild, LANGUAGE, language)

    async def theme(self, guild: int) -> Theme:
        """The palette of a server's pictures."""
        settings = await self._store.guild_settings(guild)
        return THEMES.get(settings.get(PALETTE, ""), USUAL)

    async def choose_palette(self, guild: int, key: str) -> None:
        """Let a server's pictures have these colours from now on."""
        await self._store.set_guild_setting(guild, PALETTE, key)

    async def readers(self, users: Iterable[int]) -> list[int]:
        """Those among these people who play by text."""
        return [
            user for user in users if (await self._store.user_settings(user)).get(TEXT_MODE) == "on"
        ]
