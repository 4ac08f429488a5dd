"""The bot's processes are killed, stopped, and overlap, also in the middle of a request."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from chaos.bot_processes import BotProcesses
from playground import Fault, Playground
from playground.luck import Luck

MOMENTS = (
    ("POST", "/channels/{channel_id}/messages"),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
)
"""Requests during which a process is killed: before Discord did the work or after it."""
ARMED = 2.0
"""Real seconds for which a kill waits for its request."""
DOWN, OVERLAP = (0.0, 0.4), (0.3, 1.2)
"""Real seconds for which nothing runs, and between two faults while two processes run."""


class ProcessFaults:
    """Kills and starts; each returns when a process is up again."""

    def __init__(self, playground: Playground, processes: BotProcesses, luck: Luck) -> None:
        self._playground = playground
        self._processes = processes
        self._luck = luck
        self._armed: tuple[str, str] | None = None
        self._struck = asyncio.Event()
        self._hit = False
        """Whether a process was killed at a moment, and no other has come in its place."""

    async def kill(self) -> None:
        """As a power cut does."""
        self._hit = False
        await self._processes.kill()
        await asyncio.sleep(self._luck.between(*DOWN))
        await self._processes.start()

    async def kill_before(self) -> None:
        """When a request arrives: it is not served."""
        method, route = self._luck.pick(MOMENTS)
        fault = Fault(method, route, cut=True, strike=self._strike)
        self._playground.faults.append(fault)
        try:
            await self._wait_for_strike()
        finally:  # the last storm ends in the middle of this
            if fault in self._playground.faults:
                self._playground.faults.remove(fault)
        await self.kill()

    async def kill_after(self) -> None:
        """When a request has been served, and before the bot hears of it."""
        self._armed = self._luck.pick(MOMENTS)
        await self._wait_for_strike()
        self._armed = None
        await self.kill()

    async def _wait_for_strike(self) -> None:
        self._struck.clear()
        try:
            async with asyncio.timeout(ARMED):
                await self._struck.wait()
        except TimeoutError:
            return

    def _strike(self) -> None:
        self._processes.strike()
        self._hit = True
        self._struck.set()

    def on_exchange(self, method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        """A request was served: the moment that a kill may wait for."""
        del sent, answer
        if self._armed == (method, route) and status < 400:
            self._armed = None
            self._strike()

    async def stop_politely(self) -> None:
        """By SIGTERM."""
        await self._processes.terminate()
        await self._processes.start()

    async def overlap(self, inject: Callable[[], Awaitable[None]]) -> None:
        """A second process runs for a while, as in a deploy, and other faults happen."""
        await self._processes.start()
        for _ in range(1 + self._luck.below(6)):
            await asyncio.sleep(self._luck.between(*OVERLAP))
            await inject()
        if self._luck.chance(0.5):
            await self._processes.kill()
        else:
            await self._processes.terminate()

    async def repair(self) -> None:
        """See that as many processes run as are wanted, and that nothing waits to kill one."""
        self._armed = None
        if self._hit:
            self._hit = False
            await self._processes.kill()
        while self._processes.running > self._processes.wanted:
            await self._processes.terminate()
        while self._processes.running < self._processes.wanted:
            await self._processes.start()
