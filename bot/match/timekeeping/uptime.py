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
from dataclasses import dataclass
from typing import Self

from bot.match.timing.deadline_store import SLACK, DeadlineStore
from bot.match.timing.shard_downtimes import GAP
from bot.match.values.times import Clock

_log = logging.getLogger(__name__)


BEAT = 15
"""Seconds between two notes that the bot is up."""


@dataclass(frozen=True, slots=True)
class _Reading:
    now: int
    steady: float
    ahead: float

    @classmethod
    def of(cls, clock: Clock) -> Self:
        return cls(clock.now(), clock.steady(), clock.ahead())

    def lead(self, since: "_Reading") -> float:
        expected = (self.steady - since.steady) + (self.ahead - since.ahead)
        return self.now - since.now - expected


class Uptime:
    def __init__(self, clock: Clock, deadlines: DeadlineStore) -> None:
        self._clock = clock
        self._deadlines = deadlines
        self._last: _Reading | None = None
        self._true: _Reading | None = None
        """The reading at the last recorded step of the clock, or else at the first beat."""
        self._noted = 0

    async def beat(self, *, up: bool) -> int:
        """Record whether the bot is up; return the current time in seconds since 1970."""
        reading = _Reading.of(self._clock)
        before, since, now = self._last, self._true, reading.now
        if not up:
            self._last = None
        # A long gap on the steady clock means that the process was stopped. Both clocks agree then,
        # so the comparison below would not notice it.
        elif before is None or since is None or reading.steady - before.steady > GAP:
            down = await self._deadlines.alive(now, GAP)
            self._last = self._true = reading
            self._noted = now
            if down is not None:
                _log.info(
                    "The bot was down for %d seconds, in which no clock ran", down.end - down.start
                )
        elif abs(lead := round(reading.lead(since))) > SLACK:
            if lead > 0:
                await self._deadlines.skip(lead, since.now, now)
            else:
                # A clock that was put back only lengthens turns, which harms no player.
                await self._deadlines.alive(now, None)
            self._last = self._true = reading
            self._noted = now
            _log.warning(
                "The machine slept, or its clock stepped by %+d s: this time does not count",
                lead,
            )
        else:
            if not 0 <= now - self._noted < BEAT:
                await self._deadlines.alive(now, None)
                self._noted = now
            self._last = reading
        return now
