"""Leases on matches: one process at a time updates a match's board.

After a takeover of shards, two processes can serve the same match, and two posts would show two
boards. So a process takes a lease in the match's row before it posts, and renews it while it works,
because Discord can delay a request for long. Records about posts count only while the process holds
the lease. A process that loses its lease, because it was suspended or cut off from the database,
starts again from the current state.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, TypeVar

from bot.match.core.matches import Matches
from bot.match.log.store_errors import StoreTrouble

_log = logging.getLogger(__name__)
T = TypeVar("T")

LEASE = 5
"""Seconds until an unrenewed lease expires; short, because a killed process leaves its leases
behind.
"""
RENEWED = 1.0
"""Seconds between renewals."""
PAUSE = 0.3
"""Seconds between two attempts to take a lease."""
PATIENCE = 25
"""Number of attempts."""


class ShownElsewhere(TimeoutError):
    """Another process is updating this board and did not finish in time."""


class LeaseLost(Exception):
    """Another process has taken the lease, and nothing was recorded."""


class Leases:
    def __init__(self, matches: Matches) -> None:
        self._store = matches.store
        self._clock = matches.clock
        self._stopping = False
        self._tasks: dict[asyncio.Task[Any], bool] = {}
        """Work under a lease, and whether that lease is lost."""
        self.owner = secrets.token_hex(8)

    def stop(self) -> None:
        """Stop waiting for other processes' leases, because this process is about to end."""
        self._stopping = True

    @property
    def stopping(self) -> bool:
        return self._stopping

    def lose_all(self) -> None:
        """Cancel all work, because it can show entries that the database has lost."""
        for task in self._tasks:
            self._lose(task)

    async def was_abandoned(self, match: int) -> bool:
        """Return whether another process took the lease and has not released it."""
        return await self._store.is_abandoned(match, self.owner)

    async def work(self, match: int, work: Coroutine[Any, Any, T]) -> T:
        """Run the work under the match's lease, and cancel it if the lease is lost.

        Raise ShownElsewhere or LeaseLost.
        """
        task: asyncio.Task[T] | None = None
        try:
            await self._take(match)
            task = asyncio.ensure_future(work)
            self._tasks[task] = False
            renewing = asyncio.create_task(self._renew(match, task))
            try:
                return await task
            except asyncio.CancelledError:
                current = asyncio.current_task()
                given_up = current is not None and current.cancelling()
                if self._tasks[task] and not given_up:
                    raise LeaseLost from None
                raise
            finally:
                renewing.cancel()
                task.cancel()
                del self._tasks[task]
                await self._release(match)
        finally:
            if task is None:
                work.close()

    async def _take(self, match: int) -> None:
        for _ in range(PATIENCE):
            now = self._clock.now()
            if await self._store.lease(match, self.owner, now, now + LEASE):
                return
            if self._stopping:
                break
            await asyncio.sleep(PAUSE)
        raise ShownElsewhere

    async def _release(self, match: int) -> None:
        """Release the lease; if that fails, it expires soon."""
        try:
            await self._store.release(match, self.owner)
        except StoreTrouble as error:
            _log.warning("The lease of match %d can't be released: %s", match, error)

    async def _renew(self, match: int, task: asyncio.Task[Any]) -> None:
        held = True
        while held:
            await asyncio.sleep(RENEWED)
            now = self._clock.now()
            try:
                held = await self._store.lease(match, self.owner, now, now + LEASE)
            except StoreTrouble as error:
                _log.warning("The lease of match %d can't be renewed: %s", match, error)
        _log.info("The lease of match %d is lost", match)
        self._lose(task)

    def _lose(self, task: asyncio.Task[Any]) -> None:
        self._tasks[task] = True
        task.cancel()
