"""What servers and people have chosen."""

from collections.abc import Iterable

from bot.match.ports import Store
from render.theme import THEMES, USUAL, Theme

PALETTE = "palette"
TEXT_MODE = "text_mode"


class Preferences:
    """Reads and writes settings; what is unset or no longer known has its default."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def theme(self, guild: int) -> Theme:
        """The palette of a server's pictures."""
        settings = await self._store.guild_settings(guild)
        return THEMES.get(settings.get(PALETTE, ""), USUAL)

    async def choose_palette(self, guild: int, key: str) -> None:
        """Let a server's pictures have these colours from now on."""
        await self._store.set_guild_setting(guild, PALETTE, key)

    async def set_text_mode(self, user: int, on: bool) -> None:
        """Whether someone is offered the board as text at each of their turns."""
        await self._store.set_user_setting(user, TEXT_MODE, "on" if on else "off")

    async def readers(self, users: Iterable[int]) -> list[int]:
        """Those among these people who play by text."""
        return [
            user for user in users if (await self._store.user_settings(user)).get(TEXT_MODE) == "on"
        ]
