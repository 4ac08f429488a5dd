"""What people have chosen about their own turns, each on or off."""

from enum import Enum

from bot.match.ports import Store
from bot.match.undo import WAIT_ALONE
from texts import Words, mark


class Habit(Enum):
    """A setting of a user, by its name."""

    CONFIRM = "confirm"
    """To be asked before each move."""
    WAIT = WAIT_ALONE
    """In practice the computers wait a little, so that a pick can be taken back."""
    TURN_OVER = "turn_over"
    """To be told privately that the turn is over and who is next."""


_ON_FROM_THE_START = frozenset({Habit.TURN_OVER})


class Habits:
    """Reads and writes them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self, user: int) -> dict[Habit, bool]:
        """Each habit of a user, in a fixed order."""
        settings = await self._store.user_settings(user)
        return {
            habit: settings.get(habit.value, "on" if habit in _ON_FROM_THE_START else "off") == "on"
            for habit in Habit
        }

    async def has(self, user: int, habit: Habit) -> bool:
        """Whether it is on."""
        return (await self.all(user))[habit]

    async def choose(self, user: int, **chosen: bool | None) -> None:
        """Turn habits on or off by their names; None leaves one as it is."""
        for name, on in chosen.items():
            if on is not None:
                await self._store.set_user_setting(user, Habit(name).value, "on" if on else "off")

    async def lines(self, user: int, words: Words) -> list[str]:
        """What holds, in a sentence each."""
        return [words.say(_SENTENCES[habit]) for habit in (await self.all(user)).items()]


_SENTENCES = {
    (Habit.CONFIRM, True): mark("You are asked before each move."),
    (Habit.CONFIRM, False): mark("Your moves count at once, without a question."),
    (Habit.WAIT, True): mark("In practice computers wait a little, so that you can take back."),
    (Habit.WAIT, False): mark("In practice computers answer at once."),
    (Habit.TURN_OVER, True): mark("After your turn you are told who is next."),
    (Habit.TURN_OVER, False): mark("After your turn you are not told who is next."),
}
