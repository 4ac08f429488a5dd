"""The right to show a match: one process at a time brings its board up to date.

The lease lies in the row of the match and is renewed while its holder works, as Discord may let
one wait for long. What its holder notes counts only while the lease is held: a process that has
lost it, as it was held up or cut off from the database, starts over with what is true by then.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Any, TypeVar

from bot.match.matches import Matches
from bot.match.ports import StoreTrouble

_log = logging.getLogger(__name__)
T = TypeVar("T")

LEASE = 5
"""Seconds for which nobody else shows a match: short, as a process that is killed keeps it."""
RENEWED = 1.0
"""Seconds between renewals."""
PAUSE = 0.3
"""Seconds between two looks whether another process has given its lease back."""
PATIENCE = 25
"""How often to look."""


class ShownElsewhere(TimeoutError):
    """Another process is showing this match, and was waited for in vain."""


class LeaseLost(Exception):
    """Another process has taken over: what is noted by it counts."""


class Leases:
    """The leases of this process."""

    def __init__(self, matches: Matches) -> None:
        self._store = matches.store
        self._clock = matches.clock
        self._stopping = False
        self.owner = secrets.token_hex(8)
        """The name of this process."""

    def stop(self) -> None:
        """Wait for no other process any more: this one ends."""
        self._stopping = True

    @property
    def stopping(self) -> bool:
        """Whether this process ends."""
        return self._stopping

    async def was_abandoned(self, match: int) -> bool:
        """Whether another process took the lease and never gave it back."""
        return await self._store.abandoned(match, self.owner)

    async def work(self, match: int, work: Coroutine[Any, Any, T]) -> T:
        """Do it with the lease; it is cancelled where the lease is lost.

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
                await self._store.release(match, self.owner)
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

    async def _renew(self, match: int, task: asyncio.Task[Any]) -> None:
        """Keep the lease while it is worked; ends, and ends the work, where it is lost."""
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
