"""Pictures wait for each other, a few at a time."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from cogs.drawing.artist import Artist

T = TypeVar("T")


class DrawingQueue:
    """Draws a few pictures at a time. Those for one reader have a queue of their own, so that they
    don't hold up boards."""

    def __init__(self, artist: Artist) -> None:
        self._artist = artist
        self._room = asyncio.Semaphore(artist.at_once)

    async def draw(self, draw: Callable[[], T]) -> T:
        """The result of `draw`, called when there is room."""
        async with self._room:
            return await self._artist.draw(draw)
