"""Users' settings for their own turns."""

from enum import Enum

from bot.match.core.store import Store
from bot.match.playing.undo import WAIT_ALONE


class MovePreference(Enum):
    CONFIRM = "confirm"
    """Ask before each move."""
    WAIT = WAIT_ALONE
    """In practice matches, computers pause so that the player can take a move back."""

    NEXT = "next"
    """After a turn, offer the next match that waits for the player."""


ON_FROM_THE_START = frozenset({MovePreference.WAIT, MovePreference.NEXT})


class MovePreferences:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self, user: int) -> dict[MovePreference, bool]:
        settings = await self._store.user_settings(user)
        return {
            preference: settings.get(
                preference.value, "on" if preference in ON_FROM_THE_START else "off"
            )
            == "on"
            for preference in MovePreference
        }

    async def has(self, user: int, preference: MovePreference) -> bool:
        return (await self.all(user))[preference]
