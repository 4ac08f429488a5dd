"""Pictures for one reader, which must not hold up those for everybody."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class PrivatePictures:
    """Draws one picture at a time in a worker thread: the rest of the machine is for boards."""

    def __init__(self) -> None:
        self._drawing = asyncio.Semaphore(1)

    async def draw(self, draw: Callable[[], T]) -> T:
        """The result of `draw`, called in a thread."""
        async with self._drawing:
            return await asyncio.to_thread(draw)
