"""Waiting until something is true of the world."""

import asyncio
from collections.abc import Callable
from typing import Any

PATIENCE = 60.0
"""Real seconds after which what is waited for counts as lost; a busy machine is slow."""
BESIDES = 0.25
"""Real seconds after which a predicate is evaluated again though nothing has changed."""


class Watchers:
    """Predicates that are evaluated when something has changed."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[Any], Callable[[], Any]] = {}
        self._scheduled = False
        self.version = 0
        """How often anything has changed."""
        self._change = asyncio.Event()

    def look(self) -> None:
        """Something has changed: evaluate all predicates, once the change is complete."""
        self.version += 1
        self._change.set()
        if self._scheduled or not self._waiting:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._scheduled = True
        loop.call_soon(self._evaluate)

    def _evaluate(self) -> None:
        self._scheduled = False
        for future, predicate in list(self._waiting.items()):
            if future.done():
                continue
            try:
                found = predicate()
            except Exception as error:  # noqa: BLE001 - the waiting caller gets it
                future.set_exception(error)
            else:
                if found:
                    future.set_result(found)

    async def wait(self, predicate: Callable[[], Any], timeout: float) -> Any:  # noqa: ASYNC109
        """The first true value of the predicate. Raises: TimeoutError."""
        if found := predicate():
            return found
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[future] = predicate
        try:
            async with asyncio.timeout(timeout):
                while not future.done():
                    await asyncio.wait((future,), timeout=BESIDES)
                    if not future.done() and (found := predicate()):
                        return found
                return await future
        finally:
            del self._waiting[future]

    async def wait_quiet(self, idle: Callable[[], bool], quiet: float) -> None:
        """Wait until it is idle and nothing has changed for `quiet` real seconds."""
        while True:
            self._change.clear()
            try:
                await asyncio.wait_for(self._change.wait(), quiet)
            except TimeoutError:
                if idle():
                    return

    def cancel(self) -> None:
        """End all waits."""
        for future in self._waiting:
            future.cancel()
