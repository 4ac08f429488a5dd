"""The time of a playground, which can be moved forward, and the programs that follow it."""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable

from aiohttp import WSMsgType, web

from playground.errors import Json

LONGEST = 366 * 24 * 3600
"""Seconds that one move may skip."""
_PATIENCE = 60.0
"""Real seconds that a move waits for those who follow the clock; a busy machine is slow."""


class MovableClock:
    """The machine's time plus what it was moved by."""

    def __init__(self, offset: float = 0.0, source: Callable[[], float] = time.time) -> None:
        self.offset = offset
        """Seconds ahead of the machine's time."""
        self.slept = 0.0
        """How many of them passed while the bot's machine was suspended."""
        self.skew = 0.0
        """Seconds that the clock of the bot's machine is ahead of the playground's; may be < 0."""
        self._source = source

    def __call__(self) -> float:
        """Seconds since the Unix epoch."""
        return self._source() + self.offset

    def forward(self, seconds: float, *, asleep: bool = False) -> None:
        """Skip some seconds, in which the bot's machine ran or was `asleep`.

        Raises: ValueError for less than none, or more than a year.
        """
        if not 0 <= seconds <= LONGEST:
            raise ValueError("A clock goes forward, by at most a year at a time.")
        self.offset += seconds
        self.slept += seconds if asleep else 0.0

    def told(self) -> Json:
        """What a bot is told: how far its wall clock and its steady clock are moved."""
        return {"offset": self.offset + self.skew, "steady": self.offset - self.slept}


class Followers:
    """Programs that follow the playground's clock: each is told its offset and confirms it.

    They connect to a websocket, get `{"offset": seconds, "steady": seconds}` at once and at each
    move, and send the same back when they go by it. "offset" moves the wall clock of their
    machine, "steady" the one that stands still while the machine is suspended and that nobody sets.

    A program that connects with `?idle=1` also gets `{"idle": n, "due": …}`, and answers with
    `{"idle": n, "heard": {session id: event number}}` as soon as it has nothing left to do; "heard"
    is how far it has read each of its gateway sessions. If "due" is true, it first looks for work
    that is due.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heard: dict[web.WebSocketResponse, Json | None] = {}
        self._idle: dict[web.WebSocketResponse, Json] = {}
        """The latest answer of each program that can be asked whether it is idle."""
        self._questions = 0
        self.joined = 0
        """How many programs have come, in all."""
        self._news = asyncio.Event()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """GET /client/clock"""
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        self._heard[socket] = None
        if "idle" in request.query:
            self._idle[socket] = {"idle": 0, "heard": {}}
        self.joined += 1
        self._news.set()
        try:
            await socket.send_json(self._told())
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._hear(socket, json.loads(message.data))
        except (ConnectionError, ValueError, KeyError, TypeError):
            pass
        finally:
            del self._heard[socket]
            self._idle.pop(socket, None)
            self._news.set()
        return socket

    def _hear(self, socket: web.WebSocketResponse, told: Json) -> None:
        if "idle" in told:
            self._idle[socket] = told
        else:
            self._heard[socket] = {"offset": 0.0, **told}
        self._news.set()

    async def idle(self, *, due: bool = False) -> dict[str, int]:
        """Wait until every program that can be asked is idle; those that go are not waited for.

        With `due` they look for work that is due before. Returns how far they have heard their
        gateway sessions, by session id.
        """
        self._questions += 1
        question = self._questions
        asked: set[web.WebSocketResponse] = set()
        while any(answer["idle"] < question for answer in self._idle.values()):
            self._news.clear()
            for socket in self._idle.keys() - asked:
                asked.add(socket)
                with contextlib.suppress(ConnectionError):
                    await socket.send_json({"idle": question, "due": due})
            await self._news.wait()
        answers = [answer["heard"] for answer in self._idle.values()]
        return {session: number for heard in answers for session, number in heard.items()}

    async def tell(self) -> None:
        """Tell all of them, and wait for none."""
        for socket in list(self._heard):
            try:
                await socket.send_json(self._told())
            except ConnectionError:
                continue

    async def moved(self) -> None:
        """Tell all of them, and wait until they follow. Raises: TimeoutError."""
        await self.tell()
        async with asyncio.timeout(_PATIENCE):
            while not all(map(self._goes_by_it, self._heard.values())):
                self._news.clear()
                await self._news.wait()

    async def close(self) -> None:
        """Close every connection."""
        for socket in list(self._heard):
            await socket.close(code=1001)

    def _goes_by_it(self, heard: Json | None) -> bool:
        return heard is not None and heard["offset"] == self._told()["offset"]

    def _told(self) -> Json:
        clock = self._clock
        return clock.told() if isinstance(clock, MovableClock) else {"offset": 0.0, "steady": 0.0}
