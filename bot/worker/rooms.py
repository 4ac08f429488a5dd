"""Places for tasks of one kind, given to people in turn.

A single queue would serve whoever asks most often. So each person has a queue of their own, and a
place that becomes free goes to the next person, not to the next task.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable


class Room:
    def __init__(self, places: int) -> None:
        self.places = places
        self.waiting = 0
        self._free = places
        self._queues: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, asker: Hashable = None) -> float:
        """Wait for a place; return how many tasks, this one included, then want each place."""
        self.waiting += 1
        try:
            if self._free:
                self._free -= 1
            else:
                await self._wait(asker)
            return self.waiting / self.places
        finally:
            self.waiting -= 1

    async def _wait(self, asker: Hashable) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(asker, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.leave()  # the place was given to a task that no longer wants it
            raise

    def leave(self) -> None:
        while self._queues:
            asker, queue = self._queues.popitem(last=False)
            called = queue.popleft()
            if queue:
                self._queues[asker] = queue  # behind all others
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
