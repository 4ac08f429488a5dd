"""What people have chosen about their own turns, each on or off."""

from enum import Enum

from bot.match.ports import Store
from bot.match.undo import WAIT_ALONE


class Habit(Enum):
    """A setting of a user, by its name."""

    CONFIRM = "confirm"
    """To be asked before each move."""
    WAIT = WAIT_ALONE
    """In practice the computers wait a little, so that a pick can be taken back."""


ON_FROM_THE_START = frozenset({Habit.WAIT})


class Habits:
    """Reads and writes them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self, user: int) -> dict[Habit, bool]:
        """Each habit of a user, in a fixed order."""
        settings = await self._store.user_settings(user)
        return {
            habit: settings.get(habit.value, "on" if habit in ON_FROM_THE_START else "off") == "on"
            for habit in Habit
        }

    async def has(self, user: int, habit: Habit) -> bool:
        """Whether it is on."""
        return (await self.all(user))[habit]
