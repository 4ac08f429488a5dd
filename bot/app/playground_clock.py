"""The bot's clock in a playground, where people can move time forward.

The playground sends the clock's offset over a websocket, and the bot confirms it. Over the same
websocket the bot reports when it is idle, and the number of the latest event of each gateway
session. Only `make play` and tests follow one.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

_log = logging.getLogger(__name__)

AGAIN = 1.0
FIRST = 5.0
BETWEEN = 0.01


class PlaygroundClock:
    def __init__(self) -> None:
        self.moved: Callable[[], None] = lambda: None
        """Called when the clock jumps forward, and when the playground wants due work done
        immediately.
        """
        self.is_busy: Callable[[], bool] = lambda: True
        self.heard: Callable[[], dict[str, int]] = dict
        """Returns the number of the latest event of each gateway session, by the session's id."""
        self._offset = 0.0
        self._steady = 0.0
        self._known = asyncio.Event()

    def now(self) -> int:
        return int(time.time() + self._offset)

    def steady(self) -> float:
        return time.monotonic()

    def ahead(self) -> float:
        """Return the seconds by which people have moved the clock while the bot ran."""
        return self._steady

    async def follow(self, address: str) -> None:
        async with aiohttp.ClientSession() as session:
            while True:
                try:
                    async with session.ws_connect(f"{address}/client/clock?idle=1") as socket:
                        await self._listen(socket)
                except (aiohttp.ClientError, OSError, ValueError, KeyError, TypeError) as error:
                    _log.debug("The playground's clock is unreachable: %s", error)
                self._known.set()  # don't wait forever for an unreachable playground
                await asyncio.sleep(AGAIN)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        answers: set[asyncio.Task[None]] = set()
        try:
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    continue
                message_data = json.loads(message.data)
                if "idle" in message_data:
                    if message_data.get("due"):
                        self.moved()
                    answer = asyncio.create_task(self._tell_idle(socket, message_data["idle"]))
                    answers.add(answer)
                    answer.add_done_callback(answers.discard)
                else:
                    await self._go_by(message_data, socket)
        finally:
            for answer in answers:
                answer.cancel()
            await asyncio.gather(*answers, return_exceptions=True)

    async def _tell_idle(self, socket: aiohttp.ClientWebSocketResponse, question: int) -> None:
        while self.is_busy():  # noqa: ASYNC110 - no single event marks the end of all work
            await asyncio.sleep(BETWEEN)
        with contextlib.suppress(ConnectionError):
            await socket.send_json({"idle": question, "heard": self.heard()})

    async def _go_by(
        self, message: dict[str, Any], socket: aiohttp.ClientWebSocketResponse
    ) -> None:
        offset = float(message["offset"])
        ahead, self._offset = offset > self._offset, offset
        self._steady = float(message.get("steady", offset))
        self._known.set()
        await socket.send_json(message)
        if ahead:
            self.moved()

    async def known(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FIRST):
                await self._known.wait()


@asynccontextmanager
async def following(address: str) -> AsyncIterator[PlaygroundClock]:
    clock = PlaygroundClock()
    task = asyncio.create_task(clock.follow(address), name="salud-playground-clock")
    try:
        await clock.known()
        yield clock
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
