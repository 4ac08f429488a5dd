"""A process that is stopped inside a transaction holds its locks: others work without it."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.allotment import LEASE, Standing
from bot.match.sharding.store import ShardStore
from bot.match.timing.common_clock import CommonClock
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.values.times import SystemClock
from bot.storage.base.connection import Connection
from bot.storage.postgresql.connections import Session, connect
from bot.storage.postgresql.database import PostgresDatabase, open_postgresql
from tests.match.machine import SetClock

PROMPT = 2.5
"""Real seconds within which urgent work ends, although another process holds its rows."""


@pytest.fixture
async def opened(postgresql: str) -> AsyncIterator[PostgresDatabase]:
    database = await open_postgresql(postgresql)
    yield database
    await database.close()


@pytest.fixture
def stopped(postgresql: str) -> Iterator[Session]:
    """A session whose process has stopped: its transaction stays open."""
    session = connect(postgresql)
    session.execute("SET idle_in_transaction_session_timeout = 0; BEGIN")
    yield session
    session.close()


async def test_leases_are_renewed_although_a_dead_process_holds_its_row(
    opened: PostgresDatabase, stopped: Session
) -> None:
    clock = SetClock()
    store = ShardStore(opened, CommonClock(clock))

    async def renew(process: str, since: int | None) -> tuple[int, ...]:
        done = await store.renew(
            process, 4, (), (), Standing(), since, taking=True, was_active=True
        )
        return done.held

    await renew("dead", None)
    await store.release("dead", 4, range(4))
    stopped.execute("SELECT * FROM shard_process FOR UPDATE")
    clock.time += LEASE + 5
    began = time.monotonic()
    assert await renew("alive", clock.time) == (0, 1, 2, 3)
    assert time.monotonic() - began < PROMPT


async def test_note_that_the_bot_is_up_gives_up_soon_and_delays_no_other_write(
    opened: PostgresDatabase, stopped: Session
) -> None:
    deadlines = DeadlineStore(opened, CommonClock(SystemClock(), opened.time))
    now = SystemClock().now()
    await deadlines.alive(now, None)
    stopped.execute("SELECT * FROM alive FOR UPDATE")
    began = time.monotonic()
    noting = asyncio.create_task(deadlines.alive(now, None))
    await asyncio.sleep(0.1)
    await opened.execute("INSERT INTO server (guild) VALUES (1)")
    assert not noting.done(), "the press did not wait for it"
    with pytest.raises(StoreTrouble):
        await noting
    assert time.monotonic() - began < PROMPT


async def test_server_ends_the_transaction_of_a_stopped_process(
    opened: PostgresDatabase, postgresql: str
) -> None:
    session = opened.writer._opened()
    assert session.settings["idle_in_transaction_session_timeout"] == "5s"
    session.change("idle_in_transaction_session_timeout", "200ms")
    stops = [1.0, 0.0]

    def work(connection: Connection) -> None:
        connection.execute("INSERT INTO server (guild) VALUES (1)")
        time.sleep(stops.pop(0))
        connection.execute("INSERT INTO server (guild) VALUES (2)")

    paused = asyncio.create_task(opened.writer.write(work))
    await asyncio.sleep(0.5)
    with connect(postgresql) as other:
        other.execute("SET lock_timeout = '100ms'; INSERT INTO server (guild) VALUES (1)")
        other.execute("DELETE FROM server")
    await paused
    assert await opened.column("SELECT guild FROM server ORDER BY guild") == (1, 2)


async def test_time_is_the_servers(opened: PostgresDatabase) -> None:
    clock = CommonClock(SystemClock(), opened.time)
    reading = await opened.urgent.write(clock.read)
    assert abs(reading.now - time.time()) < 2
    assert clock.difference == 0
