"""Pictures for one reader, drawn beside those that everybody waits for."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class PrivatePictures:
    """Draws in a worker thread, one private picture at a time: boards come first."""

    def __init__(self) -> None:
        self._drawing = asyncio.Semaphore(1)

    async def draw(self, draw: Callable[[], T]) -> T:
        """What `draw` gives."""
        async with self._drawing:
            return await asyncio.to_thread(draw)
