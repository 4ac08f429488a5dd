"""Times at which players could reach the bot: only these count against their clocks.

If the bot crashes, loses its connection to Discord, or its machine sleeps, players can't move, and
must not become late because of it. So the bot regularly notes in the database that it is up, and
each longer gap between notes is stored as a downtime, in which no clock runs.

A step of the system clock by an hour would also make players late. So Uptime compares two clocks.
The wall clock can step, and continues while the machine sleeps. The steady clock can't be set; on
Linux it stops in a sleep, but not while only this process is stopped. If the wall clock gains on
the steady one, there was a step or a sleep. If both have advanced far since the last beat, the
process was stopped or blocked. In each case that time does not count.

The notes themselves are compared by the database's clock (common_clock.py). Otherwise a process
whose clock lags would take another's note for one from the future, and erase downtimes.
"""

import logging

from bot.match.timing.deadline_store import SLACK, DeadlineStore
from bot.match.timing.shard_downtimes import GAP
from bot.match.values.times import Clock

_log = logging.getLogger(__name__)


BEAT = 15
"""Seconds between two notes that the bot is up."""


class Uptime:
    def __init__(self, clock: Clock, deadlines: DeadlineStore) -> None:
        self._clock = clock
        self._deadlines = deadlines
        self._last: float | None = None
        """The steady clock at the last beat, or None if the bot was down."""
        self._true: tuple[int, float] | None = None
        """The wall clock, and the seconds that it should count, at the last recorded step of the
        clock, or else at the first beat.
        """
        self._noted = 0

    async def beat(self, *, up: bool) -> int:
        """Record whether the bot is up; return the current time in seconds since 1970."""
        now, steady = self._clock.now(), self._clock.steady()
        elapsed = steady + self._clock.ahead()
        before, since = self._last, self._true
        if not up:
            self._last = None
        # A long gap on the steady clock means that the process was stopped. Both clocks agree then,
        # so the comparison below would not notice it.
        elif before is None or since is None or steady - before > GAP:
            down = await self._deadlines.alive(now, GAP)
            self._last, self._true = steady, (now, elapsed)
            self._noted = now
            if down is not None:
                _log.info(
                    "The bot was down for %d seconds, in which no clock ran", down.end - down.start
                )
        elif abs(lead := round(now - since[0] - (elapsed - since[1]))) > SLACK:
            if lead > 0:
                await self._deadlines.skip(lead, since[0], now)
            else:
                # A clock that was put back only lengthens turns, which harms no player.
                await self._deadlines.alive(now, None)
            self._last, self._true = steady, (now, elapsed)
            self._noted = now
            _log.warning(
                "The machine slept, or its clock stepped by %+d s: this time does not count",
                lead,
            )
        else:
            if not 0 <= now - self._noted < BEAT:
                await self._deadlines.alive(now, None)
                self._noted = now
            self._last = steady
        return now
