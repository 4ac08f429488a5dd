"""Keeps background tasks running: a failed task is logged, reported to health, and restarted."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from bot.observing.observer import Observer

_log = logging.getLogger(__name__)

FIRST, LONGEST = 1.0, 60.0
"""Shortest and longest pause in seconds before a failed task restarts."""
RECOVERED = 300.0
"""Seconds without an error after which a task is trusted again."""

Work = Callable[[], Coroutine[Any, Any, None]]


@dataclass(slots=True)
class _Health:
    vital: float | None
    """Maximum seconds between two successes, or None for an optional task."""
    well: float
    """Monotonic time of the last success."""
    wrong: BaseException | None = None
    """The last error since then."""
    error: BaseException | None = None
    """The last error."""
    at: float = 0.0
    """Monotonic time of the last error."""


class Supervisor:
    def __init__(
        self,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        observer: Observer | None = None,
    ) -> None:
        self._steady = steady
        self._sleep = sleep
        self._observer = Observer() if observer is None else observer
        self._health: dict[str, _Health] = {}

    def keep(self, name: str, work: Work, vital: float | None = None) -> asyncio.Task[None]:
        """Run a task until it returns; restart it after failures. It must call `well` every `vital`
        seconds.
        """
        self._health[name] = _Health(vital, self._steady())
        return asyncio.create_task(self._keep(name, work), name=f"salud-{name}")

    def well(self, name: str) -> None:
        health = self._health[name]
        health.well, health.wrong = self._steady(), None

    def wrong(self, name: str, error: BaseException) -> None:
        health = self._health[name]
        health.wrong = health.error = error
        health.at = self._steady()
        self._observer.task_failed(name)

    def trouble(self) -> str | None:
        """Return a sentence about why the bot is unhealthy, or None."""
        for name, health in self._health.items():
            silent = self._steady() - health.well
            if health.vital is None or silent <= health.vital:
                continue
            if health.wrong is None:
                return f"The {name} is stuck: it has not reported success for {silent:.0f} seconds."
            return f"The {name} has failed for {silent:.0f} seconds: {health.wrong!r}."
        return None

    def remarks(self) -> tuple[str, ...]:
        """Return a sentence about each task that has failed in the last RECOVERED seconds."""
        since = self._steady() - RECOVERED
        return tuple(
            f"The {name} failed and was restarted: {health.error!r}."
            for name, health in self._health.items()
            if health.error is not None and health.at > since
        )

    async def _keep(self, name: str, work: Work) -> None:
        pause = FIRST
        while True:
            began = self._steady()
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - logged, and restarted
                if self._steady() - began >= RECOVERED:
                    pause = FIRST
                _log.exception("The %s failed; restarting it in %s seconds", name, pause)
                self.wrong(name, error)
            else:
                del self._health[name]
                return
            await self._sleep(pause)
            pause = min(2 * pause, LONGEST)
