"""Finds due work and starts it, in rounds, without waiting for Discord.

Clocks come first, because they need only the database. Work that needs Discord is started in its
server's queue (guild_queues.py), so a slow server delays neither clocks nor other servers.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from bot.match.log.store_errors import StoreTrouble
from bot.match.timekeeping.timekeeper import Timekeeper
from bot.match.timekeeping.uptime import BEAT
from bot.observing.observer import Observer
from cogs.runtime.supervisor import Supervisor

_log = logging.getLogger(__name__)

TICK, SHORTEST = 20.0, 0.2
"""Usual and minimum seconds between rounds."""
NAME = "scheduler"
STUCK = 60.0
"""Seconds until a round counts as stuck."""

Step = Callable[[], Awaitable[object]]


@dataclass(eq=False)
class Scheduler:
    steps: Sequence[Step]
    supervisor: Supervisor
    timekeeper: Timekeeper
    connected: Callable[[], bool]
    every: float
    observer: Observer = field(default_factory=Observer)
    _woken: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _rounds: int = field(default=0, init=False)

    @property
    def patience(self) -> float:
        """Seconds without a finished round until the scheduler counts as stuck."""
        return self.every + STUCK

    @property
    def resting(self) -> bool:
        return not self._rounds and not self._woken.is_set()

    async def run(self) -> None:
        while True:
            self._rounds += 1
            self._woken.clear()
            began = time.perf_counter()
            try:
                wrong = await self.look_after()
            finally:
                self._rounds -= 1
            self.observer.round_done(time.perf_counter() - began)
            if wrong is None:
                self.supervisor.well(NAME)
            else:
                self.supervisor.wrong(NAME, wrong)
            await asyncio.sleep(min(self.every, SHORTEST))
            await self._rest()

    def wake(self) -> None:
        self._woken.set()

    async def look_after(self) -> Exception | None:
        """Run one round, first the clocks, then all steps, even after errors; return the last
        error.
        """
        wrong: Exception | None = None
        for step in (self._tick, *self.steps):
            try:
                await step()
            except StoreTrouble as trouble:
                _log.warning("The store could not list due work: %s", trouble)
                wrong = trouble
            except Exception as error:  # noqa: BLE001 - logged, and retried
                _log.exception("A step of the scheduler failed")
                wrong = error
        return wrong

    async def _tick(self) -> None:
        await self.timekeeper.tick(up=self.connected())

    async def _rest(self) -> None:
        """Wait for the next round, and meanwhile record that the bot is up."""
        left = self.every
        while left > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, BEAT)):
                    await self._woken.wait()
                    return
            left -= BEAT
            if left > 0:
                try:
                    await self.timekeeper.beat(up=self.connected())
                except StoreTrouble as trouble:
                    _log.warning("Could not record that the bot is up: %s", trouble)
