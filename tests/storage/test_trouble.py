"""A database that can't do what is asked."""

import sqlite3
from pathlib import Path

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.storage.sqlite.database import PRAGMAS, SqliteDatabase
from bot.storage.sqlite.writer import run
from bot.storage.tables.store import SqlStore
from tests.storage.samples import READS, WRITES, begun, on_disk

SETTINGS = ("guild_setting", "user_setting")


@pytest.mark.parametrize("port", WRITES)
async def test_read_only_database(
    database: SqliteDatabase,
    store: SqlStore,
    path: Path,
    port: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A write says what is wrong and keeps nothing; what can be read is read."""
    match = await begun(store)
    read_only = "PRAGMA query_only = ON"
    await run(database.writer.connection, lambda c: c.execute(read_only))
    monkeypatch.setattr(
        "bot.storage.sqlite.database.PRAGMAS", (*PRAGMAS, read_only)
    )  # opened again
    before = on_disk(path, "SELECT * FROM match")
    with pytest.raises(StoreTrouble, match="readonly database"):
        await WRITES[port](store, match)
    assert on_disk(path, "SELECT * FROM match") == before
    for read in READS.values():
        await read(store, match)


@pytest.mark.parametrize("port", READS)
async def test_broken_database(store: SqlStore, path: Path, port: str) -> None:
    """A read that the database refuses is trouble too."""
    match = await begun(store)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = OFF")
    for table in ("match", "life", "log", "press", "match_event", "holder", *SETTINGS):
        connection.execute(f"ALTER TABLE {table} RENAME TO lost_{table}")
    connection.close()
    with pytest.raises(StoreTrouble, match="no such table"):
        await READS[port](store, match)


def test_every_port_is_here() -> None:
    """No method of the store goes untried by the two tests above, nor by the plans'."""
    ports = {name for name in dir(SqlStore) if not name.startswith("_")}
    assert ports == {*WRITES, *READS}
