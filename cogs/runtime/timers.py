"""Timers that continue a match when its wait ends.

The database also lists this work, so a timer that is lost with its process only causes a delay.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, field

from bot.match.log.loaded import Loaded
from bot.match.log.store_errors import StoreTrouble, trace_of
from bot.match.playing.automatic import Automatic
from bot.match.values.times import Clock
from bot.observing.observer import Observer

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Timers:
    clock: Clock
    automatic: Automatic
    work: Callable[[int], Awaitable[None]]
    observer: Observer = field(default_factory=Observer)
    _set: dict[int, tuple[tuple[int, int], asyncio.Task[None]]] = field(
        default_factory=dict, init=False
    )
    """By match: the timer, and the numbers of entries and events when it was set."""

    def __len__(self) -> int:
        return len(self._set)

    async def after(self, loaded: Loaded) -> None:
        """Set or replace the match's timer, if the match waits for a known time."""
        match, moment = loaded.record.id, (loaded.seq, len(loaded.events))
        try:
            until = await self.automatic.next_move_at(loaded)
        except StoreTrouble as trouble:  # the move has counted
            _log.warning("Could not set the timer of match %d: %s", match, trouble)
            return
        earlier = self._set.get(match)
        if earlier is not None:
            if earlier[0] > moment:
                return  # the match has moved on while this was read
            earlier[1].cancel()
            del self._set[match]
        if until is None:
            return
        task = asyncio.create_task(
            self._wait(match, until),
            name=f"salud-timer-{match}",
            context=Context(),  # the timer must not count as part of this answer
        )
        self._set[match] = moment, task

    async def _wait(self, match: int, until: int) -> None:
        await asyncio.sleep(max(until - self.clock.now(), 0))
        self._set.pop(match, None)
        self.observer.timer_ended(match, self.clock.now() - until)
        try:
            await self.work(match)
        except Exception as error:  # noqa: BLE001 - logged; the scheduler finds the work
            _log.error("The timer of match %d failed: %r", match, error, exc_info=trace_of(error))

    async def close(self) -> None:
        """Cancel all timers; the scheduler finds their work."""
        tasks = [task for _, task in self._set.values()]
        self._set.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
