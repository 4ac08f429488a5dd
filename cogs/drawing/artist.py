"""Artists draw pictures: in threads of this process, or in another process (`process.py`)."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from render.game_pictures import GamePictures

T = TypeVar("T")


class Artist(Protocol):
    """Calls functions that draw, without blocking the event loop."""

    at_once: int
    """Number of pictures that one queue should request simultaneously."""

    async def prepare(self) -> None:
        """Warm up, so that the first picture is as fast as the others."""

    async def draw(self, call: Callable[[], T]) -> T:
        """Return the result of `call`, or raise its error."""

    async def close(self) -> None: ...


class ThreadArtist:
    """Draws in worker threads."""

    at_once = 1
    """One: two threads would share an interpreter, wait for each other, and delay answers."""

    def __init__(self, pictures: Sequence[GamePictures] = ()) -> None:
        """Take the games' pictures to prepare."""
        self._pictures = pictures
        self._closed = False

    async def prepare(self) -> None:
        """Draw the parts of pictures ahead."""
        await asyncio.to_thread(self._warm_up)

    def _warm_up(self) -> None:
        """Runs in a thread, which a shutdown would wait for."""
        for pictures in self._pictures:
            for _ in pictures.warm_up_steps():
                if self._closed:
                    return

    async def draw(self, call: Callable[[], T]) -> T:
        return await asyncio.to_thread(call)

    async def close(self) -> None:
        """Stop preparing."""
        self._closed = True
