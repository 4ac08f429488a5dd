"""What is kept of the processes that share shards: the port."""

from collections.abc import Collection
from typing import Protocol

from bot.match.sharding.allotment import Round


class ShardStore(Protocol):
    """Leases of shards. Each method is one transaction; all raise StoreTrouble."""

    async def renew(
        self,
        process: str,
        shards: int,
        connected: Collection[int],
        reached: Collection[int],
        now: int,
        *,
        taking: bool,
        was_active: bool,
    ) -> Round:
        """Say that a process is alive, renew its leases, and take what it should hold.

        `connected` are those of its shards for which it has a session, `reached` those of them
        over which Discord speaks to it now; without `taking` it takes none. `was_active` says
        whether its number of shards has counted before.
        """

    async def release(self, process: str, shards: int, given: Collection[int]) -> None:
        """Give up these leases, which others may take at once."""

    async def leave(self, process: str) -> None:
        """Give up everything: the process stops."""

    async def may_identify(self, bucket: int, now: int, pause: int) -> bool:
        """Whether a session may begin now, which it then does.

        One may in each `bucket` every `pause` seconds, whichever process begins it.
        """
