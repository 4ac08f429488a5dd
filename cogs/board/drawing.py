"""Draws pictures in worker threads, so that nothing else waits for them."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class DrawingQueue:
    """Draws a few pictures at a time. Those for one reader have a queue of their own, so that they
    don't hold up boards."""

    def __init__(self, at_once: int = 1) -> None:
        self._room = asyncio.Semaphore(at_once)

    async def draw(self, draw: Callable[[], T]) -> T:
        """The result of `draw`, called in a thread when there is room."""
        async with self._room:
            return await asyncio.to_thread(draw)
