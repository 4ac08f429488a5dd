"""Pings of the role that a server has chosen, limited for each server.

A server stores only its latest message that pinged. Messages claim the next ping in a transaction,
so restarts and several processes keep to the limit. A message names itself by its cause: if it is
tried again, it still pings.
"""

from dataclasses import dataclass

from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows


@dataclass(frozen=True, slots=True)
class RolePing:
    cause: str
    role: int
    at: int
    """In seconds since 1970."""

    def blocks_until(self, now: int, seconds: int) -> int | None:
        """Return when another message can ping, if the limit of one in `seconds` forbids it now.

        A time in the future comes from a clock that ran ahead, and counts up to the limit.
        """
        return self.at + seconds if abs(now - self.at) < seconds else None


ROLE_PINGS = Rows(RolePing, "role_ping")


class RolePingStore(Repository):
    async def latest(self, guild: int) -> RolePing | None:
        return await self._database.one(ROLE_PINGS, "WHERE guild = ?", guild)

    async def claim(self, guild: int, new: RolePing, seconds: int) -> bool:
        """Store a ping, if none of another cause is less than `seconds` old; return whether the
        message can ping.
        """

        def work(connection: Connection) -> bool:
            latest = ROLE_PINGS.one(connection, "WHERE guild = ?", guild)
            if latest is not None:
                if latest.cause == new.cause:
                    return True
                if latest.blocks_until(new.at, seconds) is not None:
                    return False
            ROLE_PINGS.insert(connection, [new], replaces=("guild",), guild=guild)
            return True

        return await self._database.writer.write(work)

    async def release(self, guild: int, cause: str) -> None:
        """Forget a ping whose message Discord has refused."""
        await self._database.execute(
            "DELETE FROM role_ping WHERE guild = ? AND cause = ?", guild, cause
        )
