"""The PostgreSQL schema equals SQLite's."""

import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.storage.base import schema as sqlite_schema
from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import connect
from bot.storage.postgresql.database import open_postgresql
from chaos.postgresql_server import PostgresServer

Columns = dict[str, list[tuple[str, bool, str]]]
"""By table: name, whether it can be NULL, and type."""
TYPES = {
    "bigint": "INTEGER",
    "text": "TEXT",
    "bytea": "BLOB",
    "double precision": "REAL",
}


def in_sqlite(*, keys: bool = False) -> Columns:
    """Return the columns of each table, or its primary key."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        sqlite_schema.migrate(connection)
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        columns: Columns = {}
        for (table,) in tables:
            rows = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
            if keys:
                rows = sorted((row for row in rows if row[5]), key=lambda row: int(row[5]))
            columns[table] = [
                (name, not needed and not key, kind) for _, name, kind, needed, _, key, _ in rows
            ]
        return columns


def in_postgresql(address: str, *, keys: bool = False) -> Columns:
    """Return the same from PostgreSQL."""
    key = (
        "JOIN information_schema.key_column_usage AS key ON key.table_name = c.table_name"
        " AND key.column_name = c.column_name AND key.constraint_name = c.table_name || '_pkey'"
    )
    place = "key.ordinal_position" if keys else "c.ordinal_position"
    with connect(address) as session:
        rows = session.execute(
            "SELECT c.table_name, c.column_name, c.is_nullable, c.data_type"  # noqa: S608 - constant text
            f" FROM information_schema.columns AS c {key if keys else ''}"
            " WHERE c.table_schema = 'public' AND c.table_name NOT IN"
            f" ('schema_version', 'day_change') ORDER BY c.table_name, {place}".encode()
        ).fetchall()
    columns: Columns = {}
    for table, name, nullable, kind in rows:
        columns.setdefault(table, []).append((name, nullable == "YES", TYPES[kind]))
    return columns


@pytest.mark.parametrize("keys", [False, True])
def test_tables_columns_and_keys_are_the_same(postgresql: str, *, keys: bool) -> None:
    assert in_postgresql(postgresql, keys=keys) == in_sqlite(keys=keys)


def test_names_of_indexes_are_the_same(postgresql: str) -> None:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        sqlite_schema.migrate(connection)
        ours = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        ).fetchall()
    with connect(postgresql) as session:
        theirs = session.execute(
            "SELECT indexname FROM pg_indexes WHERE schemaname = 'public'"
            " AND indexname NOT LIKE '%_pkey'"
        ).fetchall()
    assert sorted(ours) == sorted(theirs)


def test_migrations_after_the_base_exist_for_both() -> None:
    ours, theirs = sqlite_schema.scripts(), sqlite_schema.scripts(schema.MIGRATIONS)
    assert {number for number in ours if number >= min(theirs)} == set(theirs)


def test_one_of_several_starting_processes_creates_the_schema(
    postgresql_server: PostgresServer,
) -> None:
    address = postgresql_server.create("at_once")

    def start(_: int) -> int:
        with connect(address) as session:
            schema.migrate(session)
            return schema.version(session)

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(start, range(4))) == {sqlite_schema.newest()}


def test_failed_migration_leaves_no_trace(
    postgresql_server: PostgresServer, tmp_path: Path
) -> None:
    (tmp_path / "0017_base.sql").write_text("CREATE TABLE a (b BIGINT);")
    (tmp_path / "0018_wrong.sql").write_text("CREATE TABLE c (d BIGINT); SELECT nonsense;")
    with connect(postgresql_server.create("failing")) as session:
        with pytest.raises(Exception, match="nonsense"):
            schema.migrate(session, tmp_path)
        assert schema.version(session) == 0
        assert session.execute("SELECT to_regclass('a')").fetchone() == (None,)


async def test_newer_schema_is_refused(postgresql: str) -> None:
    with connect(postgresql) as session:
        session.execute("UPDATE schema_version SET version = 9999")
    with pytest.raises(StoreTrouble, match="has schema version 9999, and this bot knows"):
        await open_postgresql(postgresql)
