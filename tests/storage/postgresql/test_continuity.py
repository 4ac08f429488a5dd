"""A server that went back in time: lost commits are noticed at the next session, once.

Copies of one database on one server represent a primary and its standby;
tests/e2e/test_standby.py has real ones.
"""

import logging
from collections.abc import AsyncIterator, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import psycopg
import pytest

from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.base.setbacks import SENTENCE
from bot.storage.postgresql.connections import connect
from bot.storage.postgresql.database import PostgresDatabase, open_postgresql
from chaos.postgresql_server import PostgresServer
from tests.databases import TEMPLATE

GUILDS = count(1)


class Past:
    """A database and the state that a failover would lead back to."""

    def __init__(self, server: PostgresServer, name: str) -> None:
        self.server, self.name = server, name
        self.address = server.create(name, TEMPLATE)

    def disconnect(self) -> None:
        self.server.execute(
            f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{self.name}'"  # noqa: S608, E501 - a name of this file
        )

    def keep(self) -> None:
        while True:
            self.disconnect()
            try:
                self.server.create(f"{self.name}_kept", self.name)
            except psycopg.errors.ObjectInUse:
                continue  # a bot has connected again meanwhile
            return

    def fail_over(self) -> None:
        self.disconnect()
        self.server.execute(f"DROP DATABASE {self.name} WITH (FORCE)")
        self.server.execute(f"ALTER DATABASE {self.name}_kept RENAME TO {self.name}")

    def generations(self) -> list[tuple[int, int]]:
        with connect(self.address) as session:
            rows = session.execute("SELECT n, lost FROM generation ORDER BY n").fetchall()
        return [(n, lost) for n, lost in rows]


@pytest.fixture
def past(postgresql_server: PostgresServer) -> Iterator[Past]:
    past = Past(postgresql_server, "past")
    yield past
    for name in ("past", "past_kept"):
        postgresql_server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture
async def first(past: Past) -> AsyncIterator[PostgresDatabase]:
    database = await opened(past)
    yield database
    await database.close()


async def opened(past: Past, memory: Path | None = None) -> PostgresDatabase:
    database = await open_postgresql(past.address, memory=memory)
    await database.look_back()
    return database


async def add(database: Database, *, durable: bool = True) -> None:
    def work(connection: Connection) -> None:
        connection.execute("INSERT INTO server (guild) VALUES (?)", (next(GUILDS),))

    await database.writer.write(work, durable=durable)


async def test_lost_commit_begins_one_generation_for_all_processes(
    past: Past, first: PostgresDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    """Also in a process that has lost nothing itself."""
    second, third = await opened(past), await opened(past)
    try:
        told: list[str] = []
        for name, database in (("first", first), ("second", second), ("third", third)):
            database.setbacks.listeners.append(partial(told.append, name))
            await add(database)
        past.keep()
        for database in (first, second):
            await add(database)
        past.fail_over()
        caplog.set_level(logging.INFO)
        for database in (third, second, first):
            await database.rows("SELECT 1")
            await add(database)
        for database in (third, second, first):
            await database.look_back()
        ((generation, lost),) = past.generations()
        assert lost == 1
        assert sorted(told) == ["first", "second", "third"]
        assert [record.message for record in caplog.records].count(SENTENCE) == 1
        assert all(SENTENCE in str(database.setbacks.remark) for database in (first, third))
        ((given,),) = await first.rows("SELECT given FROM numbering")
        assert given >= 1_000
        past.disconnect()
        for database in (first, second, third):
            await add(database)
            await database.look_back()
        assert past.generations() == [(generation, 1)], "a reconnect afterwards is no setback"
    finally:
        await second.close()
        await third.close()


async def test_process_notices_lost_commits_of_a_process_that_died(
    past: Past, first: PostgresDatabase
) -> None:
    dying = await opened(past)
    past.keep()
    await add(dying)
    await first.look_back()
    await dying.close()
    past.fail_over()
    await first.look_back()
    assert len(past.generations()) == 1


async def test_failover_that_loses_nothing_is_no_setback(
    past: Past, first: PostgresDatabase
) -> None:
    """Work that does not wait for the disk is allowed to get lost."""
    await add(first)
    past.keep()
    await add(first, durable=False)
    past.fail_over()
    await first.look_back()
    await add(first)
    past.disconnect()
    await add(first)
    await first.look_back()
    assert past.generations() == []
    assert first.setbacks.remark is None


async def test_process_that_starts_again_notices_the_setback(past: Past, tmp_path: Path) -> None:
    memory = tmp_path / "alive.commits"
    database = await opened(past, memory)
    await add(database)
    past.keep()
    await add(database)
    await database.close()
    again = await opened(past, memory)
    await again.close()
    assert past.generations() == [], "a restart is no setback"
    past.fail_over()
    for _ in range(2):
        database = await opened(past, memory)
        assert SENTENCE in str(database.setbacks.remark)
        await database.close()
        assert len(past.generations()) == 1


async def test_file_of_another_database_or_a_damaged_one_is_ignored(
    past: Past, tmp_path: Path, postgresql_server: PostgresServer
) -> None:
    memory = tmp_path / "alive.commits"
    database = await opened(past, memory)
    await add(database)
    await database.close()
    text = memory.read_text(encoding="ascii")
    past.server.execute("DROP DATABASE past WITH (FORCE)")
    postgresql_server.create("past", TEMPLATE)
    with connect(past.address) as session:
        session.execute("UPDATE bar_key SET secret = sha256('another')")
    for remembered in (text, text[:40], "[]", '{"marks": 3}'):
        memory.write_text(remembered, encoding="ascii")
        await (await opened(past, memory)).close()
    assert past.generations() == []
