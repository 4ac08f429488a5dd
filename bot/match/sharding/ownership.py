"""Which servers this process looks after."""

from collections.abc import Collection

from bot.match.sharding.allotment import MARGIN, shard_of
from bot.match.values.times import Clock


class Ownership:
    """Says for each server whether this process looks after it.

    A process that shares shards with nobody looks after all. One that does, after those of the
    shards that it holds, and only until shortly before its leases end.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.is_shared = False
        """Whether other processes may look after other servers."""
        self._held: frozenset[int] = frozenset()
        self._shards = 1
        self._since = 0
        self._until = 0
        self._complete = False

    def share(self) -> None:
        """Look after nothing until `hold` says so."""
        self.is_shared = True

    def hold(
        self, held: Collection[int], shards: int, since: int, until: int, *, complete: bool
    ) -> None:
        """Look after the servers of these shards of so many, until then.

        `complete` says whether Discord speaks to somebody over each shard.
        """
        self._held, self._shards = frozenset(held), shards
        self._since, self._until = since, until
        self._complete = complete

    @property
    def held(self) -> frozenset[int]:
        """The shards that this process looks after now; empty if shards are not shared."""
        return self._held if self.lasts else frozenset()

    @property
    def shards(self) -> int:
        """How many shards there are for all processes, as far as this one knows."""
        return self._shards

    @property
    def lasts(self) -> bool:
        """Whether its leases have not ended, nor will within seconds."""
        # A clock that was put back prolongs nothing.
        return self._since <= self._clock.now() < self._until - MARGIN

    @property
    def until(self) -> int:
        """When the leases of its shards end, in seconds since 1970; 0 where it has none."""
        return self._until if self._held else 0

    @property
    def waits(self) -> bool:
        """Whether other processes have all shards for now."""
        return self.is_shared and not self.held

    @property
    def complete(self) -> bool:
        """Whether people of all servers can reach the bot, as far as other processes go."""
        return not self.is_shared or (self.lasts and self._complete)

    def owns(self, guild: int) -> bool:
        """Whether this process looks after a server; 0 stands for what belongs to none."""
        if not self.is_shared:
            return True
        return self.lasts and shard_of(guild, self._shards) in self._held
