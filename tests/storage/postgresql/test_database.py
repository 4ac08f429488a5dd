"""Broken connections, conflicting transactions, and error messages."""

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.app.commands.backups import back_up, put_back
from bot.app.commands.hand_over import hand_over
from bot.app.settings import Settings
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.owner import Owner
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.postgresql import writer as writing
from bot.storage.postgresql.connections import Session, connect
from bot.storage.postgresql.database import PostgresDatabase, open_postgresql
from chaos.postgresql_server import PostgresServer
from tests.machine import need_postgresql
from tests.patience import PATIENCE
from tests.tiers import exhaustive

SECRET = "hunter2"


@pytest.fixture
async def opened(postgresql: str) -> AsyncIterator[PostgresDatabase]:
    database = await open_postgresql(postgresql)
    yield database
    await database.close()


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """A server that can crash, and that syncs to disk."""
    need_postgresql()
    with PostgresServer(quick=False) as postgres:
        yield postgres


async def add(database: Database, number: int) -> int:
    """Count the rows of a table and insert one."""

    def work(connection: Connection) -> int:
        (count,) = connection.execute("SELECT COUNT(*) FROM server").fetchone()
        connection.execute("INSERT INTO server (guild, gone) VALUES (?, ?)", (number, count))
        return int(count)

    return await database.writer.write(work)


async def counts(database: Database) -> list[int]:
    """Return all counts."""
    return sorted(await database.column("SELECT gone FROM server"))


async def test_simultaneous_processes_are_serialized_unnoticed(postgresql: str) -> None:
    databases = [await open_postgresql(postgresql) for _ in range(3)]
    try:
        numbers = range(30)
        await asyncio.gather(*(add(databases[number % 3], number) for number in numbers))
        assert await counts(databases[0]) == list(numbers)
    finally:
        for database in databases:
            await database.close()


async def test_failed_work_harms_no_other_in_its_commit(opened: PostgresDatabase) -> None:
    def fails(connection: Connection) -> None:
        connection.execute("INSERT INTO server (guild) VALUES (99)")
        raise LookupError("no")

    def is_wrong(connection: Connection) -> None:
        connection.execute("INSERT INTO nowhere VALUES (1)")

    works = [add(opened, 1), opened.writer.write(fails), opened.writer.write(is_wrong)]
    first, second, third, last = await asyncio.gather(
        *works, add(opened, 2), return_exceptions=True
    )
    assert (first, last) == (0, 1)
    assert isinstance(second, LookupError)
    assert isinstance(third, StoreTrouble)
    assert await counts(opened) == [0, 1]


async def test_committed_work_is_not_repeated_when_the_server_goes_away(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "TRIES", 2)
    monkeypatch.setattr(writing, "LONGEST", 0)
    await (await open_postgresql(postgresql)).close()
    sessions, tries = [connect(postgresql)], 0

    def only_once() -> Session:
        if not sessions:
            raise psycopg.OperationalError("away")
        return sessions.pop()

    def insert(connection: Connection) -> str:
        connection.execute("INSERT INTO server (guild) VALUES (1)")
        return "counted"

    def is_in_the_way(_: Connection) -> None:
        nonlocal tries
        tries += 1
        if tries > 2:  # the work runs alone now
            session.close()
        raise psycopg.errors.SerializationFailure

    session, writer = sessions[0], writing.PostgresWriter(only_once, patience=0)
    first, second = await asyncio.gather(
        writer.write(insert), writer.write(is_in_the_way), return_exceptions=True
    )
    await writer.close()
    assert first == "counted"
    assert isinstance(second, StoreTrouble)


async def test_values_have_the_same_types_as_in_sqlite(opened: PostgresDatabase) -> None:
    rows = await opened.rows(
        "SELECT ?1 + 1, SUM(n), AVG(n), ?2 FROM (SELECT 1 AS n UNION ALL SELECT 2) AS two",
        True,
        b"\0'",
    )
    assert rows == [(2, 3, 1.5, b"\0'")]
    assert [type(value) for value in rows[0]] == [int, int, float, bytes]


async def test_lost_connections_are_replaced_unnoticed(
    opened: PostgresDatabase, postgresql_server: PostgresServer
) -> None:
    await add(opened, 1)
    postgresql_server.kill_sessions()
    assert await add(opened, 2) == 1
    postgresql_server.kill_sessions()
    assert await counts(opened) == [0, 1]


async def test_work_is_repeated_if_its_connection_breaks_in_a_pipeline(
    opened: PostgresDatabase, postgresql_server: PostgresServer
) -> None:
    """Such a connection is not closed, but refuses even ROLLBACK."""
    runs = 0

    def insert_many(connection: Connection) -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            session = opened.writer._session
            assert session is not None
            session.pgconn.enter_pipeline_mode()
            session.pgconn.send_query_params(b"SELECT 1", None)
            raise psycopg.OperationalError("cut in the middle")
        connection.execute("INSERT INTO server (guild) VALUES (7)")

    await asyncio.gather(opened.writer.write(insert_many), add(opened, 1))
    assert runs == 2
    assert len(await opened.column("SELECT guild FROM server")) == 2


async def test_work_of_a_lost_connection_is_repeated(
    opened: PostgresDatabase, postgresql_server: PostgresServer
) -> None:
    runs = [0]

    def work(connection: Connection) -> None:
        runs[0] += 1
        connection.execute("INSERT INTO server (guild, gone) VALUES (7, 7)")
        if runs[0] == 1:
            postgresql_server.kill_sessions()
            connection.execute("SELECT 1")

    await opened.writer.write(work)
    assert (runs, await counts(opened)) == ([2], [7])


