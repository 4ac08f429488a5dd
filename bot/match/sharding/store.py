"""The SQL of shards: leases, and the processes that share them."""

from collections.abc import Collection
from dataclasses import replace

from bot.match.sharding.allotment import (
    LEASE,
    MARGIN,
    UNREACHED,
    Renewal,
    ShardLease,
    ShardProcess,
    Standing,
    allot,
    others_serve,
    takes_over,
)
from bot.match.timing import shard_downtimes
from bot.match.timing.common_clock import CommonClock
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database, Repository
from bot.storage.base.rows import Rows

MEMBERS = Rows(ShardProcess, "shard_process")
LEASES = Rows(ShardLease, "shard_lease")


class ShardStore(Repository):
    """Leases of shards. Each method is one transaction, by the database's clock; all raise
    StoreTrouble.
    """

    def __init__(self, database: Database, clock: CommonClock) -> None:
        super().__init__(database)
        self.clock = clock

    async def renew(
        self,
        process: str,
        shards: int,
        connected: Collection[int],
        reached: Collection[int],
        standing: Standing,
        since: int | None,
        *,
        taking: bool,
        was_active: bool,
    ) -> Renewal:
        """Report a process as alive, renew its leases, and take leases up to its share (none unless
        `taking`).

        `connected` are its shards with a session, `reached` those over which Discord responds now.
        `since` is the time of the previous renewal. `was_active`: the process's number of shards
        was in force before.
        """

        def work(connection: Connection) -> tuple[Renewal, bool]:
            reading = self.clock.read(connection)
            now, until = reading.now, reading.now + LEASE
            horizon = 0 if since is None else min(since, now)
            placed = _placed(standing, self.clock)
            connection.execute(
                "DELETE FROM shard_process WHERE process IN"
                " (SELECT process FROM shard_process WHERE until <= ?)",
                (horizon,),
            )
            member = ShardProcess(process, shards, until, placed.silent)
            MEMBERS.insert(connection, [member], replaces=("process",))
            members = _members(connection, now)
            same = [member for member in members if member.shards == shards]
            before = _leases(connection, shards, now)
            free, surplus = allot(process, shards, same, before, horizon, placed)
            take = free if taking else ()
            taken = [ShardLease(shard, process, until, connected=False) for shard in take]
            LEASES.insert(connection, taken, replaces=("shards", "shard"), shards=shards)
            connection.execute(
                "UPDATE shard_lease SET until = ?, connected = 0 WHERE shards = ? AND process = ?",
                (until, shards, process),
            )
            connection.executemany(
                "UPDATE shard_lease SET connected = 1"
                " WHERE shards = ? AND shard = ? AND process = ?",
                [(shards, shard, process) for shard in connected if shard in reached],
            )
            after = _leases(connection, shards, now)
            leases = [lease for lease in after if lease.until > now]
            held = tuple(sorted(lease.shard for lease in leases if lease.process == process))
            active = _active(
                connection, shards, members, leases, now, horizon, was_active=was_active
            )
            served = {lease.shard for lease in leases if lease.connected}
            noted = active == shards and shard_downtimes.note(connection, shards, served, now)
            done = Renewal(
                held=held,
                surplus=surplus,
                reading=reading,
                active=active,
                unheld=tuple(sorted(set(range(shards)) - {lease.shard for lease in leases})),
                unreached=tuple(sorted(lease.shard for lease in leases if not lease.connected)),
                served=frozenset(served.intersection(held)) if active == shards else frozenset(),
                others_serve=others_serve(process, same, horizon),
                next_end=min(
                    (
                        lease.until
                        for lease in after
                        if lease.process != process and lease.until > horizon
                    ),
                    default=None,
                ),
            )
            return done, noted

        def note(result: tuple[Renewal, bool]) -> None:
            if result[1]:  # clocks depend on it
                self._database.kept.forget()

        done, _ = await self._database.urgent.write(work, durable=False, note=note)
        return done

    async def release(self, process: str, shards: int, numbers: Collection[int]) -> None:
        def work(connection: Connection) -> None:
            connection.executemany(
                "DELETE FROM shard_lease WHERE shards = ? AND shard = ? AND process = ?",
                [(shards, shard, process) for shard in numbers],
            )

        await self._database.urgent.write(work, durable=False, note=_nothing)

    async def leave(self, process: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM shard_lease WHERE process = ?", (process,))
            connection.execute("DELETE FROM shard_process WHERE process = ?", (process,))

        await self._database.urgent.write(work, durable=False, note=_nothing)

    async def serve_all(self) -> None:
        """Note that one process serves all shards, without leases."""

        def work(connection: Connection) -> None:
            shard_downtimes.end_all(connection, self.clock.read(connection).now)

        await self._database.urgent.write(work)

    async def may_identify(self, bucket: int, pause: int) -> bool:
        """Return whether a session can begin now, and reserve that moment.

        Each `bucket` allows one session every `pause` seconds, over all processes.
        """

        def work(connection: Connection) -> bool:
            # No reservation is later than now, unless the database's clock was put back.
            reserved = connection.execute(
                "INSERT INTO shard_identify (bucket, at) VALUES (?1, ?2)"
                " ON CONFLICT (bucket) DO UPDATE SET at = excluded.at"
                " WHERE shard_identify.at <= ?2 - ?3 OR shard_identify.at > ?2 + ?3",
                (bucket, self.clock.read(connection).now, pause),
            )
            return reserved.rowcount == 1

        return await self._database.urgent.write(work, durable=False, note=_nothing)


def _placed(standing: Standing, clock: CommonClock) -> Standing:
    """Return the standing of a process, considering that it must not act by a wrong clock."""
    if abs(clock.difference or 0) < MARGIN:
        return standing
    return replace(standing, silent=max(standing.silent, UNREACHED))


def _members(connection: Connection, now: int) -> list[ShardProcess]:
    members = MEMBERS.all(connection, "")
    return [replace(member, until=_possible(member.until, now)) for member in members]


def _possible(until: int, now: int) -> int:
    """Return the end of a lease, or 0 if it was written before the database's clock was put
    back.
    """
    return until if until <= now + 2 * LEASE else 0


def _leases(connection: Connection, shards: int, now: int) -> list[ShardLease]:
    leases = LEASES.all(connection, "WHERE shards = ?", shards)
    return [replace(lease, until=_possible(lease.until, now)) for lease in leases]


def _active(
    connection: Connection,
    shards: int,
    members: list[ShardProcess],
    leases: list[ShardLease],
    now: int,
    horizon: int,
    *,
    was_active: bool,
) -> int:
    row = connection.execute("SELECT shards FROM shard_count WHERE id = 1").fetchone()
    if row is not None and not takes_over(
        shards, row[0], members, leases, now, horizon, was_active=was_active
    ):
        return int(row[0])
    connection.execute(
        "INSERT INTO shard_count (id, shards) VALUES (1, ?)"
        " ON CONFLICT (id) DO UPDATE SET shards = excluded.shards",
        (shards,),
    )
    return shards


def _nothing(_: object) -> None: ...
