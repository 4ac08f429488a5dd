"""A simulation of processes that share shards, second by second, with clocks and faults to set.

The rules, the SQL and the keepers are the bot's. Discord, the passing of time and the database's
failures are simulated, and the database is in memory.
"""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.ownership import Ownership
from bot.match.sharding.store import ShardStore
from bot.match.timing.common_clock import CommonClock
from bot.storage.base import schema
from bot.storage.base.connection import Connection
from cogs.runtime.shard_keeper import PROBE, ShardKeeper

START = 1_700_000_000


class LabDatabase:
    """A database in memory, which can be away."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        _empty().backup(self.connection)
        self.urgent = self.writer = self
        self.kept = SimpleNamespace(forget=lambda: None)
        self.is_away = False

    async def write(self, work: Callable[[Connection], Any], **options: Any) -> Any:
        if self.is_away:
            raise StoreTrouble("away")
        result = work(self.connection)
        if options.get("note") is not None:
            options["note"](result)
        return result

    def holders(self) -> dict[int, str]:
        return dict(self.connection.execute("SELECT shard, process FROM shard_lease").fetchall())


@cache
def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(connection)
    return connection


@dataclass
class LabClock:
    """The clock of one machine, ahead of the true time by `skew` seconds."""

    lab: "Lab"
    skew: int = 0

    def now(self) -> int:
        return self.lab.time + self.skew

    def steady(self) -> float:
        return float(self.lab.time)

    def ahead(self) -> float:
        return 0.0


@dataclass
class LabSessions:
    """Connections to Discord, which hears and answers them unless the process is cut off."""

    is_cut: bool = False
    connected: frozenset[int] = frozenset()
    ended: int = 0
    broken: frozenset[int] = frozenset()
    """Shards over which no session starts."""

    @property
    def reached(self) -> frozenset[int]:
        return frozenset() if self.is_cut else self.connected

    @property
    def heard(self) -> frozenset[int]:
        return self.reached

    async def is_reachable(self) -> bool:
        return not self.is_cut

    async def connect(self, shard: int, shards: int) -> None:
        assert shard < shards
        if not self.is_cut and shard not in self.broken:
            self.connected |= {shard}

    async def disconnect(self, shard: int) -> None:
        self.ended += shard in self.connected
        self.connected -= {shard}


@dataclass(eq=False)
class LabProcess:
    lab: "Lab"
    clock: LabClock
    keeper: ShardKeeper
    ownership: Ownership
    sessions: LabSessions
    rest_fails_since: int | None = None
    next_round: int = 0
    next_probe: int = 0
    paused_until: int = 0
    held: tuple[int, ...] = ()

    @property
    def is_paused(self) -> bool:
        return self.lab.time < self.paused_until

    @property
    def can_serve(self) -> bool:
        return not self.sessions.is_cut and abs(self.clock.skew) < 4

    async def second(self) -> None:
        """Do the due work of this second."""
        if self.is_paused:
            return
        if self.lab.time >= self.next_probe:
            await self.keeper.probe(self.sessions)
            self.next_probe = self.lab.time + int(PROBE)
        if self.lab.time >= self.next_round and not self.lab.is_stuck:
            held = await self.keeper.round(self.sessions, self.lab.shards)
            self.next_round = self.lab.time + max(int(self.keeper.pause), 1)
            self.held = () if held is None else held
        # One session a second, and none in the second of its lease.
        missing = [shard for shard in self.held if shard not in self.sessions.connected]
        if missing:
            await self.sessions.connect(missing[self.lab.time % len(missing)], self.lab.shards)


@dataclass
class Lab:
    shards: int = 8
    time: int = START
    is_stuck: bool = False
    """Whether the database leaves every request without an answer."""
    database: LabDatabase = field(default_factory=LabDatabase)
    processes: list[LabProcess] = field(default_factory=list)

    async def start(self, *, is_cut: bool = False, skew: int = 0) -> LabProcess:
        clock = LabClock(self, skew)
        common = CommonClock(clock, lambda _: float(self.time))
        ownership = Ownership(clock)
        ownership.share()
        store = ShardStore(cast("Any", self.database), common)
        keeper = ShardKeeper(store, clock, ownership, clock.steady)
        sessions = LabSessions(is_cut)
        process = LabProcess(self, clock, keeper, ownership, sessions, next_round=self.time)
        await keeper.join(sessions)
        self.processes.append(process)
        return process

    async def passes(self, seconds: int) -> None:
        for _ in range(seconds):
            self.time += 1
            for process in list(self.processes):
                await process.second()
            self.check_owners()

    def check_owners(self) -> None:
        """Check that no two processes act for a shard."""
        acting = [process for process in self.processes if not process.is_paused]
        for shard in range(self.shards):
            owners = [process for process in acting if process.ownership.owns(shard << 22)]
            assert len(owners) <= 1, f"shard {shard} has {len(owners)} owners"

    def served(self) -> dict[int, LabProcess]:
        """Return the process that serves each shard to its players."""
        return {
            shard: process
            for shard in range(self.shards)
            for process in self.processes
            if process.ownership.serves(shard << 22) and shard in process.sessions.reached
        }

    def sessions_ended(self) -> int:
        return sum(process.sessions.ended for process in self.processes)
