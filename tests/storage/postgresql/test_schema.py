"""The schema in PostgreSQL is SQLite's."""

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
"""By table: name, whether it may be NULL, and the type."""
TYPES = {
    "bigint": "INTEGER",
    "text": "TEXT",
    "bytea": "BLOB",
    "double precision": "REAL",
}


def in_sqlite(*, keys: bool = False) -> Columns:
    """The columns of each table, or its primary key."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        sqlite_schema.migrate(made)
        tables = made.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        found: Columns = {}
        for (table,) in tables:
            rows = made.execute(f"PRAGMA table_xinfo({table})").fetchall()
            if keys:
                rows = sorted((row for row in rows if row[5]), key=lambda row: int(row[5]))
            found[table] = [
                (name, not needed and not key, kind) for _, name, kind, needed, _, key, _ in rows
            ]
        return found


def in_postgresql(address: str, *, keys: bool = False) -> Columns:
    """The same there."""
    key = (
        "JOIN information_schema.key_column_usage AS key ON key.table_name = c.table_name"
        " AND key.column_name = c.column_name AND key.constraint_name = c.table_name || '_pkey'"
    )
    place = "key.ordinal_position" if keys else "c.ordinal_position"
    with connect(address) as session:
        rows = session.execute(
            "SELECT c.table_name, c.column_name, c.is_nullable, c.data_type"  # noqa: S608 - our own words
            f" FROM information_schema.columns AS c {key if keys else ''}"
            " WHERE c.table_schema = 'public' AND c.table_name NOT IN"
            f" ('schema_version', 'day_change') ORDER BY c.table_name, {place}".encode()
        ).fetchall()
    found: Columns = {}
    for table, name, nullable, kind in rows:
        found.setdefault(table, []).append((name, nullable == "YES", TYPES[kind]))
    return found


@pytest.mark.parametrize("keys", [False, True])
def test_same_tables(postgresql: str, *, keys: bool) -> None:
    """Tables, columns in their order, what may be NULL, types; and the keys."""
    assert in_postgresql(postgresql, keys=keys) == in_sqlite(keys=keys)


def test_same_indexes(postgresql: str) -> None:
    """By their names."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        sqlite_schema.migrate(made)
        ours = made.execute(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        ).fetchall()
    with connect(postgresql) as session:
        theirs = session.execute(
            "SELECT indexname FROM pg_indexes WHERE schemaname = 'public'"
            " AND indexname NOT LIKE '%_pkey'"
        ).fetchall()
    assert sorted(ours) == sorted(theirs)


def test_migrations_of_both() -> None:
    """Whatever came after the base was written for both."""
    ours, theirs = sqlite_schema.scripts(), sqlite_schema.scripts(schema.MIGRATIONS)
    assert {number for number in ours if number >= min(theirs)} == set(theirs)


def test_one_at_a_time(postgresql_server: PostgresServer) -> None:
    """Of processes that start at once one makes the schema, and all find it."""
    address = postgresql_server.create("at_once")

    def start(_: int) -> int:
        with connect(address) as session:
            schema.migrate(session)
            return schema.version(session)

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(start, range(4))) == {sqlite_schema.newest()}


def test_a_migration_that_fails(postgresql_server: PostgresServer, tmp_path: Path) -> None:
    """Nothing of it stays."""
    (tmp_path / "0017_base.sql").write_text("CREATE TABLE a (b BIGINT);")
    (tmp_path / "0018_wrong.sql").write_text("CREATE TABLE c (d BIGINT); SELECT nonsense;")
    with connect(postgresql_server.create("failing")) as session:
        with pytest.raises(Exception, match="nonsense"):
            schema.migrate(session, tmp_path)
        assert schema.version(session) == 0
        assert session.execute("SELECT to_regclass('a')").fetchone() == (None,)


async def test_newer_version(postgresql: str) -> None:
    """It is left alone."""
    with connect(postgresql) as session:
        session.execute("UPDATE schema_version SET version = 9999")
    with pytest.raises(StoreTrouble, match="has schema version 9999, and this bot knows"):
        await open_postgresql(postgresql)
