"""Where the settings of users and servers are stored, each a text with a name."""

from collections.abc import Mapping
from typing import Protocol

from bot.match.values.players import UserId


class SettingsStore(Protocol):
    """Stores settings; a value of None removes one."""

    async def guild_settings(self, guild: int) -> Mapping[str, str]:
        """What a server has set, by name."""

    async def set_guild_settings(self, guild: int, values: Mapping[str, str | None]) -> None:
        """Set some things for a server, all or none."""

    async def add_guild_setting(self, guild: int, name: str, value: str) -> bool:
        """Set something for a server that has not set it yet; False if it has."""

    async def user_settings(self, user: UserId) -> Mapping[str, str]:
        """What a user has set, by name."""

    async def set_user_settings(self, user: UserId, values: Mapping[str, str | None]) -> None:
        """Set some things for a user, all or none."""
