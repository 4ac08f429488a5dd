"""Processes share shards: never two for one, never none for long, whatever becomes of them."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.allotment import LEASE, OVERLAP, Round, shard_of
from bot.match.sharding.ownership import Ownership
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.tables.shards import SqlShards
from cogs.runtime import shard_keeper
from cogs.runtime.shard_keeper import ShardKeeper
from tests.fresh import fresh
from tests.match.machine import SetClock
from tests.patience import PATIENCE
from tests.tiers import full_or

GUILDS = [number << 22 for number in range(24)]


@dataclass
class Sessions:
    """Connections that fail where a test says so."""

    connected: frozenset[int] = frozenset()
    cut: frozenset[int] = frozenset()

    @property
    def reached(self) -> frozenset[int]:
        """Those that have not failed."""
        return self.connected - self.cut

    async def connect(self, shard: int, shards: int) -> None:
        """Begin one."""
        assert shard < shards
        self.connected |= {shard}

    async def disconnect(self, shard: int) -> None:
        """End one."""
        self.connected -= {shard}


@dataclass
class Process:
    """A process of the bot, as far as it shares shards."""

    shards: int
    keeper: ShardKeeper
    ownership: Ownership
    sessions: Sessions = field(default_factory=Sessions)

    @classmethod
    def begun(cls, database: Database, clock: SetClock, shards: int) -> "Process":
        """One that has done nothing yet."""
        ownership = Ownership(clock)
        ownership.share()
        keeper = ShardKeeper(SqlShards(database), clock, ownership)
        return cls(shards, keeper, ownership)

    async def round(self) -> None:
        """Renew, and connect what is to be connected."""
        for shard in await self.keeper.round(self.sessions, self.shards) or ():
            await self.sessions.connect(shard, self.shards)


def owners(processes: list[Process]) -> dict[int, list[Process]]:
    """Who looks after each server."""
    return {guild: [one for one in processes if one.ownership.owns(guild)] for guild in GUILDS}


async def settled(processes: list[Process], clock: SetClock) -> None:
    """Everybody does rounds until leases of the dead have ended and others have taken over."""
    for _ in range(0, LEASE + OVERLAP + 25, 5):
        clock.time += 5
        for process in processes:
            await process.round()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("start"), st.sampled_from([4, 6])),
        st.tuples(st.sampled_from(["die", "stop", "round", "round", "round"]), st.integers(0, 5)),
        st.tuples(st.just("wait"), st.integers(1, 9)),
    ),
    max_size=40,
)


@given(STEPS)
@settings(max_examples=full_or(40, 10))
def test_one_for_each(steps: list[tuple[str, int]]) -> None:
    """At no moment two processes with the same number of shards look after a server; in the end
    one does, and all have about as many shards."""

    async def run() -> None:
        clock = SetClock()
        with TemporaryDirectory() as folder:
            database = await open_database(fresh(Path(folder) / "salud.db"))
            try:
                processes = await _stepped(steps, database, clock)
                await settled(processes, clock)
                if not processes:
                    return
                found = owners(processes)
                assert all(len(some) == 1 for some in found.values())
                active = {some[0].shards for some in found.values()}
                assert len(active) == 1
                held = [len(one.ownership.held) for one in processes if one.shards in active]
                assert sum(held) == active.pop()
                assert max(held) == -(-sum(held) // len(held))
            finally:
                await database.close()

    asyncio.run(run())


async def _stepped(
    steps: list[tuple[str, int]], database: Database, clock: SetClock
) -> list[Process]:
    """Take these steps; gives the processes that live."""
    processes: list[Process] = []
    for what, number in steps:
        if what == "start" and len(processes) < 5:
            processes.append(Process.begun(database, clock, number))
        elif what == "wait":
            clock.time += number
        elif processes and what != "start":
            process = processes[number % len(processes)]
            if what == "round":
                await process.round()
            else:
                if what == "stop":
                    await process.keeper.leave()
                processes.remove(process)
        for some in owners(processes).values():
            assert max(Counter(one.shards for one in some).values(), default=0) <= 1
    return processes


@pytest.mark.both_databases
async def test_taken_over(database: Database) -> None:
    """A process dies: the others have its shards within half a minute."""
    clock = SetClock()
    processes = [Process.begun(database, clock, 16) for _ in range(4)]
    await settled(processes, clock)
    assert [len(one.ownership.held) for one in processes] == [4, 4, 4, 4]
    dead, *alive = processes
    for second in range(0, 30, 5):
        clock.time += 5
        for process in alive:
            await process.round()
        if second <= 5:
            assert not any(owners(alive)[guild] for guild in GUILDS if dead.ownership.owns(guild))
    assert all(len(some) == 1 for some in owners(alive).values())
    assert dead.ownership.waits, "its leases have ended, whatever it thinks"


@pytest.mark.both_databases
async def test_somebody_can_reach_nobody(database: Database) -> None:
    """All processes know when people of any server can't reach the bot: then no time counts."""
    clock = SetClock()
    one, other = (Process.begun(database, clock, 4) for _ in range(2))
    assert not one.ownership.complete, "nothing is connected yet"
    await settled([one, other], clock)
    assert one.ownership.complete
    assert other.ownership.complete
    one.sessions.cut = frozenset(one.ownership.held)
    for process in (one, other):
        await process.round()
    assert not one.ownership.complete
    assert not other.ownership.complete
    one.sessions.cut = frozenset()
    await settled([one, other], clock)
    assert other.ownership.complete
    clock.time += LEASE
    await other.round()
    assert not other.ownership.complete, "the other process is dead, and its shards are not here"
    await settled([other], clock)
    assert other.ownership.complete


