"""The servers that this process serves.

Several processes can share one bot: Discord sends the events of each server over one shard, and
each process leases some shards from the database (allotment.py). Timers and due work don't arrive
over a shard, so each process must know its own servers. If two processes worked for the same
server, each reminder and board would be posted twice; if none did, its matches would stop.

A lease ends by the clock, and another process can take the shard over then. The clocks of two
machines differ, so this process stops MARGIN seconds early. A process that does not share shards
owns all servers.
"""

from collections.abc import Collection

from bot.match.sharding.allotment import MARGIN, shard_of
from bot.match.values.times import Clock


class Ownership:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.is_shared = False
        self._held: frozenset[int] = frozenset()
        self._shards = 1
        self._since = 0
        self._until = 0
        self._complete = False

    def share(self) -> None:
        self.is_shared = True

    def hold(
        self, held: Collection[int], shards: int, since: int, until: int, *, complete: bool
    ) -> None:
        """Own the servers of these shards, of `shards` in total, until `until`.

        `complete`: every shard of the bot is connected, by any process.
        """
        self._held, self._shards = frozenset(held), shards
        self._since, self._until = since, until
        self._complete = complete

    @property
    def held(self) -> frozenset[int]:
        return self._held if self.lasts else frozenset()

    @property
    def shards(self) -> int:
        return self._shards

    @property
    def lasts(self) -> bool:
        # A clock that was put back must not prolong a lease.
        return self._since <= self._clock.now() < self._until - MARGIN

    @property
    def until(self) -> int:
        return self._until if self._held else 0

    @property
    def waits(self) -> bool:
        return self.is_shared and not self.held

    @property
    def complete(self) -> bool:
        return not self.is_shared or (self.lasts and self._complete)

    def owns(self, guild: int) -> bool:
        if not self.is_shared:
            return True
        return self.lasts and shard_of(guild, self._shards) in self._held
