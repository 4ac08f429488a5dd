"""How Discord serves this process: for the sharing of shards (allotment.py).

Discord can be unreachable for one machine only. A session that has not been served for UNREACHED
seconds goes to another process. A process without any served session counts as cut off: it gives
all shards away, and for PENANCE seconds takes none.

A process without sessions can't know whether one would work. So it regularly opens a connection to
the gateway without starting a session, also before it takes its first shard. That costs nothing,
and the others don't give up shards to a machine on which Discord can't be reached.
"""

import math
from collections.abc import Callable, Collection

from bot.match.sharding.allotment import UNREACHED, Standing

PENANCE = 180.0
"""Seconds after the failure of all sessions in which a process takes no shards."""
AVOIDED = 120.0
"""Seconds for which a process leaves a shard to others after its session failed here."""
YIELD = 25.0
"""Seconds for which another process must have been served before this one gives it its shards,
because after an outage of Discord all are served again, but not at the same moment.
"""
LONGEST = 3600
"""Largest number of seconds of silence in the database."""


class Reachability:
    def __init__(self, elapsed: Callable[[], float]) -> None:
        """`elapsed` returns seconds since a fixed moment."""
        self._elapsed = elapsed
        self._served = elapsed()
        self._heard: dict[int, float] = {}
        self._avoided: dict[int, float] = {}
        self._penance = -math.inf
        self._others: float | None = None
        """Since when Discord has been serving another process."""

    @property
    def silent(self) -> int:
        """Seconds for which Discord has not served this process."""
        now = self._elapsed()
        silent = now - self._served
        return int(min(max(silent, UNREACHED) if now < self._penance else silent, LONGEST))

    def note_connection(self, *, success: bool) -> None:
        """Note the result of a connection to the gateway without a session."""
        if success:
            self._served = self._elapsed()

    def note_failed_start(self) -> None:
        """Note that this process could not reach the gateway when it started."""
        self._served = -math.inf

    def note_served(
        self, held: Collection[int], served: Collection[int], queued: Collection[int]
    ) -> None:
        """Note which of the held shards Discord serves now.

        The `queued` ones wait until Discord allows their session, which no process can help.
        """
        now = self._elapsed()
        self._heard = {
            shard: now if shard in served or shard in queued else self._heard.get(shard, now)
            for shard in held
        }
        if served:
            self._served, self._penance = now, -math.inf
        failing = {shard for shard, heard in self._heard.items() if now - heard >= UNREACHED}
        if failing and not served:
            self._penance = now + PENANCE
        self._avoided = {shard: end for shard, end in self._avoided.items() if now < end}
        self._avoided |= dict.fromkeys(failing, now + AVOIDED)

    def note_others(self, *, served: bool) -> None:
        now = self._elapsed()
        self._others = (now if self._others is None else self._others) if served else None

    def standing(self, *more: int) -> Standing:
        """Return the standing of this process. `more` are seconds of silence for other reasons."""
        silent = max(self.silent, *more)
        waited = self._others is not None and self._elapsed() - self._others >= YIELD
        failing = frozenset(self._avoided) if waited else frozenset[int]()
        return Standing(silent, waited and silent >= UNREACHED, failing)
