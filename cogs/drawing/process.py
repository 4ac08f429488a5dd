"""Draws in another process, `bot.drawing`: two threads of one would share an interpreter, and
answers would wait for pictures."""

import asyncio
import logging
import pickle
from collections import deque
from collections.abc import Callable
from typing import TypeVar

from bot.game_register import GameRegister
from cogs.drawing.artist import Artist
from cogs.drawing.calls import DREW, SIZE, Calls
from cogs.runtime.own_process import ROOT, program
from texts import Catalogue

_log = logging.getLogger(__name__)

T = TypeVar("T")
COMMAND = program("bot.drawing")
PATIENCE = 20.0
"""Seconds after which a process that gives no picture counts as lost; animations take some."""
LEAVE = 1.0
"""Seconds that it has to end."""
BUFFER = 2**20
"""Bytes of answers that may wait to be read."""


class DrawingLost(Exception):
    """The process has ended, or it could not draw what it was asked to."""


class ProcessArtist:
    """Draws in a process of its own, which is started again if it ends.

    What that can't draw, for whatever reason, is drawn by `otherwise`.
    """

    at_once = 2
    """While one is drawn the next is on its way."""

    def __init__(
        self,
        games: GameRegister,
        catalogue: Catalogue,
        otherwise: Artist,
        *,
        rest: float | None = None,
    ) -> None:
        """With `rest` the process ends after so many seconds in which nothing was to be drawn."""
        self._calls = Calls(games, catalogue)
        self._games = pickle.dumps(games)
        self._otherwise = otherwise
        self._process: DrawingProcess | None = None
        self._starting = asyncio.Lock()
        self._rest = rest
        self._resting: asyncio.Task[None] | None = None
        self._closed = False

    async def prepare(self) -> None:
        """Start a process that stays, which prepares itself while nothing is to be drawn."""
        if self._rest is not None:
            return
        try:
            await self._running()
        except (OSError, DrawingLost) as error:
            _log.warning("No process for pictures could be started: %s", error)

    async def draw(self, call: Callable[[], T]) -> T:
        """What `call` gives; raises what it raises."""
        try:
            written = self._calls.write(call)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            _log.warning("This picture can be drawn in this process alone: %s", error)
            return await self._otherwise.draw(call)
        try:
            process = await self._running()
            async with asyncio.timeout(PATIENCE):
                answer = await process.ask(written)
            self._let_rest(process)
            if answer[:1] != DREW:
                raise DrawingLost(answer[1:].decode())
        except (OSError, DrawingLost, TimeoutError) as error:
            if isinstance(error, TimeoutError):
                await process.end()
            if not self._closed:
                _log.warning("A picture is drawn in this process: %s", error)
            return await self._otherwise.draw(call)
        drawn: T = pickle.loads(answer[1:])  # noqa: S301 - a process of ours wrote it
        return drawn

    def _let_rest(self, process: "DrawingProcess") -> None:
        """End it later if it has nothing to do until then."""
        if self._resting is not None:
            self._resting.cancel()
        if self._rest is not None and not process.busy:
            self._resting = asyncio.create_task(self._end(process, self._rest))

    async def _end(self, process: "DrawingProcess", after: float) -> None:
        await asyncio.sleep(after)
        if not process.busy:
            await process.end()

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        await self._otherwise.close()
        if self._resting is not None:
            self._resting.cancel()
        if self._process is not None:
            await self._process.end()

    async def _running(self) -> "DrawingProcess":
        """The process, started if there is none; raises OSError or DrawingLost."""
        async with self._starting:
            if self._closed:
                raise DrawingLost("the bot stops")
            if self._process is None or self._process.ended:
                self._process = await DrawingProcess.start(self._games)
            return self._process


class DrawingProcess:
    """A running process. It answers in the order in which it is asked."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._waiting: deque[asyncio.Future[bytes]] = deque()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, games: bytes) -> "DrawingProcess":
        """Start one for these games, a pickled GameRegister; raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=BUFFER,
        )
        started = cls(process)
        started._send(games)
        return started

    @property
    def ended(self) -> bool:
        """Whether it answers no more."""
        return self._reading.done()

    @property
    def busy(self) -> bool:
        """Whether it has something to draw."""
        return bool(self._waiting)

    async def ask(self, call: bytes) -> bytes:
        """Its answer; raises DrawingLost if it ends before."""
        if self.ended:
            raise DrawingLost("the process for pictures has ended")
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        self._send(call)
        return await answer

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None, "it is a pipe"
        self._process.stdin.write(SIZE.pack(len(message)) + message)

    async def _read(self) -> None:
        """Give everybody who waits their answer, until the process ends."""
        assert self._process.stdout is not None, "it is a pipe"
        try:
            while True:
                (size,) = SIZE.unpack(await self._process.stdout.readexactly(SIZE.size))
                answer = await self._process.stdout.readexactly(size)
                waiting = self._waiting.popleft()
                if not waiting.done():
                    waiting.set_result(answer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            for waiting in self._waiting:
                if not waiting.done():
                    waiting.set_exception(DrawingLost("the process for pictures has ended"))

    async def end(self) -> None:
        """Let it end when it has drawn what it draws, or end it after a moment."""
        assert self._process.stdin is not None, "it is a pipe"
        self._process.stdin.close()
        try:
            async with asyncio.timeout(LEAVE):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        await self._reading
