"""The scheduler: looks for what is due and begins it, again and again. It waits for no request.

Time comes first, which needs the database alone. What needs Discord is only begun here: each
server has a queue of its own (guild_queues.py), so that one that hangs holds up no clock and no
other server.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.match.store_errors import StoreTrouble
from bot.match.timing.timekeeper import Timekeeper
from bot.match.timing.uptime import BEAT
from cogs.runtime.supervisor import Supervisor

_log = logging.getLogger(__name__)

TICK, SHORTEST = 20.0, 0.2
"""Seconds between looks at what is due: usually, and at least."""
NAME = "scheduler"
"""What the supervisor calls it."""
STUCK = 60.0
"""Seconds beside the usual ones after which a look counts as stuck."""

Step = Callable[[], Awaitable[object]]


class Scheduler:
    """Does its steps in a row, every so many seconds."""

    def __init__(
        self,
        steps: Sequence[Step],
        supervisor: Supervisor,
        timekeeper: Timekeeper,
        connected: Callable[[], bool],
        every: float,
    ) -> None:
        self._steps = steps
        self._supervisor = supervisor
        self._timekeeper = timekeeper
        self._connected = connected
        """Whether people can reach the bot."""
        self._every = every
        self._woken = asyncio.Event()

    @property
    def patience(self) -> float:
        """Seconds after which a look that has not come to its end is stuck."""
        return self._every + STUCK

    async def run(self) -> None:
        """Look after everything, again and again, until it is cancelled."""
        while True:
            self._woken.clear()
            wrong = await self.look_after()
            if wrong is None:
                self._supervisor.well(NAME)
            else:
                self._supervisor.wrong(NAME, wrong)
            await asyncio.sleep(min(self._every, SHORTEST))
            await self._rest()

    def wake(self) -> None:
        """Look at what is due now, instead of after the usual pause."""
        self._woken.set()

    async def look_after(self) -> Exception | None:
        """Let happen what time brings, and begin all else that is due; gives what went wrong.

        Trouble with one step keeps none of the others waiting.
        """
        wrong: Exception | None = None
        for step in (self._tick, *self._steps):
            try:
                await step()
            except StoreTrouble as trouble:
                _log.exception("The store can't say what is due")
                wrong = trouble
            except Exception as error:  # noqa: BLE001 - logged, and tried again
                _log.exception("A step of the scheduler went wrong")
                wrong = error
        return wrong

    async def _tick(self) -> None:
        await self._timekeeper.tick(up=self._connected())

    async def _rest(self) -> None:
        """Wait for the next look; note meanwhile that the bot is up."""
        left = self._every
        while left > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, BEAT)):
                    await self._woken.wait()
                    return
            left -= BEAT
            if left > 0:
                try:
                    await self._timekeeper.beat(up=self._connected())
                except StoreTrouble as trouble:
                    _log.warning("It can't be noted that the bot is up: %s", trouble)
