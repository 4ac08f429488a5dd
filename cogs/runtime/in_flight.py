"""Interactions being answered, so that a shutdown can wait for them."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class InFlight:
    def __init__(self) -> None:
        self._tasks: Counter[asyncio.Task[Any]] = Counter()
        self._idle = asyncio.Event()
        self._idle.set()

    def __len__(self) -> int:
        return self._tasks.total()

    @contextmanager
    def working(self) -> Iterator[None]:
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
        await self._idle.wait()

    async def cancel(self, seconds: float) -> None:
        """Cancel the answers, and wait up to `seconds`, because the connection will close."""
        tasks = self._tasks.keys() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
