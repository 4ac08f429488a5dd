"""Rules for dividing shards among processes.

A bot in many servers has several shards, and several processes can share them. There is no
coordinator: every process applies these rules to the same table of leases, in a transaction. Each
live process gets an equal share. A process that dies stops renewing its leases, and the others take
its shards once they end. A process that has too many shards gives up the surplus itself, because
only it can disconnect them without losing events.

If an operator changes the number of shards, the processes with the new number connect while the old
ones still serve. They take over when all of their shards are connected, so that no server is left
without a process.
"""

from collections.abc import Iterable
from dataclasses import dataclass

LEASE = 20
"""Seconds for which a process keeps its shards without renewing them."""
MARGIN = 5
"""A process stops acting for its shards this many seconds before its leases end, because clocks can
differ by as much.
"""
OVERLAP = 15
"""Seconds for which the old processes continue after others with another number of shards took
over, so that each of the new ones has noticed.
"""


@dataclass(frozen=True, slots=True)
class Member:
    process: str
    shards: int
    until: int
    """The process counts as alive until then, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class ShardLease:
    shard: int
    process: str
    until: int
    connected: bool


@dataclass(frozen=True, slots=True)
class Allotted:
    take: tuple[int, ...]
    surplus: tuple[int, ...]


def shard_of(guild: int, shards: int) -> int:
    """Return the shard of a server's events; work of no server (0) belongs to shard 0."""
    return (guild >> 22) % shards


def allotted(
    me: str, shards: int, members: Iterable[Member], leases: Iterable[ShardLease], now: int
) -> Allotted:
    """Return the shards that a process should take and give up, for equal shares of all live
    processes.

    `members` and `leases` are those with the same number of `shards`. Dead members and ended leases
    are ignored.
    """
    alive = {member.process for member in members if member.until > now} | {me}
    held = {lease.shard: lease.process for lease in leases if lease.until > now}
    own = sorted(shard for shard, holder in held.items() if holder == me)
    share = -(-shards // len(alive))
    free = [shard for shard in range(shards) if shard not in held]
    room = max(share - len(own), 0)
    # Prefer to keep shard 0 where it is: its process does the work that belongs to no server.
    return Allotted(tuple(free[:room]), tuple(own[share:]))


def takes_over(
    shards: int,
    active: int,
    members: Iterable[Member],
    leases: Iterable[ShardLease],
    now: int,
    *,
    was_active: bool,
) -> bool:
    """Return whether processes with another number of shards take over from the active ones.

    They do once all their shards are connected, or immediately if no active process is alive.
    Processes from which others took over (`was_active`) do so only in the latter case.
    """
    if shards == active:
        return False
    if not any(member.shards == active and member.until > now for member in members):
        return True
    if was_active:
        return False
    connected = {lease.shard for lease in leases if lease.connected and lease.until > now}
    return len(connected) == shards


@dataclass(frozen=True, slots=True)
class Round:
    held: tuple[int, ...]
    surplus: tuple[int, ...]
    until: int
    active: int
    unheld: tuple[int, ...]
    complete: bool
    """True if every shard of the number in force is connected, by any process."""
