"""Artists draw pictures, in threads of this process or in another process (`process.py`)."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from render.game_pictures import GamePictures

T = TypeVar("T")


class Artist(Protocol):
    at_once: int

    async def prepare(self) -> None:
        """Warm up, so that the first picture is as fast as later ones."""

    async def draw(self, call: Callable[[], T]) -> T: ...

    async def close(self) -> None: ...


class ThreadArtist:
    at_once = 1
    """One, because two threads would share an interpreter, wait for each other, and delay
    answers.
    """

    def __init__(self, pictures: Sequence[GamePictures] = ()) -> None:
        self._pictures = pictures
        self._closed = False

    async def prepare(self) -> None:
        await asyncio.to_thread(self._warm_up)

    def _warm_up(self) -> None:
        """Stop early when closed, because a shutdown waits for this thread."""
        for pictures in self._pictures:
            for _ in pictures.warm_up_steps():
                if self._closed:
                    return

    async def draw(self, call: Callable[[], T]) -> T:
        return await asyncio.to_thread(call)

    async def close(self) -> None:
        self._closed = True
