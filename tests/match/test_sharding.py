"""Shards shared by processes: never owned twice, and never unowned for long."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.allotment import LEASE, OVERLAP, Renewal, Standing, shard_of
from bot.match.sharding.ownership import Ownership
from bot.match.sharding.store import ShardStore
from bot.match.timing.common_clock import CommonClock
from bot.match.timing.deadline_store import DeadlineStore
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from cogs.runtime import shard_keeper
from cogs.runtime.shard_keeper import GIVEN_UP, ShardKeeper
from tests.fresh import fresh
from tests.match.machine import SetClock
from tests.patience import PATIENCE
from tests.tiers import full_or

GUILDS = [number << 22 for number in range(24)]


@dataclass
class Sessions:
    """Connections that fail when a test says so."""

    connected: frozenset[int] = frozenset()
    cut: frozenset[int] = frozenset()

    @property
    def reached(self) -> frozenset[int]:
        """The connections that work."""
        return self.connected - self.cut

    @property
    def heard(self) -> frozenset[int]:
        return self.reached

    async def is_reachable(self) -> bool:
        return True

    async def connect(self, shard: int, shards: int) -> None:
        assert shard < shards
        self.connected |= {shard}

    async def disconnect(self, shard: int) -> None:
        self.connected -= {shard}


@dataclass
class Process:
    """A process of the bot, reduced to its part in sharing shards."""

    shards: int
    keeper: ShardKeeper
    ownership: Ownership
    sessions: Sessions = field(default_factory=Sessions)

    @classmethod
    def create(cls, database: Database, clock: SetClock, shards: int) -> "Process":
        ownership = Ownership(clock)
        ownership.share()
        keeper = ShardKeeper(ShardStore(database, CommonClock(clock)), clock, ownership)
        return cls(shards, keeper, ownership)

    async def round(self) -> None:
        """Renew leases, and connect missing shards."""
        for shard in await self.keeper.round(self.sessions, self.shards) or ():
            await self.sessions.connect(shard, self.shards)


def owners(processes: list[Process]) -> dict[int, list[Process]]:
    """Return the processes that own each server."""
    return {
        guild: [process for process in processes if process.ownership.owns(guild)]
        for guild in GUILDS
    }


async def settled(processes: list[Process], clock: SetClock) -> None:
    """Run rounds until leases of dead processes have ended and others own their shards."""
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
def test_each_server_has_one_owner_among_processes_with_equal_shards(
    steps: list[tuple[str, int]],
) -> None:
    """In the end, a single number of shards is active, shared evenly."""

    async def run() -> None:
        clock = SetClock()
        with TemporaryDirectory() as folder:
            database = await open_database(fresh(Path(folder) / "salud.db"))
            try:
                processes = await _stepped(steps, database, clock)
                await settled(processes, clock)
                if not processes:
                    return
                by_server = owners(processes)
                assert all(len(server_owners) == 1 for server_owners in by_server.values())
                active = {server_owners[0].shards for server_owners in by_server.values()}
                assert len(active) == 1
                held = [
                    len(process.ownership.held) for process in processes if process.shards in active
                ]
                assert sum(held) == active.pop()
                assert max(held) == -(-sum(held) // len(held))
            finally:
                await database.close()

    asyncio.run(run())


async def _stepped(
    steps: list[tuple[str, int]], database: Database, clock: SetClock
) -> list[Process]:
    """Take the steps. Return the living processes."""
    processes: list[Process] = []
    for action, number in steps:
        if action == "start" and len(processes) < 5:
            processes.append(Process.create(database, clock, number))
        elif action == "wait":
            clock.time += number
        elif processes and action != "start":
            process = processes[number % len(processes)]
            if action == "round":
                await process.round()
            else:
                if action == "stop":
                    await process.keeper.leave()
                processes.remove(process)
        for server_owners in owners(processes).values():
            assert (
                max(Counter(process.shards for process in server_owners).values(), default=0) <= 1
            )
    return processes


@pytest.mark.both_databases
async def test_shards_of_a_dead_process_are_taken_over_within_half_a_minute(
    database: Database,
) -> None:
    clock = SetClock()
    processes = [Process.create(database, clock, 16) for _ in range(4)]
    await settled(processes, clock)
    assert [len(process.ownership.held) for process in processes] == [4, 4, 4, 4]
    dead, *alive = processes
    for second in range(0, 30, 5):
        clock.time += 5
        for process in alive:
            await process.round()
        if second <= 5:
            assert not any(owners(alive)[guild] for guild in GUILDS if dead.ownership.owns(guild))
    assert all(len(server_owners) == 1 for server_owners in owners(alive).values())
    assert dead.ownership.waits, "the dead process has lost its leases"


@pytest.mark.both_databases
async def test_clocks_run_only_in_servers_whose_shard_is_served(database: Database) -> None:
    clock = SetClock()
    first, second = (Process.create(database, clock, 4) for _ in range(2))
    assert not first.ownership.serves_any, "no shard is connected yet"
    await settled([first, second], clock)
    assert {guild for guild in GUILDS if first.ownership.serves(guild)} == {
        guild for guild in GUILDS if first.ownership.owns(guild)
    }
    cut = min(first.ownership.held)
    first.sessions.cut = frozenset((cut,))
    for process in (first, second):
        await process.round()
    assert not first.ownership.serves(cut << 22)
    assert all(
        first.ownership.serves(shard << 22) for shard in first.ownership.held if shard != cut
    )
    assert all(second.ownership.serves(shard << 22) for shard in second.ownership.held)


@pytest.mark.both_databases
async def test_outage_of_a_shard_is_a_downtime_of_its_servers_only(database: Database) -> None:
    clock, deadlines = SetClock(), DeadlineStore(database)
    first, second = (Process.create(database, clock, 4) for _ in range(2))
    await settled([first, second], clock)
    cut = min(first.ownership.held)
    assert await deadlines.downtimes(0, cut << 22) == ()
    first.sessions.cut, began = frozenset((cut,)), clock.time
    for _ in range(20):
        for process in (first, second):
            await process.round()
        await deadlines.alive(clock.time, None)
        clock.time += 10
    assert await deadlines.last_up(cut << 22) == began
    assert (await deadlines.last_up((cut ^ 1) << 22) or 0) > began
    first.sessions.cut = frozenset()
    await settled([first, second], clock)
    (down,) = await deadlines.downtimes(0, cut << 22)
    assert down.start == began
    assert 195 <= down.end - began <= 240
    assert await deadlines.downtimes(0, (cut ^ 1) << 22) == ()
    assert await deadlines.downtimes(0) == (), "the bot was not down"


@pytest.mark.both_databases
async def test_new_processes_take_over_when_all_their_shards_are_connected(
    database: Database,
) -> None:
    clock = SetClock()
    old = [Process.create(database, clock, 4) for _ in range(2)]
    await settled(old, clock)
    new = [Process.create(database, clock, 6) for _ in range(2)]
    processes = [*old, *new]
    for _ in range(12):
        clock.time += 5
        for member in processes:
            await member.round()
            assert all(owners(processes).values())
    assert all(
        process in new for server_owners in owners(processes).values() for process in server_owners
    )
    assert all(not member.sessions.connected for member in old)
    assert {process.keeper.remarks for process in old} == {
        ("Processes with 6 shards have taken over: stop this one.",)
    }
    assert {process.ownership.shards for process in processes} == {6}, (
        "all processes know the new number of shards"
    )
    for member in new:
        await member.keeper.leave()
    await settled(old, clock)
    assert all(len(server_owners) == 1 for server_owners in owners(old).values()), (
        "the old processes take over again"
    )


class Failing(ShardStore):
    """Leases in a database that can be unreachable."""

    is_away = False

    async def renew(self, *arguments: Any, **options: Any) -> Renewal:
        if self.is_away:
            raise StoreTrouble("away")
        return await super().renew(*arguments, **options)


async def test_sessions_outlast_the_leases_while_the_database_is_away(database: Database) -> None:
    clock = SetClock()
    store = Failing(database, CommonClock(clock))
    old = Process.create(database, clock, 2)
    await old.round()
    await old.round()
    new = Process.create(database, clock, 4)
    new.keeper = ShardKeeper(store, clock, new.ownership)
    await new.round()
    assert not new.ownership.held, "the new process has not taken over"
    store.is_away = True
    clock.time += 5
    await new.round()
    assert len(new.sessions.connected) == 4
    clock.time += LEASE
    await new.round()
    assert not new.ownership.lasts, "it acts for no shard"
    assert len(new.sessions.connected) == 4, "it will probably get its leases back"
    clock.time += int(GIVEN_UP)
    await new.round()
    assert not new.sessions.connected


@pytest.mark.both_databases
async def test_only_current_sessions_count_for_a_takeover(database: Database) -> None:
    clock = SetClock()
    old, new = Process.create(database, clock, 2), Process.create(database, clock, 4)
    for process in (old, new):
        await process.round()
    await old.round()
    store = ShardStore(database, CommonClock(clock))
    for connected, active in ((0, 1), 2), ((2, 3), 2), ((0, 1, 2, 3), 4):
        result = await store.renew(
            new.keeper.process,
            4,
            connected,
            connected,
            Standing(),
            clock.now(),
            taking=True,
            was_active=False,
        )
        assert result.active == active, connected


class Counting(ShardStore):
    """Leases that allow and count every new session."""

    begun = 0

    async def may_identify(self, *_: int) -> bool:
        self.begun += 1
        return True


@pytest.mark.parametrize(("seconds", "turns"), [(0.5, 1), (30.0, 2)])
async def test_session_waits_for_its_turn_before_connecting(
    database: Database, seconds: float, turns: int
) -> None:
    """It waits again if connecting took a long time."""
    clock, time = SetClock(), [0.0]
    store, ownership = Counting(database, CommonClock(clock)), Ownership(clock)
    ownership.share()
    keeper = ShardKeeper(store, clock, ownership, lambda: time[0])
    begun = asyncio.Event()

    class Connecting(Sessions):
        async def connect(self, shard: int, shards: int) -> None:
            assert store.begun == 1, "the session waited for its turn first"
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
    assert store.begun == turns + 1, "a session that Discord ended waits again"


class Refusing(ShardStore):
    """Leases that allow a new session when the test says so."""

    allows = False
    asked = 0

    async def may_identify(self, *_: int) -> bool:
        self.asked += 1
        return self.allows


async def test_keeper_rests_while_a_session_waits_for_its_turn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is not at rest while a session starts or a round is requested."""
    monkeypatch.setattr(shard_keeper, "GATE", 0.01)
    clock, sessions = SetClock(), Sessions()
    store, ownership = Refusing(database, CommonClock(clock)), Ownership(clock)
    ownership.share()
    keeper = ShardKeeper(store, clock, ownership)
    assert not keeper.resting, "the first round has not run yet"

    async def rests() -> None:
        async with asyncio.timeout(PATIENCE):
            while not keeper.resting:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)

    running = asyncio.create_task(keeper.run(sessions, 1))
    await rests()
    assert sessions.connected == frozenset()
    store.allows = True
    keeper.wake(lambda: None)
    assert not keeper.resting
    await rests()
    assert sessions.connected == {0}
    running.cancel()


