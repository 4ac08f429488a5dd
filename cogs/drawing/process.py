"""Draws in the process `bot.app.drawing`.

Threads of the bot's own process would share its interpreter, so answers would wait for pictures.
"""

import asyncio
import logging
import pickle
from collections.abc import Callable
from typing import Any, TypeVar

from bot.game_register import GameRegister
from bot.worker.forked import Forked
from bot.worker.process import WorkerFull, WorkerLost, WorkerProcess
from cogs.drawing.artist import Artist
from cogs.drawing.calls import MEMORY, Calls
from texts import Catalogue

_log = logging.getLogger(__name__)

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds until a silent process counts as lost; animations are slow."""


class ProcessArtist:
    """Draws in a separate process, and restarts it after a failure; `otherwise` replaces it
    meanwhile.
    """

    at_once = 2
    """Two: the second call travels while the first is drawn."""

    def __init__(
        self,
        games: GameRegister,
        catalogue: Catalogue,
        otherwise: Artist,
        *,
        first: Forked | None = None,
        rest: float | None = None,
    ) -> None:
        """Use the process `first` while it lives. With `rest`, a process ends after that many idle
        seconds, and a picture that it can't draw is drawn nowhere.
        """
        self._first = first
        self._calls = Calls(games, catalogue)
        self._games = pickle.dumps(games)
        self._otherwise = otherwise
        self._process: WorkerProcess | None = None
        self._starting = asyncio.Lock()
        self._rest = rest
        self._resting: asyncio.Task[None] | None = None
        self._closed = False

    async def prepare(self) -> None:
        if self._rest is not None:
            return
        try:
            await self._running()
        except (OSError, WorkerLost) as error:
            _log.warning("Could not start a process for pictures: %s", error)

    async def draw(self, call: Callable[[], T]) -> T:
        try:
            written = self._calls.write(call)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            _log.warning("Only this process can draw this picture: %s", error)
            return await self._otherwise.draw(call)
        try:
            drawn: T = await self._asked(written)
        except WorkerFull:
            # A picture too large for the process would only endanger this one.
            raise
        except (OSError, WorkerLost) as error:
            if self._closed:
                return await self._otherwise.draw(call)
            if self._rest is not None:
                # Animations are slow: here they would hold up all answers, and leave this process
                # larger for good.
                raise
            _log.warning("Drawing a picture in this process: %s", error)
            return await self._otherwise.draw(call)
        else:
            return drawn
        finally:
            self._let_rest()

    async def _asked(self, written: bytes) -> Any:
        """Return the picture; after a lack of memory a new process, with empty caches, tries again.

        Raise OSError or WorkerLost.
        """
        process = await self._running()
        try:
            return await self._waited(process, written)
        except WorkerFull as error:
            _log.warning("A process for pictures begins again: %s", error)
            return await self._waited(await self._running(), written)

    async def _waited(self, process: WorkerProcess, written: bytes) -> Any:
        try:
            async with asyncio.timeout(PATIENCE):
                return await process.ask(written)
        except TimeoutError as error:
            await process.end()
            reason = f"the other one did not answer within {PATIENCE:.0f} seconds"
            raise WorkerLost(reason) from error
        except WorkerFull:
            await process.gone()  # so that the next picture gets a new process
            raise

    def _let_rest(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
        if self._rest is not None and self._process is not None and not self._process.busy:
            self._resting = asyncio.create_task(self._end(self._process, self._rest))

    async def _end(self, process: WorkerProcess, after: float) -> None:
        await asyncio.sleep(after)
        if not process.busy:
            if self._process is process:
                self._process = None  # one that is ending takes no more pictures
            await process.end()

    async def close(self) -> None:
        self._closed = True
        await self._otherwise.close()
        if self._resting is not None:
            self._resting.cancel()
        if self._process is not None:
            await self._process.end()

    async def _running(self) -> WorkerProcess:
        """Return the process, starting it if necessary; raise OSError or WorkerLost."""
        async with self._starting:
            if self._closed:
                raise WorkerLost("the bot stops")
            first, self._first = self._first, None
            if first is not None:
                self._process = await first.adopted()
            if self._process is None or self._process.ended:
                # A process that soon ends has no use for rare parts drawn ahead.
                ahead = () if self._rest is not None else ("ahead",)
                arguments = ("bot.app.drawing", str(MEMORY), *ahead)
                self._process = await WorkerProcess.start(self._games, *arguments)
            return self._process
