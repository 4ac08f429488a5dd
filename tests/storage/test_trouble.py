"""Databases that refuse a request."""

import sqlite3
from pathlib import Path

import pytest

from bot.match.core.store import Store
from bot.match.log.store_errors import StoreTrouble
from bot.storage.sqlite.database import PRAGMAS, SqliteDatabase
from bot.storage.sqlite.writer import run
from tests.storage.samples import READS, WRITES, create_running, on_disk

SETTINGS = ("guild_setting", "user_setting")


@pytest.mark.parametrize("port", WRITES)
async def test_write_to_a_read_only_database_fails_and_reads_continue(
    database: SqliteDatabase,
    store: Store,
    path: Path,
    port: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = await create_running(store)
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
async def test_failing_read_raises_store_trouble(store: Store, path: Path, port: str) -> None:
    match = await create_running(store)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = OFF")
    for table in (
        "match",
        "generation",
        "numbering",
        "log",
        "press",
        "match_event",
        "holder",
        "message",
        *SETTINGS,
    ):
        connection.execute(f"ALTER TABLE {table} RENAME TO lost_{table}")
    connection.close()
    with pytest.raises(StoreTrouble, match="no such table"):
        await READS[port](store, match)


def test_each_method_of_the_store_is_tested_for_trouble() -> None:
    """The query plans test the same lists."""
    ports = {
        name for name in dir(Store) if not name.startswith("_") and callable(getattr(Store, name))
    }
    assert ports == {*WRITES, *READS}
