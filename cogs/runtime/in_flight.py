"""Work that is being done right now, so that a shutdown can wait for it."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class InFlight:
    """The interactions that are being answered right now."""

    def __init__(self) -> None:
        self._tasks: Counter[asyncio.Task[Any]] = Counter()
        self._idle = asyncio.Event()
        self._idle.set()

    def __len__(self) -> int:
        """How many."""
        return self._tasks.total()

    @contextmanager
    def working(self) -> Iterator[None]:
        """Count an interaction as being answered while this lasts."""
        task = asyncio.current_task()
        assert task is not None, "interactions are answered by tasks"
        self._tasks[task] += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._tasks[task] -= 1
            if not self._tasks[task]:
                del self._tasks[task]
            if not self._tasks:
                self._idle.set()

    async def idle(self) -> None:
        """Wait until nothing is being answered."""
        await self._idle.wait()

    async def cancel(self, seconds: float) -> None:
        """Stop what is being answered, and wait so long for that: the connection will close."""
        tasks = self._tasks.keys() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
