"""When people could reach the bot, and when the clock was right: no other time counts.

Two clocks are compared. The one on the wall may step, and goes on while the machine sleeps. The
steady one is set by nobody; on Linux it stands still in a sleep, and goes on while only this
process is stopped. So the wall clock is ahead of it after a step or a sleep, and a process that
was stopped, or could not get on, finds that both have gone far since its last beat.
"""

import logging
from dataclasses import dataclass
from typing import Self

from bot.match.timing.deadline_store import SLACK, DeadlineStore
from bot.match.values.times import Clock

_log = logging.getLogger(__name__)


BEAT = 15
"""Seconds between two notes that the bot is up."""
GAP = 90
"""After more seconds than this without such a note, the bot was down."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """What all clocks show at one moment, in seconds."""

    now: int
    steady: float
    ahead: float

    @classmethod
    def of(cls, clock: Clock) -> Self:
        return cls(clock.now(), clock.steady(), clock.ahead())

    def lead(self, since: "_Reading") -> float:
        """Seconds that the wall clock has gained since then on the time that has passed."""
        meant = (self.steady - since.steady) + (self.ahead - since.ahead)
        return self.now - since.now - meant


class Uptime:
    """Notes in the database that the bot is up, and when it was not."""

    def __init__(self, clock: Clock, deadlines: DeadlineStore) -> None:
        self._clock = clock
        self._deadlines = deadlines
        self._last: _Reading | None = None
        """At the last beat; None while it is not known that the bot is up."""
        self._true: _Reading | None = None
        """At the last step of the clock that was noted, or at the first beat."""
        self._noted = 0
        """What the wall clock showed at the last note that the bot is up."""

    async def beat(self, *, up: bool) -> int:
        """Note whether the bot is up; gives the time now, in seconds since 1970."""
        reading = _Reading.of(self._clock)
        before, since, now = self._last, self._true, reading.now
        if not up:
            self._last = None
        elif before is None or since is None or reading.steady - before.steady > GAP:
            down = await self._deadlines.alive(now, GAP)
            self._last = self._true = reading
            self._noted = now
            if down is not None:
                _log.info("The bot was down for %d seconds: no clock ran", down.end - down.start)
        elif abs(lead := round(reading.lead(since))) > SLACK:
            if lead > 0:
                await self._deadlines.skip(lead, since.now, now)
            else:
                await self._deadlines.alive(now, None)
            self._last = self._true = reading
            self._noted = now
            _log.warning("The machine slept, or its clock stepped by %+d s: that is no time", lead)
        else:
            if not 0 <= now - self._noted < BEAT:
                await self._deadlines.alive(now, None)
                self._noted = now
            self._last = reading
        return now
