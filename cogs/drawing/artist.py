"""Who draws pictures: worker threads of this process, or another process (`process.py`)."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from render.game_pictures import GamePictures

T = TypeVar("T")


class Artist(Protocol):
    """Calls functions that draw, without holding up the event loop."""

    at_once: int
    """How many pictures of one queue it should be asked for at the same time."""

    async def prepare(self) -> None:
        """Make the first picture as fast as all others."""

    async def draw(self, call: Callable[[], T]) -> T:
        """What `call` gives; raises what it raises."""

    async def close(self) -> None:
        """End what was begun; from then on nothing more is prepared."""


class ThreadArtist:
    """Draws in worker threads."""

    at_once = 1
    """Two would share one interpreter, and wait for each other and hold up answers."""

    def __init__(self, pictures: Sequence[GamePictures] = ()) -> None:
        """`pictures` are those of the games, to be prepared."""
        self._pictures = pictures
        self._closed = False

    async def prepare(self) -> None:
        """Draw ahead what pictures are made of."""
        await asyncio.to_thread(self._warm_up)

    def _warm_up(self) -> None:
        """Runs in a thread, which a shutdown would wait for."""
        for pictures in self._pictures:
            for _ in pictures.warm_up_steps():
                if self._closed:
                    return

    async def draw(self, call: Callable[[], T]) -> T:
        """What `call` gives, called in a thread; raises what it raises."""
        return await asyncio.to_thread(call)

    async def close(self) -> None:
        """Prepare nothing more."""
        self._closed = True
