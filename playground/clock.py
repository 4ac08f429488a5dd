"""The time of a playground, which can be moved forward, and who has to hear of it."""

import asyncio
import json
import time
from collections.abc import Callable

from aiohttp import WSMsgType, web

from playground.errors import Json

LONGEST = 366 * 24 * 3600
"""Seconds that one move may skip."""
_PATIENCE = 5.0
"""Real seconds that a move waits for those who follow the clock."""


class MovableClock:
    """The machine's time, and as much later as it was moved."""

    def __init__(self, offset: float = 0.0, source: Callable[[], float] = time.time) -> None:
        self.offset = offset
        """Seconds ahead of the machine's time."""
        self._source = source

    def __call__(self) -> float:
        """Seconds since the Unix epoch."""
        return self._source() + self.offset

    def forward(self, seconds: float) -> None:
        """Skip so many seconds. Raises: ValueError for less than none, or more than a year."""
        if not 0 <= seconds <= LONGEST:
            raise ValueError("A clock goes forward, by at most a year at a time.")
        self.offset += seconds


class Followers:
    """Programs that go by the playground's clock: each hears its offset and says so.

    They connect to a websocket, get `{"offset": seconds}` at once and at each move, and send the
    same back when they go by it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heard: dict[web.WebSocketResponse, float | None] = {}
        self._news = asyncio.Event()

    @property
    def _offset(self) -> float:
        return self._clock.offset if isinstance(self._clock, MovableClock) else 0.0

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """GET /client/clock"""
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        self._heard[socket] = None
        try:
            await socket.send_json(self._told())
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._heard[socket] = float(json.loads(message.data)["offset"])
                    self._news.set()
        except (ConnectionError, ValueError, KeyError, TypeError):
            pass
        finally:
            del self._heard[socket]
            self._news.set()
        return socket

    async def moved(self) -> None:
        """Tell everybody, and wait until they go by it. Raises: TimeoutError."""
        for socket in list(self._heard):
            try:
                await socket.send_json(self._told())
            except ConnectionError:
                continue
        async with asyncio.timeout(_PATIENCE):
            while any(heard != self._offset for heard in self._heard.values()):
                self._news.clear()
                await self._news.wait()

    async def close(self) -> None:
        """Close every connection."""
        for socket in list(self._heard):
            await socket.close(code=1001)

    def _told(self) -> Json:
        return {"offset": self._offset}
