"""The movable clock of a playground, and the programs that follow it."""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable

from aiohttp import WSMsgType, web

from playground.errors import Json

LONGEST = 366 * 24 * 3600
"""Maximum seconds of one move."""
_PATIENCE = 60.0
"""Real seconds that a move waits for followers; generous for busy machines."""


class MovableClock:
    def __init__(self, offset: float = 0.0, source: Callable[[], float] = time.time) -> None:
        self.offset = offset
        """Seconds ahead of the machine's time."""
        self.slept = 0.0
        """Part of `offset` during which the bot's machine was suspended."""
        self.skew = 0.0
        """Seconds by which the bot's clock is ahead of the playground's; can be negative."""
        self._source = source

    def __call__(self) -> float:
        return self._source() + self.offset

    def forward(self, seconds: float, *, asleep: bool = False) -> None:
        """Skip seconds, during which the bot's machine runs or is `asleep`. Raise ValueError for a
        negative number, or more than a year.
        """
        if not 0 <= seconds <= LONGEST:
            raise ValueError("A clock goes forward, by at most a year at a time.")
        self.offset += seconds
        self.slept += seconds if asleep else 0.0

    def offsets(self) -> Json:
        """Return the offsets of the bot's wall clock and of its steady clock."""
        return {"offset": self.offset + self.skew, "steady": self.offset - self.slept}


class Followers:
    """Programs that follow the playground's clock and confirm each new offset.

    They connect to a websocket and receive `{"offset": seconds, "steady": seconds}` immediately and
    after each move. They send the same back once they use it. "offset" moves their wall clock,
    "steady" their monotonic clock, which pauses while the machine is suspended.

    A program that connects with `?idle=1` also receives `{"idle": n, "due": …}`. It answers
    `{"idle": n, "heard": {session id: event number}}` once it has no work left; "heard" is the last
    event read from each gateway session. If "due" is true, it first looks for due work.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heard: dict[web.WebSocketResponse, Json | None] = {}
        self._idle: dict[web.WebSocketResponse, Json] = {}
        """Latest answer of each program that supports the idle question."""
        self._questions = 0
        self.joined = 0
        self._changed = asyncio.Event()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        self._heard[socket] = None
        if "idle" in request.query:
            self._idle[socket] = {"idle": 0, "heard": {}}
        self.joined += 1
        self._changed.set()
        try:
            await socket.send_json(self._offsets())
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._read_answer(socket, json.loads(message.data))
        except (ConnectionError, ValueError, KeyError, TypeError):
            pass
        finally:
            del self._heard[socket]
            self._idle.pop(socket, None)
            self._changed.set()
        return socket

    def _read_answer(self, socket: web.WebSocketResponse, answer: Json) -> None:
        if "idle" in answer:
            # A program can answer an abandoned question after a later one.
            if answer["idle"] > self._idle[socket]["idle"]:
                self._idle[socket] = answer
        else:
            self._heard[socket] = {"offset": 0.0, **answer}
        self._changed.set()

    async def idle(self, *, due: bool = False) -> dict[str, int]:
        """Wait until every program that supports the question is idle or disconnected. With `due`,
        they first look for due work. Return the last event read, by gateway session.
        """
        self._questions += 1
        question = self._questions
        questioned: set[web.WebSocketResponse] = set()
        while any(answer["idle"] < question for answer in self._idle.values()):
            self._changed.clear()
            for socket in self._idle.keys() - questioned:
                questioned.add(socket)
                with contextlib.suppress(ConnectionError):
                    await socket.send_json({"idle": question, "due": due})
            await self._changed.wait()
        answers = [answer["heard"] for answer in self._idle.values()]
        return {session: number for heard in answers for session, number in heard.items()}

    async def send_offset(self) -> None:
        """Send the offset without waiting for confirmations."""
        for socket in list(self._heard):
            try:
                await socket.send_json(self._offsets())
            except ConnectionError:
                continue

    async def moved(self) -> None:
        """Send the offset to all followers and wait until they use it, or raise TimeoutError."""
        await self.send_offset()
        async with asyncio.timeout(_PATIENCE):
            while not all(map(self._is_confirmed, self._heard.values())):
                self._changed.clear()
                await self._changed.wait()

    async def close(self) -> None:
        for socket in list(self._heard):
            await socket.close(code=1001)

    def _is_confirmed(self, heard: Json | None) -> bool:
        return heard is not None and heard["offset"] == self._offsets()["offset"]

    def _offsets(self) -> Json:
        clock = self._clock
        return (
            clock.offsets() if isinstance(clock, MovableClock) else {"offset": 0.0, "steady": 0.0}
        )
