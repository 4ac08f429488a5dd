"""The SQL of shards: leases, and the processes that share them."""

from collections.abc import Collection

from bot.match.sharding.allotment import LEASE, Member, Round, ShardLease, allotted, takes_over
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class ShardStore(Repository):
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
        """Report a process as alive, renew its leases, and take leases up to its share (none unless
        `taking`).

        `connected` are its shards with a session, `reached` those over which Discord responds now.
        `was_active`: the process's number of shards was in force before.
        """

        def work(connection: Connection) -> Round:
            until = now + LEASE
            connection.execute("DELETE FROM shard_process WHERE until <= ?", (now,))
            connection.execute(
                "INSERT INTO shard_process (process, shards, until) VALUES (?, ?, ?)"
                " ON CONFLICT (process) DO UPDATE SET shards = excluded.shards,"
                " until = excluded.until",
                (process, shards, until),
            )
            members = _members(connection)
            same = [member for member in members if member.shards == shards]
            todo = allotted(process, shards, same, _leases(connection, shards), now)
            take = todo.take if taking else ()
            connection.executemany(
                "INSERT INTO shard_lease (shards, shard, process, until) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (shards, shard) DO UPDATE SET process = excluded.process,"
                " until = excluded.until, connected = 0",
                [(shards, shard, process, until) for shard in take],
            )
            connection.execute(
                "UPDATE shard_lease SET until = ?, connected = 0"
                " WHERE shards = ? AND process = ? AND until > ?",
                (until, shards, process, now),
            )
            connection.executemany(
                "UPDATE shard_lease SET connected = ?, until = ?"
                " WHERE shards = ? AND shard = ? AND process = ?",
                [(shard in reached, until, shards, shard, process) for shard in connected],
            )
            leases = [lease for lease in _leases(connection, shards) if lease.until > now]
            held = tuple(sorted(lease.shard for lease in leases if lease.process == process))
            active = _active(connection, shards, members, leases, now, was_active=was_active)
            unheld = tuple(sorted(set(range(shards)) - {lease.shard for lease in leases}))
            counting = leases if active == shards else _leases(connection, active)
            reached_all = sum(lease.connected and lease.until > now for lease in counting) == active
            return Round(held, todo.surplus, until, active, unheld, reached_all)

        return await self._database.writer.write(work, durable=False, note=_nothing)

    async def release(self, process: str, shards: int, numbers: Collection[int]) -> None:
        def work(connection: Connection) -> None:
            connection.executemany(
                "DELETE FROM shard_lease WHERE shards = ? AND shard = ? AND process = ?",
                [(shards, shard, process) for shard in numbers],
            )

        await self._database.writer.write(work, durable=False, note=_nothing)

    async def leave(self, process: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM shard_lease WHERE process = ?", (process,))
            connection.execute("DELETE FROM shard_process WHERE process = ?", (process,))

        await self._database.writer.write(work, durable=False, note=_nothing)

    async def may_identify(self, bucket: int, now: int, pause: int) -> bool:
        """Return whether a session can begin now, and reserve that moment.

        Each `bucket` allows one session every `pause` seconds, over all processes.
        """

        def work(connection: Connection) -> bool:
            # A later time than now comes from a clock that ran ahead.
            reserved = connection.execute(
                "INSERT INTO shard_identify (bucket, at) VALUES (?1, ?2)"
                " ON CONFLICT (bucket) DO UPDATE SET at = excluded.at"
                " WHERE shard_identify.at <= ?2 - ?3 OR shard_identify.at > ?2",
                (bucket, now, pause),
            )
            return reserved.rowcount == 1

        return await self._database.writer.write(work, durable=False, note=_nothing)


def _members(connection: Connection) -> list[Member]:
    rows = connection.execute("SELECT process, shards, until FROM shard_process")
    return [Member(*row) for row in rows]


def _leases(connection: Connection, shards: int) -> list[ShardLease]:
    rows = connection.execute(
        "SELECT shard, process, until, connected FROM shard_lease WHERE shards = ?", (shards,)
    )
    return [
        ShardLease(shard, process, until, bool(connected))
        for shard, process, until, connected in rows
    ]


def _active(
    connection: Connection,
    shards: int,
    members: list[Member],
    leases: list[ShardLease],
    now: int,
    *,
    was_active: bool,
) -> int:
    row = connection.execute("SELECT shards FROM shard_count WHERE id = 1").fetchone()
    if row is not None and not takes_over(
        shards, row[0], members, leases, now, was_active=was_active
    ):
        return int(row[0])
    connection.execute(
        "INSERT INTO shard_count (id, shards) VALUES (1, ?)"
        " ON CONFLICT (id) DO UPDATE SET shards = excluded.shards",
        (shards,),
    )
    return shards


def _nothing(_: object) -> None: ...
