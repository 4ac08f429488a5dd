"""Opening a database: settings, migrations and error messages."""

import asyncio
import logging
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.storage.base.connection import Connection
from bot.storage.base.schema import MIGRATIONS, migrate
from bot.storage.sqlite.database import SqliteDatabase, open_sqlite
from bot.storage.sqlite.writer import run

NEWEST = len(list(MIGRATIONS.glob("*.sql")))


def schema(path: Path) -> tuple[int, list[tuple[Any, ...]]]:
    """Return the version and all objects of the schema."""
    connection = sqlite3.connect(path)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        objects = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name")
        return version, objects.fetchall()
    finally:
        connection.close()


async def open_and_close(path: Path) -> None:
    await (await open_sqlite(str(path))).close()


def write_other_file(path: Path) -> bytes:
    """Write a file that is not a database. Return its content."""
    path.write_bytes(b"something else entirely, and long enough to be looked at" * 50)
    return content(path)


def content(path: Path) -> bytes:
    return path.read_bytes()


@pytest.mark.sqlite
async def test_both_connections_use_wal_full_sync_and_foreign_keys(
    database: SqliteDatabase,
) -> None:
    def settings(connection: sqlite3.Connection) -> tuple[Any, ...]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return tuple(connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)

    def in_transaction(connection: Connection) -> bool:
        return isinstance(connection, sqlite3.Connection) and connection.in_transaction

    full = 2
    assert await database.writer.write(in_transaction)
    for connection in (database.reader, database.writer.connection):
        assert await run(connection, settings) == ("wal", full, 1)
        assert connection.isolation_level is None, "only the code begins transactions"


async def test_opening_creates_folder_and_newest_schema(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "salud.db"
    await open_and_close(path)
    version, objects = schema(path)
    assert version == NEWEST
    tables = {name for kind, name, _ in objects if kind == "table"}
    assert {"match", "log", "press", "match_event", "holder", "result", "tally", "plan"} <= tables


async def test_opening_again_changes_nothing(path: Path) -> None:
    await open_and_close(path)
    before = schema(path)
    await open_and_close(path)
    assert schema(path) == before


async def test_newer_schema_is_refused_unchanged(path: Path) -> None:
    await open_and_close(path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    connection.close()
    before = schema(path)
    with pytest.raises(StoreTrouble, match=f"version {NEWEST + 1}.*newer version of the bot"):
        await open_sqlite(str(path))
    assert schema(path) == before


def scripts(folder: Path, *texts: str) -> Path:
    """Create a folder of migrations, numbered from 1."""
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts, start=1):
        (folder / f"{number:04}_step.sql").write_text(text, encoding="utf-8")
    return folder


FIRST = "-- One; two.\nCREATE TABLE a (n);\n\nCREATE INDEX ai ON a (n);\n-- The end.\n"


def test_only_missing_migrations_are_applied(path: Path, tmp_path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection, scripts(tmp_path / "m", FIRST))
    assert schema(path)[0] == 1
    connection.execute("INSERT INTO a VALUES (5)")
    migrate(connection, scripts(tmp_path / "m", FIRST, "CREATE TABLE b (n);\nDROP INDEX ai"))
    assert schema(path)[0] == 2
    assert [name for _, name, _ in schema(path)[1]] == ["a", "b"]
    assert connection.execute("SELECT n FROM a").fetchall() == [(5,)]
    connection.close()


def test_migration_of_an_older_database_is_logged_once(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection, scripts(tmp_path / "m", FIRST))
    assert caplog.messages == []
    for _ in range(2):
        migrate(connection, scripts(tmp_path / "m", FIRST, "CREATE TABLE b (n);"))
    connection.close()
    assert caplog.messages == ["The database was brought up to date"]
    assert vars(caplog.records[0])["fields"] == {"schema_before": 1, "schema_now": 2}


@pytest.mark.parametrize("wrong", ["CREATE TABLE a (n);", "NONSENSE;", "INSERT INTO c VALUES (1);"])
def test_failing_migration_keeps_the_previous_version(
    path: Path, tmp_path: Path, wrong: str
) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection, scripts(tmp_path / "m", FIRST))
    before = schema(path)
    folder = scripts(tmp_path / "m", FIRST, "CREATE TABLE b (n);", f"CREATE TABLE c (n, m);{wrong}")
    with pytest.raises(sqlite3.Error):
        migrate(connection, folder)
    assert not connection.in_transaction
    assert schema(path) == before
    migrate(connection, scripts(tmp_path / "m", FIRST, "CREATE TABLE b (n);", "SELECT 1;"))
    assert schema(path)[0] == 3
    connection.close()


def test_migrations_are_numbered_without_gaps() -> None:
    names = sorted(path.name for path in MIGRATIONS.iterdir() if path.is_file())
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


async def test_unwritable_path_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for bad in (tmp_path / "file" / "salud.db", Path("/proc/none/salud.db"), tmp_path):
        with pytest.raises(StoreTrouble, match=f"The database {bad} can't be used: .+"):
            await open_sqlite(str(bad))


async def test_damaged_database_is_refused_with_the_step_that_mends_it(path: Path) -> None:
    await open_and_close(path)
    with path.open("r+b") as file:
        file.seek(100)  # behind the header: the root of all tables
        file.write(b"\xa5" * 1000)
    message = r"malformed\. If it is the bot's database, .* \(`python -m bot restore FILE`\)"
    with pytest.raises(StoreTrouble, match=message):
        await open_sqlite(str(path))


async def test_file_that_is_not_a_database_is_refused_unchanged(path: Path) -> None:
    before = write_other_file(path)
    with pytest.raises(
        StoreTrouble, match=r"not a database\. If it is the bot's database, .*restore"
    ):
        await open_sqlite(str(path))
    assert content(path) == before


@pytest.mark.parametrize("has_schema", [False, True])
async def test_read_only_database_is_refused_at_the_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, has_schema: bool
) -> None:
    if has_schema:
        await open_and_close(path)
    else:
        sqlite3.connect(path).execute("VACUUM").connection.close()
    before = content(path)
    connect = sqlite3.connect

    def only_reading(path: str, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(f"file:{path}?mode=ro", uri=True, **options)
        return connection

    monkeypatch.setattr(sqlite3, "connect", only_reading)
    with pytest.raises(StoreTrouble, match=r"can't be used: .*readonly database"):
        await open_sqlite(str(path))
    assert content(path) == before


def threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if "_connection_worker" in thread.name}


async def test_refused_and_closed_databases_leave_no_thread(path: Path) -> None:
    before = threads()
    write_other_file(path)
    with pytest.raises(StoreTrouble):
        await open_sqlite(str(path))
    assert threads() <= before
    opened = await open_sqlite(f"{path}-2")
    assert len(threads() - before) == 2
    await opened.close()
    for thread in threads() - before:
        await asyncio.to_thread(thread.join, 5)
    assert threads() <= before


async def test_clean_close_leaves_a_single_file(path: Path) -> None:
    await open_and_close(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
