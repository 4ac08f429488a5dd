"""What people have chosen about their own turns, each on or off."""

from enum import Enum

from bot.match.playing.undo import WAIT_ALONE
from bot.match.store import Store


class MovePreference(Enum):
    """A setting of a user, by its name."""

    CONFIRM = "confirm"
    """To be asked before each move."""
    WAIT = WAIT_ALONE
    """In practice the computers wait a little, so that a pick can be taken back."""


ON_FROM_THE_START = frozenset({MovePreference.WAIT})


class MovePreferences:
    """Reads and writes them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self, user: int) -> dict[MovePreference, bool]:
        """Each habit of a user, in a fixed order."""
        settings = await self._store.user_settings(user)
        return {
            habit: settings.get(habit.value, "on" if habit in ON_FROM_THE_START else "off") == "on"
            for habit in MovePreference
        }

    async def has(self, user: int, habit: MovePreference) -> bool:
        """Whether it is on."""
        return (await self.all(user))[habit]
