"""Connections that break, transactions that others get in the way of, and what is said of it."""

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

from bot.commands.backups import back_up, put_back
from bot.commands.hand_over import hand_over
from bot.match.log.store_errors import StoreTrouble
from bot.settings import Settings
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.postgresql import writer as writing
from bot.storage.postgresql.connections import Session, connect
from bot.storage.postgresql.database import PostgresDatabase, open_postgresql
from bot.storage.tables.owner import SqlOwner
from chaos.postgresql_server import PostgresServer
from tests.machine import need_postgresql
from tests.patience import PATIENCE
from tests.tiers import exhaustive

SECRET = "hunter2"


@pytest.fixture
async def opened(postgresql: str) -> AsyncIterator[PostgresDatabase]:
    """An open database."""
    database = await open_postgresql(postgresql)
    yield database
    await database.close()


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """One that may crash: what it says is on disk is there."""
    need_postgresql()
    with PostgresServer(quick=False) as made:
        yield made


async def add(database: Database, number: int) -> int:
    """Count in a table, as some work that reads before it writes."""

    def work(connection: Connection) -> int:
        (count,) = connection.execute("SELECT COUNT(*) FROM server").fetchone()
        connection.execute("INSERT INTO server (guild, gone) VALUES (?, ?)", (number, count))
        return int(count)

    return await database.writer.write(work)


async def counted(database: Database) -> list[int]:
    """What each found."""
    return sorted(await database.column("SELECT gone FROM server"))


async def test_processes_get_in_each_others_way(postgresql: str) -> None:
    """Each piece of work is done as if it were alone, and nobody hears of the others."""
    databases = [await open_postgresql(postgresql) for _ in range(3)]
    try:
        numbers = range(30)
        await asyncio.gather(*(add(databases[number % 3], number) for number in numbers))
        assert await counted(databases[0]) == list(numbers)
    finally:
        for database in databases:
            await database.close()


async def test_one_that_fails_among_others(opened: PostgresDatabase) -> None:
    """It leaves nothing behind, and harms none that shares its commit."""

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
    assert await counted(opened) == [0, 1]


