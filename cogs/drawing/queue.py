"""Queues that draw a few pictures at a time."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from bot.observing.observer import Observer
from cogs.drawing.artist import Artist

T = TypeVar("T")


class DrawingQueue:
    def __init__(
        self, artist: Artist, name: str = "pictures", observer: Observer | None = None
    ) -> None:
        self.name = name
        self._artist = artist
        self._observer = Observer() if observer is None else observer
        self._room = asyncio.Semaphore(artist.at_once)
        self._length = 0

    def __len__(self) -> int:
        """Return the number of pictures in progress or waiting."""
        return self._length

    async def draw(self, draw: Callable[[], T]) -> T:
        requested = time.perf_counter()
        self._length += 1
        try:
            async with self._room:
                began = time.perf_counter()
                try:
                    drawn = await self._artist.draw(draw)
                except Exception:
                    self._observer.picture_failed(_named(draw), self.name)
                    raise
                seconds = time.perf_counter() - began
        finally:
            self._length -= 1
        self._observer.picture_drawn(_named(draw), self.name, began - requested, seconds)
        return drawn


class DrawingQueues:
    """Queues by purpose: private pictures have their own, so that they don't delay boards."""

    def __init__(self, artist: Artist, animator: Artist, observer: Observer) -> None:
        self.invitations = DrawingQueue(artist, "invitations", observer)
        self.boards = DrawingQueue(artist, "boards", observer)
        self.tournaments = DrawingQueue(artist, "tournaments", observer)
        self.private = DrawingQueue(artist, "private", observer)
        self.animations = DrawingQueue(animator, "animations", observer)

    @property
    def every(self) -> tuple[DrawingQueue, ...]:
        return (self.invitations, self.boards, self.tournaments, self.private, self.animations)


def _named(draw: Callable[[], object]) -> str:
    """Return the drawing function's name, such as `board_and_moment`; metrics need a small set of
    names.
    """
    function = draw.func if isinstance(draw, partial) else draw
    name: str = getattr(function, "__name__", type(function).__name__)
    return name.strip("_<>")