@pytest.mark.both_databases
async def test_another_number_of_shards(database: Database) -> None:
    """New processes take over when all their shards are connected; nobody is without a process."""
    clock = SetClock()
    old = [Process.begun(database, clock, 4) for _ in range(2)]
    await settled(old, clock)
    new = [Process.begun(database, clock, 6) for _ in range(2)]
    everybody = [*old, *new]
    for _ in range(12):
        clock.time += 5
        for process in everybody:
            await process.round()
            assert all(owners(everybody).values())
    assert all(one in new for some in owners(everybody).values() for one in some)
    assert all(not process.sessions.connected for process in old)
    assert {one.keeper.remark for one in old} == {
        "Processes with 6 shards have taken over: stop this one."
    }
    assert {one.ownership.shards for one in everybody} == {6}, "all say how many there are"
    for process in new:
        await process.keeper.leave()
    await settled(old, clock)
    assert all(len(some) == 1 for some in owners(old).values()), "the old ones go on without them"


class Failing(SqlShards):
    """Leases in a database that can be out of reach."""

    is_away = False

    async def renew(self, *given: Any, **more: Any) -> Round:
        """Renew them, if it can be reached."""
        if self.is_away:
            raise StoreTrouble("away")
        return await super().renew(*given, **more)


async def test_database_away(database: Database) -> None:
    """Sessions go on for as long as the leases last, also those that do not count yet."""
    clock, store = SetClock(), Failing(database)
    old = Process.begun(database, clock, 2)
    await old.round()
    await old.round()
    new = Process.begun(database, clock, 4)
    new.keeper = ShardKeeper(store, clock, new.ownership)
    await new.round()
    assert not new.ownership.held, "it has not taken over"
    store.is_away = True
    clock.time += 5
    await new.round()
    assert len(new.sessions.connected) == 4
    clock.time += LEASE
    await new.round()
    assert not new.sessions.connected


@pytest.mark.both_databases
async def test_connected_again(database: Database) -> None:
    """New processes take over with the sessions that they have, and not with those they had."""
    clock = SetClock()
    old, new = Process.begun(database, clock, 2), Process.begun(database, clock, 4)
    for process in (old, new):
        await process.round()
    await old.round()
    store = SqlShards(database)
    for connected, active in ((0, 1), 2), ((2, 3), 2), ((0, 1, 2, 3), 4):
        done = await store.renew(
            new.keeper.process, 4, connected, connected, clock.now(), taking=True, was_active=False
        )
        assert done.active == active, connected


class Counting(SqlShards):
    """Counts the sessions that it lets begin."""

    begun = 0

    async def may_identify(self, *_: int) -> bool:
        """Let them all."""
        self.begun += 1
        return True


@pytest.mark.parametrize(("seconds", "turns"), [(0.5, 1), (30.0, 2)])
async def test_turn_before_connection(database: Database, seconds: float, turns: int) -> None:
    """A session waits for its turn before there is a connection, and again if that took long."""
    clock, time = SetClock(), [0.0]
    store, ownership = Counting(database), Ownership(clock)
    ownership.share()
    keeper = ShardKeeper(store, clock, ownership, lambda: time[0])
    begun = asyncio.Event()

    class Connecting(Sessions):
        async def connect(self, shard: int, shards: int) -> None:
            assert store.begun == 1, "it was let in before"
            time[0] += seconds
            await keeper.before_identify(shard)
            await super().connect(shard, shards)
            begun.set()

    running = asyncio.create_task(keeper.run(Connecting(), 1))
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
    running.cancel()
    assert store.begun == turns
    await keeper.before_identify(0)
    assert store.begun == turns + 1, "one that was ended by Discord waits as well"


class Refusing(SqlShards):
    """Lets sessions begin when the test says so."""

    allows = False

    async def may_identify(self, *_: int) -> bool:
        """Say whether the test does."""
        return self.allows


async def test_a_session_that_waits_for_its_turn_counts_as_rest(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is being begun does not, nor a round that was asked for."""
    monkeypatch.setattr(shard_keeper, "GATE", 0.01)
    clock, sessions = SetClock(), Sessions()
    store, ownership = Refusing(database), Ownership(clock)
    ownership.share()
    keeper = ShardKeeper(store, clock, ownership)
    assert not keeper.resting, "its first round is to come"

    async def rests() -> None:
        async with asyncio.timeout(PATIENCE):
            while not keeper.resting:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)

    running = asyncio.create_task(keeper.run(sessions, 1))
    await rests()
    assert sessions.connected == frozenset()
    store.allows = True
    keeper.wake()
    assert not keeper.resting
    await rests()
    assert sessions.connected == {0}
    running.cancel()


@pytest.mark.both_databases
async def test_sessions_begin_one_after_another(database: Database) -> None:
    """In each bucket one every few seconds, whichever process begins it."""
    one, other = SqlShards(database), SqlShards(database)
    assert await one.may_identify(0, 1000, 6)
    assert not await other.may_identify(0, 1005, 6)
    assert await other.may_identify(1, 1005, 6)
    assert await other.may_identify(0, 1006, 6)
    assert await one.may_identify(0, 900, 6), "the clock before was ahead"


def test_as_discord_does() -> None:
    """A server's shard follows from its id."""
    assert shard_of(197038439483310086, 1) == 0
    assert shard_of(197038439483310086, 16) == (197038439483310086 >> 22) % 16
    assert shard_of(0, 16) == 0
