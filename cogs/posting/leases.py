"""The right to show a match: one process at a time brings its board up to date.

The lease is in the row of the match, and its holder renews it while it works, as Discord may keep
it waiting for long. What a process notes counts only while it holds the lease: one that has lost
it, because it was held up or cut off from the database, starts over with what is true by then.
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
"""Seconds until a lease ends that is not renewed: few, as that of a killed process must end."""
RENEWED = 1.0
"""Seconds between renewals."""
PAUSE = 0.3
"""Seconds between two attempts to take a lease that another process holds."""
PATIENCE = 25
"""How many such attempts are made."""


class ShownElsewhere(TimeoutError):
    """Another process is showing this match, and did not finish in time."""


class LeaseLost(Exception):
    """Another process has taken over, and nothing was noted."""


class Leases:
    """The leases of this process."""

    def __init__(self, matches: Matches) -> None:
        self._store = matches.store
        self._clock = matches.clock
        self._stopping = False
        self.owner = secrets.token_hex(8)
        """The name of this process in the rows."""

    def stop(self) -> None:
        """Wait for other processes no longer: this one is about to end."""
        self._stopping = True

    @property
    def stopping(self) -> bool:
        """Whether this process is about to end."""
        return self._stopping

    async def was_abandoned(self, match: int) -> bool:
        """Whether another process took the lease and has not given it back."""
        return await self._store.abandoned(match, self.owner)

    async def work(self, match: int, work: Coroutine[Any, Any, T]) -> T:
        """Do this work while holding the lease of a match; it is cancelled if the lease is lost.

        Raises ShownElsewhere or LeaseLost.
        """
        task: asyncio.Task[T] | None = None
        try:
            await self._take(match)
            task = asyncio.ensure_future(work)
            renewing = asyncio.create_task(self._renew(match, task))
            try:
                return await task
            except asyncio.CancelledError:
                this = asyncio.current_task()
                given_up = this is not None and this.cancelling()
                if renewing.done() and not renewing.cancelled() and not given_up:
                    raise LeaseLost from None
                raise
            finally:
                renewing.cancel()
                task.cancel()
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
        """Give a lease back; one that can't be given back ends by itself soon."""
        try:
            await self._store.release(match, self.owner)
        except StoreTrouble as error:
            _log.warning("The lease of match %d can't be released: %s", match, error)

    async def _renew(self, match: int, task: asyncio.Task[Any]) -> None:
        """Renew the lease again and again; cancel the work once it is lost."""
        held = True
        while held:
            await asyncio.sleep(RENEWED)
            now = self._clock.now()
            try:
                held = await self._store.lease(match, self.owner, now, now + LEASE)
            except StoreTrouble as error:
                _log.warning("The lease of match %d can't be renewed: %s", match, error)
        _log.info("The lease of match %d is lost", match)
        task.cancel()
