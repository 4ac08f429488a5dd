"""Works of many servers side by side: one whose requests hang holds up no other server."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

_log = logging.getLogger(__name__)

BOUND = 60.0
"""Seconds that one work may take; then it is given up for now."""
OF_SERVER, AT_ONCE = 4, 16
"""How many works go on at the same time: of one server, and in all."""
BRISK = 3.0
"""Seconds after which a work no longer counts among those: so what hangs leaves room."""


def bound() -> asyncio.Timeout:
    """Gives up what is done within it after BOUND seconds; raises TimeoutError then."""
    return asyncio.timeout(BOUND)


class GuildQueues:
    """A queue for each server: its work waits for its own requests, and no other server does."""

    def __init__(self, of_server: int = OF_SERVER, at_once: int = AT_ONCE) -> None:
        self._of_server = of_server
        self._guild_queues: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._room = asyncio.Semaphore(at_once)
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        """How many works are going on or wait."""
        return len(self._tasks)

    def begin(self, key: Hashable, guild: int, work: Callable[[], Awaitable[None]]) -> bool:
        """Do it beside everything else; False where what has this key has not ended yet.

        What it raises is logged.
        """
        if key in self._tasks:
            return False
        task = asyncio.create_task(self._run(key, guild, work), name=f"salud-{key}")
        self._tasks[key] = task
        return True

    async def idle(self) -> None:
        """Wait until nothing is going on."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """End everything now: what was begun is found again."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, key: Hashable, guild: int, work: Callable[[], Awaitable[None]]) -> None:
        queue = self._guild_queues.get(guild)
        if queue is None:
            queue = self._guild_queues[guild] = asyncio.Semaphore(self._of_server)
        try:
            async with queue, self._place():
                await work()
        except Exception:  # noqa: BLE001 - logged, and found again
            _log.exception("%s went wrong", key)
        finally:
            self._tasks.pop(key, None)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """One of the places, for BRISK seconds at most."""
        await self._room.acquire()
        held = asyncio.get_running_loop().call_later(BRISK, self._room.release)
        try:
            yield
        finally:
            if not held.cancelled() and held.when() > asyncio.get_running_loop().time():
                held.cancel()
                self._room.release()
