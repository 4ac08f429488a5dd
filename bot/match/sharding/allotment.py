"""Which process takes which shards: pure rules."""

from collections.abc import Iterable
from dataclasses import dataclass

LEASE = 20
"""Seconds that a process keeps its shards without a sign of life."""
MARGIN = 5
"""Seconds before the end of its leases from which on a process acts for them no more, so that
clocks may differ by as much."""
OVERLAP = 15
"""Seconds that processes with another number of shards go on after the new ones took over: until
each of the new ones knows of it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A process that shares shards."""

    process: str
    shards: int
    """The number of shards that it was told there are."""
    until: int
    """Until when it counts as alive, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class ShardLease:
    """A shard that a process holds."""

    shard: int
    process: str
    until: int
    """In seconds since 1970."""
    connected: bool


@dataclass(frozen=True, slots=True)
class Allotted:
    """What a process should do about its shards."""

    take: tuple[int, ...]
    """Those that nobody holds."""
    surplus: tuple[int, ...]
    """Those that others should have: to be disconnected, then released."""


def shard_of(guild: int, shards: int) -> int:
    """The shard that brings a server's events; what belongs to no server (0) goes to shard 0."""
    return (guild >> 22) % shards


def allotted(
    me: str, shards: int, members: Iterable[Member], leases: Iterable[ShardLease], now: int
) -> Allotted:
    """What a process should take and give up, so that all that live get an equal share.

    `members` and `leases` are those with the same number of `shards`; who is not alive any more
    counts no more, and neither do its leases once they have ended.
    """
    alive = {member.process for member in members if member.until > now} | {me}
    held = {lease.shard: lease.process for lease in leases if lease.until > now}
    mine = sorted(shard for shard, holder in held.items() if holder == me)
    share = -(-shards // len(alive))
    free = [shard for shard in range(shards) if shard not in held]
    room = max(share - len(mine), 0)
    # Shard 0 stays where it is as long as it can: what belongs to no server is done there.
    return Allotted(tuple(free[:room]), tuple(mine[share:]))


def takes_over(
    shards: int,
    active: int,
    members: Iterable[Member],
    leases: Iterable[ShardLease],
    now: int,
    *,
    was_active: bool,
) -> bool:
    """Whether processes with another number of shards take over from those that are active.

    They do when all their shards are connected, and at once where none of the others lives. Those
    from whom others took over (`was_active`) do only then.
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
    """How things stand after a process has renewed its leases."""

    held: tuple[int, ...]
    """The shards that it holds now, with those that it has just taken."""
    surplus: tuple[int, ...]
    """Those of them that it should give up."""
    until: int
    """When these leases end, in seconds since 1970."""
    active: int
    """The number of shards that counts."""
    unheld: tuple[int, ...]
    """Shards that nobody holds."""
    complete: bool
    """Whether Discord speaks to somebody over each shard of the number that counts."""
