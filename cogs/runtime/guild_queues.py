"""Tasks of many servers side by side: a server whose requests hang holds up no other."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from contextvars import Context
from weakref import WeakValueDictionary

from bot.match.core.due_work import DueWork
from bot.match.values.times import Clock, SystemClock
from bot.observing.observer import Observer
from cogs.base.discord_errors import is_passing

BOUND = 60.0
"""Seconds that one task may take before it is given up for now."""
OF_SERVER, AT_ONCE = 4, 16
"""Tasks that run at the same time: of one server, and in all."""
BRISK = 3.0
"""Seconds after which a task no longer counts among AT_ONCE, so that one that hangs makes room."""


def bound() -> asyncio.Timeout:
    """A timeout of BOUND seconds; raises TimeoutError."""
    return asyncio.timeout(BOUND)


class GuildQueues:
    """Runs tasks, each in the queue of its server."""

    def __init__(
        self,
        of_server: int = OF_SERVER,
        at_once: int = AT_ONCE,
        owns: Callable[[int], bool] = lambda _: True,
        clock: Clock | None = None,
        observer: Observer | None = None,
    ) -> None:
        self._of_server = of_server
        self._owns = owns
        """Whether this process looks after a server."""
        self._guild_queues: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._room = asyncio.Semaphore(at_once)
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._again: dict[Hashable, tuple[int, Callable[[], Awaitable[object]]]] = {}
        """Work to begin once the running task with its key has ended."""
        clock = SystemClock() if clock is None else clock
        self.due_work = DueWork[Hashable]("tasks", clock, observer or Observer(), passes=is_passing)

    def __len__(self) -> int:
        """How many tasks are running or waiting."""
        return len(self._tasks)

    @property
    def paused(self) -> int:
        """Return how many tasks have failed and are not begun for a while."""
        return len(self.due_work.pauses)

    def begin_again(self, key: Hashable, guild: int, work: Callable[[], Awaitable[object]]) -> None:
        """Start a task as `begin` does; if one with this key is running, start it afterwards.

        A running task may have read the database before the change for which this one is begun.
        """
        if key in self._tasks:
            self._again[key] = guild, work
        else:
            self.begin(key, guild, work)

    def begin(self, key: Hashable, guild: int, work: Callable[[], Awaitable[object]]) -> bool:
        """Start a task in the background; return whether it was started.

        It is not if a task with this key is running or has just failed, or if another process
        looks after the server. Server 0 stands for none. Errors are logged.
        """
        if key in self._tasks or not self._owns(guild) or self.due_work.pauses.lasts(key):
            return False
        task = asyncio.create_task(
            self._run(key, guild, work), name=f"salud-{key}", context=Context()
        )
        self._tasks[key] = task
        return True

    async def idle(self) -> None:
        """Wait until no task is left."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Cancel all tasks: what they left undone is found again in the database."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        self._again.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, key: Hashable, guild: int, work: Callable[[], Awaitable[object]]) -> None:
        queue = self._guild_queues.get(guild)
        if queue is None:
            queue = self._guild_queues[guild] = asyncio.Semaphore(self._of_server)
        try:
            async with queue, self._place():
                await self.due_work.attempt(key, work)
        finally:
            self._tasks.pop(key, None)
            if (again := self._again.pop(key, None)) is not None:
                self.begin(key, *again)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """Take one of the AT_ONCE places for at most BRISK seconds."""
        await self._room.acquire()
        held = asyncio.get_running_loop().call_later(BRISK, self._room.release)
        try:
            yield
        finally:
            if not held.cancelled() and held.when() > asyncio.get_running_loop().time():
                held.cancel()
                self._room.release()
