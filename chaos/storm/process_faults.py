"""Faults of processes: kills, stops and overlaps, also in the middle of a request."""

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
"""Requests during which a process is killed, before or after Discord has served them."""
ARMED = 2.0
"""Real seconds for which a kill waits for its request."""
DOWN, OVERLAP = (0.0, 0.4), (0.3, 1.2)
"""Real seconds without a process, and between two faults while two processes run."""


class ProcessFaults:
    """Kills, stops and overlaps. Each method returns when a process is up again."""

    def __init__(self, playground: Playground, processes: BotProcesses, luck: Luck) -> None:
        self._playground = playground
        self._processes = processes
        self._luck = luck
        self._armed: tuple[str, str] | None = None
        self._struck = asyncio.Event()
        self._hit = False
        """Whether a strike killed a process that has not been replaced yet."""

    async def kill(self) -> None:
        self._hit = False
        await self._processes.kill()
        await asyncio.sleep(self._luck.between(*DOWN))
        await self._processes.start()

    async def kill_before(self) -> None:
        method, route = self._luck.pick(MOMENTS)
        fault = Fault(method, route, cut=True, strike=self._strike)
        self._playground.faults.append(fault)
        try:
            await self._wait_for_strike()
        finally:  # the end of the last storm cancels this wait
            if fault in self._playground.faults:
                self._playground.faults.remove(fault)
        await self.kill()

    async def kill_after(self) -> None:
        """Kill a process when its request has been served, before it gets the answer."""
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
        del sent, answer
        if self._armed == (method, route) and status < 400:
            self._armed = None
            self._strike()

    async def stop_politely(self) -> None:
        await self._processes.terminate()
        await self._processes.start()

    async def overlap(self, inject: Callable[[], Awaitable[None]]) -> None:
        await self._processes.start()
        for _ in range(1 + self._luck.below(6)):
            await asyncio.sleep(self._luck.between(*OVERLAP))
            await inject()
        if self._luck.chance(0.5):
            await self._processes.kill()
        else:
            await self._processes.terminate()

    async def repair(self) -> None:
        self._armed = None
        if self._hit:
            self._hit = False
            await self._processes.kill()
        while self._processes.running > self._processes.wanted:
            await self._processes.terminate()
        while self._processes.running < self._processes.wanted:
            await self._processes.start()
