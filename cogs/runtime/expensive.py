"""Shares the processor fairly among requests that take seconds to minutes of it.

One job runs at a time, or a few of them. Each user can have one job, and a few jobs wait; further
requests are refused. A request for an existing job waits for that job. Results are cached. A job
continues if its user stops waiting, so that the next request finds its result.
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.match.values.errors import refusal
from bot.match.values.players import UserId

T = TypeVar("T")
WAITING = 3
"""Maximum number of waiting jobs, besides the running ones."""
REMEMBERED = 64

# The user's last request of this kind isn't done yet.
StillAtWork = refusal(
    "StillAtWork", "I'm still at work on the last one that you asked for. Try again in a minute."
)
# Too many requests of this kind wait.
TooManyAtWork = refusal(
    "TooManyAtWork", "Several people are waiting for one of these. Try again in a minute."
)


@dataclass(eq=False)
class ExpensiveWork(Generic[T]):
    waiting: int = WAITING
    remembered: int = REMEMBERED
    at_once: int = 1
    kept: float | None = None
    """Seconds after which a result is forgotten, for large ones."""
    _known: OrderedDict[Hashable, T] = field(default_factory=OrderedDict, init=False)
    _jobs: dict[Hashable, tuple[UserId, "asyncio.Task[T]"]] = field(
        default_factory=dict, init=False
    )
    """By key: the user who asked first, and the running or waiting work."""
    _turn: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._turn = asyncio.Semaphore(self.at_once)

    def known(self, key: Hashable) -> T | None:
        return self._known.get(key)

    def clear(self) -> None:
        """Forget all results, including those of running jobs."""
        self._known = OrderedDict()

    async def get(
        self,
        asker: UserId,
        key: Hashable,
        work: Callable[[], Awaitable[T]],
        patience: float | None = None,
    ) -> T:
        """Return the result of `work`, or of the cached or running job with this key.

        Raise StillAtWork, TooManyAtWork, everything that `work` raises, or TimeoutError after
        `patience` seconds, time in the queue included.
        """
        cached = self._known.get(key)
        if cached is not None:
            self._known.move_to_end(key)
            return cached
        if key in self._jobs:
            _, task = self._jobs[key]
        else:
            if any(other == asker for other, _ in self._jobs.values()):
                raise StillAtWork
            if len(self._jobs) >= self.at_once + self.waiting:
                raise TooManyAtWork
            task = asyncio.create_task(self._do(key, work, self._known))
            self._jobs[key] = asker, task
            task.add_done_callback(lambda task: self._done(key, task))
        async with asyncio.timeout(patience):
            return await asyncio.shield(task)

    async def _do(
        self, key: Hashable, work: Callable[[], Awaitable[T]], cache: OrderedDict[Hashable, T]
    ) -> T:
        async with self._turn:
            result = cache[key] = await work()
        while len(cache) > self.remembered:
            cache.popitem(last=False)
        if self.kept is not None:
            asyncio.get_running_loop().call_later(self.kept, cache.pop, key, None)
        return result

    def _done(self, key: Hashable, task: "asyncio.Task[T]") -> None:
        del self._jobs[key]
        with contextlib.suppress(asyncio.CancelledError):
            task.exception()  # mark the error as seen, even if no request waits for it any more