async def test_moved_clock_shows_no_downtime(database: Database) -> None:
    """Due work begins after leases were renewed, or the process would seem to have slept."""
    clock, sessions = SetClock(), Sessions()
    ownership = Ownership(clock)
    ownership.share()
    keeper = ShardKeeper(ShardStore(database, CommonClock(clock)), clock, ownership)
    running = asyncio.create_task(keeper.run(sessions, 1))
    async with asyncio.timeout(PATIENCE):
        while not (keeper.resting and ownership.held):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    clock.time += 25 * 3600
    assert not ownership.held, "its leases have ended"
    renewed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    keeper.wake(lambda: renewed.set_result(bool(ownership.held)))
    async with asyncio.timeout(PATIENCE):
        assert await renewed
    running.cancel()


async def test_shard_leaves_the_queue_when_its_lease_goes(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would use the turn of a shard that needs one."""
    monkeypatch.setattr(shard_keeper, "GATE", 0.01)
    clock, sessions = SetClock(), Sessions()
    store, ownership = Refusing(database, CommonClock(clock)), Ownership(clock)
    ownership.share()
    keeper = ShardKeeper(store, clock, ownership)

    async def until(true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)

    running = asyncio.create_task(keeper.run(sessions, 1))
    await until(lambda: store.asked > 2)
    await store.release(keeper.process, 1, (0,))
    await store.renew("other", 1, (), (), Standing(), None, taking=True, was_active=True)
    keeper.wake(lambda: None)
    await until(lambda: keeper.resting and not keeper._waiting)
    asked, store.allows = store.asked, True
    await asyncio.sleep(0.1)
    assert store.asked == asked
    assert sessions.connected == frozenset()
    running.cancel()


async def test_permission_that_came_late_is_not_used(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next session could begin too soon after it."""
    monkeypatch.setattr(shard_keeper, "GATE", 0.01)
    clock, time = SetClock(), [0.0]

    class Slow(Counting):
        async def may_identify(self, *_: int) -> bool:
            time[0] += 4.0 if self.begun == 0 else 0.1
            return await super().may_identify()

    store, ownership = Slow(database, CommonClock(clock)), Ownership(clock)
    keeper = ShardKeeper(store, clock, ownership, lambda: time[0])
    keeper._holding = (0,)
    await keeper.before_identify(0)
    assert store.begun == 2


async def test_session_whose_lease_went_does_not_begin(database: Database) -> None:
    """Another process has it, or waits for the same turn."""
    clock = SetClock()
    store, ownership = Counting(database, CommonClock(clock)), Ownership(clock)
    keeper = ShardKeeper(store, clock, ownership)
    with pytest.raises(asyncio.CancelledError):
        await keeper.before_identify(0)
    assert store.begun == 0


@pytest.mark.both_databases
async def test_sessions_of_a_bucket_start_seconds_apart_across_processes(
    database: Database,
) -> None:
    """Discord limits how fast sessions of one bucket can start."""
    clock = SetClock()
    began = clock.time
    first, second = (ShardStore(database, CommonClock(clock)) for _ in range(2))
    assert await first.may_identify(0, 6)
    clock.time = began + 5
    assert not await second.may_identify(0, 6)
    assert await second.may_identify(1, 6)
    clock.time = began + 6
    assert await second.may_identify(0, 6)
    clock.time = began
    assert not await first.may_identify(0, 6), "the clock before can have been right"
    clock.time = began - 1
    assert await first.may_identify(0, 6), "the clock was put back"


def test_shard_follows_from_the_server_id() -> None:
    assert shard_of(197038439483310086, 1) == 0
    assert shard_of(197038439483310086, 16) == (197038439483310086 >> 22) % 16
    assert shard_of(0, 16) == 0
