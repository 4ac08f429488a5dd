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
    """An artist that draws here, but pickles each call first, as if for a worker process."""

    def __init__(self, games: GameRegister, catalogue: Catalogue) -> None:
        super().__init__()
        self._calls = Calls(games, catalogue)

    async def draw(self, call: Callable[[], T]) -> T:
        """Return the result of `call`; also raises everything that `Calls.write` raises."""
        return await super().draw(
            cast("Callable[[], T]", self._calls.read(self._calls.write(call)))
        )


def queue() -> DrawingQueue:
    return DrawingQueue(ThreadArtist())


def board_layouts() -> BoardLayouts:
    return BoardLayouts(queue())
