"""Goes on with matches at the moment at which a wait ends. What is due is in the database: an
alarm that is lost with its process is only late.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.match.clock import Clock
from bot.match.loaded import Loaded
from bot.match.playing.automatic import Automatic
from bot.match.store_errors import StoreTrouble

_log = logging.getLogger(__name__)


class Timers:
    """One for each match in which something waits."""

    def __init__(
        self, clock: Clock, automatic: Automatic, work: Callable[[int], Awaitable[None]]
    ) -> None:
        self._clock = clock
        self._automatic = automatic
        self._work = work
        """Goes on with a match."""
        self._set: dict[int, asyncio.Task[None]] = {}

    async def after(self, loaded: Loaded) -> None:
        """Set the alarm of this match where something waits in it; it takes an earlier's place."""
        match = loaded.record.id
        try:
            until = (await self._automatic.pending(loaded)).until
        except StoreTrouble as trouble:  # what led here has counted
            _log.warning("No alarm for match %d: %s", match, trouble)
            return
        earlier = self._set.pop(match, None)
        if earlier is not None:
            earlier.cancel()
        if until is None:
            return
        task = asyncio.create_task(self._ring(match, until), name=f"salud-alarm-{match}")
        self._set[match] = task

    async def _ring(self, match: int, until: int) -> None:
        await asyncio.sleep(max(until - self._clock.now(), 0))
        self._set.pop(match, None)
        try:
            await self._work(match)
        except Exception:  # noqa: BLE001 - nobody waits for it, and what is due is found again
            _log.exception("The alarm of match %d went wrong", match)

    async def close(self) -> None:
        """Forget all alarms: what is due is found again."""
        tasks = list(self._set.values())
        self._set.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
