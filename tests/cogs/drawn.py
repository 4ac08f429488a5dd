"""Pictures of the cogs, drawn in this process."""

from collections.abc import Callable
from typing import TypeVar, cast

from bot.game_register import GameRegister
from cogs.board.layouts import BoardLayouts
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.calls import Calls
from cogs.drawing.queue import DrawingQueue
from texts import Catalogue

T = TypeVar("T")


class TravellingArtist(ThreadArtist):
    """Draws here what it is asked for, but as a process of its own would read it."""

    def __init__(self, games: GameRegister, catalogue: Catalogue) -> None:
        super().__init__()
        self._calls = Calls(games, catalogue)

    async def draw(self, call: Callable[[], T]) -> T:
        """What `call` gives; raises what `Calls.write` raises, too."""
        return await super().draw(
            cast("Callable[[], T]", self._calls.read(self._calls.write(call)))
        )


def queue() -> DrawingQueue:
    """One that draws."""
    return DrawingQueue(ThreadArtist())


def board_layouts() -> BoardLayouts:
    """The messages of boards, with their pictures."""
    return BoardLayouts(queue())
