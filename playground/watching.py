"""Waiting for conditions on the world."""

import asyncio
from collections.abc import Callable
from typing import Any

PATIENCE = 60.0
"""Real seconds before a wait counts as failed; generous for busy machines."""
BESIDES = 0.25
"""Real seconds between evaluations of a predicate while the world does not change."""


class Watchers:
    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[Any], Callable[[], Any]] = {}
        self._scheduled = False
        self.version = 0
        self._change = asyncio.Event()

    def notify(self) -> None:
        """Schedule all predicates after a change; they run once the change is complete."""
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
                value = predicate()
            except Exception as error:  # noqa: BLE001 - the waiting caller gets it
                future.set_exception(error)
            else:
                if value:
                    future.set_result(value)

    async def wait(self, predicate: Callable[[], Any], timeout: float) -> Any:  # noqa: ASYNC109
        """Return the predicate's first true value. Raise TimeoutError after `timeout` real
        seconds.
        """
        if value := predicate():
            return value
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[future] = predicate
        try:
            async with asyncio.timeout(timeout):
                while not future.done():
                    await asyncio.wait((future,), timeout=BESIDES)
                    if not future.done() and (value := predicate()):
                        return value
                return await future
        finally:
            del self._waiting[future]

    async def wait_quiet(self, idle: Callable[[], bool], quiet: float) -> None:
        """Wait until idle, with no change for `quiet` real seconds."""
        while True:
            self._change.clear()
            try:
                await asyncio.wait_for(self._change.wait(), quiet)
            except TimeoutError:
                if idle():
                    return

    def cancel(self) -> None:
        for future in self._waiting:
            future.cancel()
