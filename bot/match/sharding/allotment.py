"""Rules for dividing shards among processes.

A bot in many servers has several shards, and several processes can share them. There is no
coordinator: every process applies these rules to the same table of leases, in a transaction. Each
live process gets an equal share. A process that dies stops renewing its leases, and the others take
its shards once they end. A process that has too many shards gives up the surplus itself, because
only it can disconnect them without losing events.

If the database stalls, all leases end although all processes live. No shard must change hands then,
because each change costs Discord sessions and minutes. So a process keeps its own ended leases
until another process takes them. It takes another's lease only if that had ended by the taker's
previous renewal: the owner then had time to renew it after the database was back.

Discord can be unreachable for one process only. Such a process gives its shards to processes that
Discord serves, and counts for no share until Discord answers it again. If Discord serves no
process, all keep their shards.

If an operator changes the number of shards, the processes with the new number connect while the old
ones still serve. They take over when all of their shards are connected, so that no server is left
without a process.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.match.timing.common_clock import Reading

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


UNREACHED = 60
"""Seconds after which a process counts as cut from Discord, and a session as failed."""
SERVED = 30
"""A process that Discord has served within this many seconds can take over from others."""


@dataclass(frozen=True, slots=True)
class ShardProcess:
    process: str
    shards: int
    until: int
    """The process counts as alive until then, in seconds since 1970."""
    silent: int = 0
    """Seconds for which Discord has not served the process."""


@dataclass(frozen=True, slots=True)
class ShardLease:
    shard: int
    process: str
    until: int
    connected: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """How Discord serves a process, and the shards that others should have because of it."""

    silent: int = 0
    yields: bool = False
    """Give all shards to processes that Discord serves, if there are any."""
    unreached: frozenset[int] = frozenset()
    """Shards whose session fails here, and which others should try."""


def shard_of(guild: int, shards: int) -> int:
    """Return the shard of a server's events; work of no server (0) belongs to shard 0."""
    return (guild >> 22) % shards


def others_serve(me: str, members: Iterable[ShardProcess], horizon: int) -> bool:
    """Return whether Discord serves another process."""
    return any(
        member.process != me and member.until > horizon and member.silent < SERVED
        for member in members
    )


def allot(
    me: str,
    shards: int,
    members: Iterable[ShardProcess],
    leases: Iterable[ShardLease],
    horizon: int,
    standing: Standing = Standing(),
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the shards that a process should take and give up, for equal shares of all live
    processes that Discord serves.

    `members` and `leases` are those with the same number of `shards`. Members and leases of others
    that ended by the `horizon`, the previous renewal of this process, are ignored.
    """
    members = tuple(members)
    counting = {
        member.process
        for member in members
        if member.process != me and member.until > horizon and member.silent < UNREACHED
    }
    others = others_serve(me, members, horizon)
    held = {
        lease.shard: lease.process
        for lease in leases
        if lease.until > horizon or lease.process == me
    }
    own = sorted(shard for shard, holder in held.items() if holder == me)
    if standing.yields and others:
        return (), tuple(own)
    share = -(-shards // (len(counting) + 1))
    failing = standing.unreached if others else frozenset[int]()
    kept = [shard for shard in own if shard not in failing][:share]
    surplus = tuple(shard for shard in own if shard not in kept)
    if standing.silent >= UNREACHED and counting:
        return (), surplus
    free = [shard for shard in range(shards) if shard not in held and shard not in failing]
    # Prefer to keep shard 0 where it is: its process does the work that belongs to no server.
    return tuple(free[: max(share - len(kept), 0)]), surplus


def takes_over(
    shards: int,
    active: int,
    members: Iterable[ShardProcess],
    leases: Iterable[ShardLease],
    now: int,
    horizon: int,
    *,
    was_active: bool,
) -> bool:
    """Return whether processes with another number of shards take over from the active ones.

    They do once all their shards are connected, or immediately if no active process was alive at
    the `horizon`. Processes from which others took over (`was_active`) do so only in the latter
    case.
    """
    if shards == active:
        return False
    if not any(member.shards == active and member.until > horizon for member in members):
        return True
    if was_active:
        return False
    connected = {lease.shard for lease in leases if lease.connected and lease.until > now}
    return len(connected) == shards


@dataclass(frozen=True, slots=True)
class Renewal:
    held: tuple[int, ...]
    surplus: tuple[int, ...]
    reading: Reading
    """When the leases were renewed: they last for LEASE seconds from then on."""
    active: int
    unheld: tuple[int, ...]
    unreached: tuple[int, ...]
    """Held shards, by any process, that Discord does not serve."""
    served: frozenset[int]
    """Own shards that Discord serves; their past outages have a row."""
    others_serve: bool
    """Whether Discord serves another process."""
    next_end: int | None
    """When the next lease of another process ends, or None."""
