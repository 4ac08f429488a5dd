"""The servers that this process serves.

Several processes can share one bot: Discord sends the events of each server over one shard, and
each process leases some shards from the database (allotment.py). Timers and due work don't arrive
over a shard, so each process must know its own servers. If two processes worked for the same
server, each reminder and board would be posted twice; if none did, its matches would stop.

A lease ends by the database's clock (common_clock.py), and another process can take the shard over
then. This process can't read that clock all the time. So it measures the time since its last
renewal with its own two clocks, and stops MARGIN seconds early. The wall clock can step, and the
steady one stops while the machine sleeps: whichever shows more time counts. A process that does not
share shards owns all servers.
"""

import math
from collections.abc import Collection

from bot.match.sharding.allotment import LEASE, MARGIN, shard_of
from bot.match.timing.common_clock import Reading
from bot.match.values.times import Clock


class Ownership:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.is_shared = False
        self._held: frozenset[int] = frozenset()
        self._served: frozenset[int] = frozenset()
        self._shards = 1
        self._renewed: Reading | None = None

    def share(self) -> None:
        self.is_shared = True

    def hold(
        self,
        held: Collection[int],
        shards: int,
        renewed: Reading,
        served: Collection[int] = (),
    ) -> None:
        """Own the servers of these shards, of `shards` in total, until the leases renewed then end.

        Over the `served` ones, players can reach the bot.
        """
        self._held, self._shards, self._renewed = frozenset(held), shards, renewed
        self._served = self._held.intersection(served)

    @property
    def held(self) -> frozenset[int]:
        return self._held if self.lasts else frozenset()

    @property
    def shards(self) -> int:
        return self._shards

    @property
    def lasts(self) -> bool:
        return self.since_renewal() < LEASE - MARGIN

    def since_renewal(self) -> float:
        """Return the seconds since the leases were renewed; infinity if they never were, or if a
        clock was put back, which must not prolong them.
        """
        if self._renewed is None:
            return math.inf
        wall = self._clock.now() - self._renewed.own
        steady = self._clock.steady() + self._clock.ahead() - self._renewed.elapsed
        return math.inf if min(wall, steady) < 0 else max(wall, steady)

    @property
    def until(self) -> int:
        """The end of this process's leases by its own clock; 0 without leases."""
        return 0 if self._renewed is None or not self._held else self._renewed.own + LEASE

    @property
    def waits(self) -> bool:
        return self.is_shared and not self.held

    @property
    def serves_any(self) -> bool:
        return not self.is_shared or (self.lasts and bool(self._served))

    def serves(self, guild: int) -> bool:
        """Return whether this process owns a server, and players there can reach it.

        If so, the database has all outages of the server's shard, and deadlines can pass.
        """
        if not self.is_shared:
            return True
        return self.lasts and shard_of(guild, self._shards) in self._served

    def owns(self, guild: int) -> bool:
        if not self.is_shared:
            return True
        return self.lasts and shard_of(guild, self._shards) in self._held