async def test_committed_work_survives_a_crash_and_new_work_waits(server: PostgresServer) -> None:
    database = await open_database(server.create("crashed"))
    try:
        assert await add(database, 1) == 0
        server.crash()
        waiting = asyncio.create_task(add(database, 2))
        await asyncio.to_thread(server.start)
        assert await waiting == 1
        assert await counts(database) == [0, 1]
    finally:
        await database.close()


async def test_absent_server_raises_trouble_in_time_and_recovers(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool's own back-off would wait much longer."""
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.INITIAL_DELAY", 100.0)
    database = await open_postgresql(server.create("away"), patience=0.3)
    try:
        server.crash()
        with pytest.raises(StoreTrouble):
            await add(database, 1)
        with pytest.raises(StoreTrouble):
            await counts(database)
        server.start()
        assert await add(database, 1) == 0
        assert await eventually(database) == [0]
    finally:
        await database.close()


async def eventually(database: Database) -> list[int]:
    """Return all counts, as soon as they can be read."""
    for _ in range(5):
        with contextlib.suppress(StoreTrouble):
            return await counts(database)
    return await counts(database)


async def test_closing_ends_all_waiting_for_an_absent_server(server: PostgresServer) -> None:
    database = await open_postgresql(server.create("gone"), patience=10 * PATIENCE)
    server.crash()
    async with asyncio.timeout(PATIENCE):
        waiting = [asyncio.create_task(work) for work in (counts(database), add(database, 1))]
        await asyncio.wait(waiting, timeout=0.05)
        await database.close()
        for task in waiting:
            with pytest.raises(StoreTrouble):
                await task


async def test_lost_confirmation_raises_trouble_and_is_not_repeated(
    opened: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the commit succeeded is unknown."""
    await add(opened, 1)
    session = opened.writer._session
    assert session is not None
    execute = session.execute

    def lost(query: Any, *values: Any, **options: Any) -> Any:
        result = execute(query, *values, **options)
        if isinstance(query, bytes) and query.endswith(b"COMMIT"):
            session.close()
            raise psycopg.OperationalError("the connection is lost")
        return result

    monkeypatch.setattr(session, "execute", lost)
    with pytest.raises(StoreTrouble, match="the connection is lost"):
        await add(opened, 2)
    assert await counts(opened) == [0, 1]
    assert await add(opened, 3) == 2


@pytest.mark.parametrize(
    "unreachable",
    [
        f"postgresql://salud:{SECRET}@localhost:1/salud",
        f"postgresql://salud:{SECRET}@localhost:nonsense/salud",
        f"postgresql://salud:{SECRET}@/salud?host=/nowhere",
        f"postgresql://salud:{SECRET}@/salud?nonsense={SECRET}",
    ],
)
async def test_error_of_an_unreachable_server_hides_the_password(
    unreachable: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(StoreTrouble) as refused:
        await open_database(unreachable)
    messages = (
        f"{refused.value} {refused.value.__cause__} {refused.value.__context__} {caplog.text}"
    )
    assert str(refused.value).startswith("The database")
    assert SECRET not in messages
    assert SECRET not in repr(Settings(salud_database=unreachable))


async def test_closed_database_leaves_no_session_or_thread(postgresql: str) -> None:
    database = await open_postgresql(postgresql)
    await add(database, 1)
    await database.close()
    with pytest.raises(StoreTrouble):
        await counts(database)
    names = [thread.name for thread in threading.enumerate()]
    assert not [name for name in names if "postgresql" in name or "pool" in name], names


async def test_commands_for_files_refer_to_pg_dump_and_ownership_works(
    postgresql: str, tmp_path: Path
) -> None:
    settings = Settings(salud_database=postgresql)
    with pytest.raises(StoreTrouble, match="pg_dump"):
        back_up(settings, str(tmp_path / "file"), force=False)
    with pytest.raises(StoreTrouble, match="pg_restore"):
        put_back(settings, str(tmp_path / "file"))
    database = await open_database(postgresql)
    await Owner(database).claim(5)
    with pytest.raises(StoreTrouble, match="A bot uses the database"):
        hand_over(settings)
    await database.close()
    assert "does not belong to the application 5 any more" in hand_over(settings)
    assert "has no owner" in hand_over(settings)
    assert "The next match will be #1001" in put_back(settings, None)


@exhaustive
def test_postgresql_is_not_imported_for_sqlite() -> None:
    script = (
        "import sys, bot.app.assembly, bot.app.commands.copying, bot.storage.opening;"
        "print([name for name in sys.modules if 'psycopg' in name or 'postgresql' in name])"
    )
    process = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "[]"


async def test_conflict_found_at_the_mark_of_a_commit_is_repeated(
    opened: PostgresDatabase, postgresql: str
) -> None:
    """The mark is the first statement after the conflict, and its error leaves the transaction
    open.
    """
    tries = 0
    with connect(postgresql) as other:

        def work(connection: Connection) -> int:
            nonlocal tries
            tries += 1
            connection.execute("SELECT COUNT(*) FROM server").fetchone()
            connection.execute("UPDATE sweep SET wanted = wanted + 1")
            if tries == 1:
                with other.transaction():
                    other.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                    other.execute("SELECT wanted FROM sweep")
                    other.execute("INSERT INTO server (guild) VALUES (1)")
            return tries

        assert await opened.writer.write(work) == 2
