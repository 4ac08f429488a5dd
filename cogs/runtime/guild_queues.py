"""Tasks of many servers side by side, so that a server with slow requests does not delay others."""

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
"""Seconds until a task is cancelled, to be retried later."""
OF_SERVER, AT_ONCE = 4, 16
"""Maximum number of simultaneous tasks, per server and in total."""
BRISK = 3.0
"""Seconds after which a task no longer counts among AT_ONCE, so that slow tasks make room."""


def bound() -> asyncio.Timeout:
    return asyncio.timeout(BOUND)


class GuildQueues:
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
        """Whether this process serves a server."""
        self._guild_queues: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._room = asyncio.Semaphore(at_once)
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._again: dict[Hashable, tuple[int, Callable[[], Awaitable[object]]]] = {}
        clock = SystemClock() if clock is None else clock
        self.due_work = DueWork[Hashable]("tasks", clock, observer or Observer(), passes=is_passing)

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def paused(self) -> int:
        return len(self.due_work.pauses)

    def begin_again(self, key: Hashable, guild: int, work: Callable[[], Awaitable[object]]) -> None:
        """Start a task like `begin`; if one with this key is running, start it afterwards.

        A running task can have read the database before the change that requires this one.
        """
        if key in self._tasks:
            self._again[key] = guild, work
        else:
            self.begin(key, guild, work)

    def begin(self, key: Hashable, guild: int, work: Callable[[], Awaitable[object]]) -> bool:
        """Start a task in the background, unless its key is running or has just failed, or another
        process serves the server; return whether it was started.

        Server 0 is for tasks without a server. Errors are logged.
        """
        if key in self._tasks or not self._owns(guild) or self.due_work.pauses.lasts(key):
            return False
        task = asyncio.create_task(
            self._run(key, guild, work), name=f"salud-{key}", context=Context()
        )
        self._tasks[key] = task
        return True

    async def idle(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Cancel all tasks; the database still lists their work."""
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