async def test_away_when_some_counted(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was committed before the server went away is not done once more, nor called undone."""
    monkeypatch.setattr(writing, "TRIES", 2)
    monkeypatch.setattr(writing, "LONGEST", 0)
    await (await open_postgresql(postgresql)).close()
    sessions, tries = [connect(postgresql)], 0

    def only_once() -> Session:
        if not sessions:
            raise psycopg.OperationalError("away")
        return sessions.pop()

    def counts(connection: Connection) -> str:
        connection.execute("INSERT INTO server (guild) VALUES (1)")
        return "counted"

    def is_in_the_way(_: Connection) -> None:
        nonlocal tries
        tries += 1
        if tries > 2:  # it is alone now
            session.close()
        raise psycopg.errors.SerializationFailure

    session, writer = sessions[0], writing.PostgresWriter(only_once, patience=0)
    first, second = await asyncio.gather(
        writer.write(counts), writer.write(is_in_the_way), return_exceptions=True
    )
    await writer.close()
    assert first == "counted"
    assert isinstance(second, StoreTrouble)


async def test_values_as_in_sqlite(opened: PostgresDatabase) -> None:
    """Flags are numbers, sums are whole, averages are not, bytes are bytes."""
    rows = await opened.rows(
        "SELECT ?1 + 1, SUM(n), AVG(n), ?2 FROM (SELECT 1 AS n UNION ALL SELECT 2) AS two",
        True,
        b"\0'",
    )
    assert rows == [(2, 3, 1.5, b"\0'")]
    assert [type(value) for value in rows[0]] == [int, int, float, bytes]


async def test_lost_connections(
    opened: PostgresDatabase, postgresql_server: PostgresServer
) -> None:
    """Whoever comes next is served as if nothing had happened."""
    await add(opened, 1)
    postgresql_server.kill_sessions()
    assert await add(opened, 2) == 1
    postgresql_server.kill_sessions()
    assert await counted(opened) == [0, 1]


async def test_lost_in_the_middle(
    opened: PostgresDatabase, postgresql_server: PostgresServer
) -> None:
    """What was not committed yet is done again."""
    runs = [0]

    def work(connection: Connection) -> None:
        runs[0] += 1
        connection.execute("INSERT INTO server (guild, gone) VALUES (7, 7)")
        if runs[0] == 1:
            postgresql_server.kill_sessions()
            connection.execute("SELECT 1")

    await opened.writer.write(work)
    assert (runs, await counted(opened)) == ([2], [7])


async def test_a_crash(server: PostgresServer) -> None:
    """What was said to be kept is there; what comes while the server starts again waits for it."""
    database = await open_database(server.create("crashed"))
    try:
        assert await add(database, 1) == 0
        server.crash()
        waiting = asyncio.create_task(add(database, 2))
        await asyncio.to_thread(server.start)
        assert await waiting == 1
        assert await counted(database) == [0, 1]
    finally:
        await database.close()


async def test_a_server_that_stays_away(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trouble in time, and no more once it is back, however seldom its pool would look by then."""
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.INITIAL_DELAY", 100.0)
    database = await open_postgresql(server.create("away"), patience=0.3)
    try:
        server.crash()
        with pytest.raises(StoreTrouble):
            await add(database, 1)
        with pytest.raises(StoreTrouble):
            await counted(database)
        server.start()
        assert await add(database, 1) == 0
        assert await eventually(database) == [0]
    finally:
        await database.close()


async def eventually(database: Database) -> list[int]:
    """What each found, as soon as it can be read."""
    for _ in range(5):
        with contextlib.suppress(StoreTrouble):
            return await counted(database)
    return await counted(database)


async def test_stopped_while_the_server_is_away(server: PostgresServer) -> None:
    """Nobody waits for it any more: neither what is to be read nor what is to be kept."""
    database = await open_postgresql(server.create("gone"), patience=10 * PATIENCE)
    server.crash()
    async with asyncio.timeout(PATIENCE):
        waiting = [asyncio.create_task(work) for work in (counted(database), add(database, 1))]
        await asyncio.wait(waiting, timeout=0.05)
        await database.close()
        for task in waiting:
            with pytest.raises(StoreTrouble):
                await task


async def test_confirmation_lost(opened: PostgresDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows, so it is trouble, and not done twice."""
    await add(opened, 1)
    session = opened.writer._session
    assert session is not None
    execute = session.execute

    def lost(query: Any, *values: Any) -> Any:
        done = execute(query, *values)
        if query == "COMMIT":
            session.close()
            raise psycopg.OperationalError("the connection is lost")
        return done

    monkeypatch.setattr(session, "execute", lost)
    with pytest.raises(StoreTrouble, match="the connection is lost"):
        await add(opened, 2)
    assert await counted(opened) == [0, 1]
    assert await add(opened, 3) == 2


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://salud:{SECRET}@localhost:1/salud",
        f"postgresql://salud:{SECRET}@localhost:nonsense/salud",
        f"postgresql://salud:{SECRET}@/salud?host=/nowhere",
        f"postgresql://salud:{SECRET}@/salud?nonsense={SECRET}",
    ],
)
async def test_unreachable(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """One sentence, without the password."""
    with pytest.raises(StoreTrouble) as refused:
        await open_database(address)
    told = f"{refused.value} {refused.value.__cause__} {refused.value.__context__} {caplog.text}"
    assert str(refused.value).startswith("The database")
    assert SECRET not in told
    assert SECRET not in repr(Settings(salud_database=address))


async def test_closed(postgresql: str) -> None:
    """Nothing is left: no session, no thread."""
    database = await open_postgresql(postgresql)
    await add(database, 1)
    await database.close()
    with pytest.raises(StoreTrouble):
        await counted(database)
    names = [thread.name for thread in threading.enumerate()]
    assert not [name for name in names if "postgresql" in name or "pool" in name], names


async def test_what_operators_do(postgresql: str, tmp_path: Path) -> None:
    """Files are for SQLite; an owner is handed over, and a dump begins a generation."""
    settings = Settings(salud_database=postgresql)
    with pytest.raises(StoreTrouble, match="pg_dump"):
        back_up(settings, str(tmp_path / "file"), force=False)
    with pytest.raises(StoreTrouble, match="pg_restore"):
        put_back(settings, str(tmp_path / "file"))
    database = await open_database(postgresql)
    await SqlOwner(database).claim(5)
    with pytest.raises(StoreTrouble, match="A bot uses the database"):
        hand_over(settings)
    await database.close()
    assert "does not belong to the application 5 any more" in hand_over(settings)
    assert "belongs to nobody" in hand_over(settings)
    assert "The next match will be #1001" in put_back(settings, None)


@exhaustive
def test_not_loaded_for_sqlite() -> None:
    """Who uses SQLite does not pay for PostgreSQL."""
    script = (
        "import sys, bot.app, bot.commands.copying, bot.storage.opening;"
        "print([name for name in sys.modules if 'psycopg' in name or 'postgresql' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
