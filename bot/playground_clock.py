"""The bot's clock in a playground: it goes by the time there, which people move forward.

The playground tells its offset over a websocket, at once and at each move, and hears back that
the bot goes by it. Over the same websocket it asks the bot to report when it is idle, and up to
which event it has heard its gateway sessions. Only `make play` and tests come here.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from playground import MovableClock

_log = logging.getLogger(__name__)

AGAIN = 1.0
"""Seconds until the next try to reach a playground that is gone."""
FIRST = 5.0
"""Seconds that the start waits to hear what time it is."""
BETWEEN = 0.01
"""Seconds between looks whether a bot that is busy has finished."""


class KeptClock(MovableClock):
    """A playground's clock that goes on where it was, as the bot's database does."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            offset = max(float(file.read_text(encoding="utf-8")), 0.0)
        except (OSError, ValueError):
            offset = 0.0
        super().__init__(offset)

    def forward(self, seconds: float, *, asleep: bool = False) -> None:
        """Skip so many seconds, and keep how far that leads."""
        super().forward(seconds, asleep=asleep)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(str(self.offset), encoding="utf-8")


class PlaygroundClock:
    """The machine's clock, moved as far as the playground's."""

    def __init__(self) -> None:
        self.moved: Callable[[], None] = lambda: None
        """Called after each move, and when the playground wants what is due done now."""
        self.is_busy: Callable[[], bool] = lambda: True
        """Returns whether the bot has begun anything that is not finished; it starts at first."""
        self.heard: Callable[[], dict[str, int]] = dict
        """Returns the number of the latest event heard in each gateway session, by its id."""
        self._offset = 0.0
        self._steady = 0.0
        self._known = asyncio.Event()

    def now(self) -> int:
        """Seconds since 1970."""
        return int(time.time() + self._offset)

    def steady(self) -> float:
        """Seconds since some moment, by a clock that nobody moves."""
        return time.monotonic()

    def ahead(self) -> float:
        """Seconds by which people have moved it while the machine ran: these pass for everybody."""
        return self._steady

    async def follow(self, address: str) -> None:
        """Go by the clock of the playground at `address`, until cancelled."""
        async with aiohttp.ClientSession() as session:
            while True:
                try:
                    async with session.ws_connect(f"{address}/client/clock?idle=1") as socket:
                        await self._listen(socket)
                except (aiohttp.ClientError, OSError, ValueError, KeyError, TypeError) as error:
                    _log.debug("The playground's clock can't be heard: %s", error)
                self._known.set()  # as far as it can be
                await asyncio.sleep(AGAIN)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        answers: set[asyncio.Task[None]] = set()
        try:
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    continue
                told = json.loads(message.data)
                if "idle" in told:
                    if told.get("due"):
                        self.moved()
                    answer = asyncio.create_task(self._tell_idle(socket, told["idle"]))
                    answers.add(answer)
                    answer.add_done_callback(answers.discard)
                else:
                    await self._go_by(told, socket)
        finally:
            for answer in answers:
                answer.cancel()
            await asyncio.gather(*answers, return_exceptions=True)

    async def _tell_idle(self, socket: aiohttp.ClientWebSocketResponse, question: int) -> None:
        """Answer question number `question` once the bot is idle."""
        while self.is_busy():  # noqa: ASYNC110 - it looks at all that the bot has begun
            await asyncio.sleep(BETWEEN)
        with contextlib.suppress(ConnectionError):
            await socket.send_json({"idle": question, "heard": self.heard()})

    async def _go_by(self, told: dict[str, Any], socket: aiohttp.ClientWebSocketResponse) -> None:
        offset = float(told["offset"])
        ahead, self._offset = offset > self._offset, offset
        self._steady = float(told.get("steady", offset))
        self._known.set()
        await socket.send_json(told)
        if ahead:
            self.moved()

    async def known(self) -> None:
        """Wait until the playground has said what time it is, or can't be asked."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FIRST):
                await self._known.wait()


@asynccontextmanager
async def following(address: str) -> AsyncIterator[PlaygroundClock]:
    """A clock that goes by the playground's while this lasts."""
    clock = PlaygroundClock()
    task = asyncio.create_task(clock.follow(address), name="salud-playground-clock")
    try:
        await clock.known()
        yield clock
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
