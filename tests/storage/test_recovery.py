"""Real failures of the file: no partial change stays, and the store recovers."""

import asyncio
import os
import resource
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.records import LogEntry
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.storage.sqlite.database import SqliteDatabase, open_sqlite
from bot.storage.sqlite.writer import run
from engine.core.types import Entry
from tests.patience import PATIENCE
from tests.storage.samples import LOG, NEW, create_running, on_disk

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
connection.execute("ROLLBACK")
"""


@pytest.fixture
async def database(path: Path) -> AsyncIterator[SqliteDatabase]:
    """A database with a short lock timeout."""
    opened = await open_sqlite(str(path), patience=0.05)
    try:
        yield opened
    finally:
        await opened.close()


async def check_turn_counts(store: Store, match: int) -> None:
    """Check that a turn counts and can be read."""
    await store.commit(Change(match, 1, 3, LOG[1:]))
    stored = await store.load(match)
    assert stored is not None
    assert stored.log == LOG


@contextmanager
def smallest_files(size: int) -> Iterator[None]:
    """Limit the size of files, which acts like a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_change_of_a_locked_database_fails_in_time_and_reads_continue(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = await create_running(store)
    other = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLD, path),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert other.stdout is not None
    assert await other.stdout.readline() == b"held\n"
    turns = [store.commit(Change(match, 1, 3, LOG[1:])) for _ in range(3)]
    async with asyncio.timeout(PATIENCE):
        refused = await asyncio.gather(*turns, return_exceptions=True)
    assert [type(error) for error in refused] == [StoreTrouble] * 3
    assert len({id(error) for error in refused}) == 3, "each error has its own traceback"
    assert "failed to store 3 change(s): database is locked" in caplog.text
    assert await store.head(match) is not None
    await other.communicate(b"")
    await check_turn_counts(store, match)


async def test_full_disk_fails_all_turns_of_a_batch(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match, other = await create_running(store), await create_running(store)
    before = on_disk(path, "SELECT * FROM log ORDER BY match, seq")
    with smallest_files(Path(f"{path}-wal").stat().st_size):
        refused = await asyncio.gather(
            *(store.commit(Change(number, 1, 3, LOG[1:])) for number in (match, other)),
            return_exceptions=True,
        )
    assert [type(error) for error in refused] == [StoreTrouble] * 2
    assert "failed to store 2 change(s)" in caplog.text
    assert on_disk(path, "SELECT * FROM log ORDER BY match, seq") == before
    await check_turn_counts(store, match)
    await check_turn_counts(store, other)


async def test_confirmed_changes_are_on_disk_and_refused_ones_are_not(
    database: SqliteDatabase, store: Store, path: Path
) -> None:
    matches = [await create_running(store) for _ in range(3)]
    writing = database.writer.connection
    pages = await run(writing, lambda c: c.execute("PRAGMA page_count").fetchone()[0])
    await run(writing, lambda c: c.execute(f"PRAGMA max_page_count = {pages + 1}").fetchone())
    long = LogEntry(Entry(1, 0, "x" * 100_000), "cccc", 1)
    changes = [Change(match, 1, 3, (long,)) for match in matches]
    changes.append(Change(matches[0], 7, 7))
    answers = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    assert {type(answer) for answer in answers[:3]} == {StoreTrouble}
    assert type(answers[3]) in (Conflict, StoreTrouble)
    assert on_disk(path, "SELECT COUNT(*) FROM log WHERE seq = 1") == [(0,)]
    reason = (
        "The database fails to store changes: database or disk is full (SQLITE_FULL)."
        " Free some space: on a full disk no move counts."
    )
    assert database.writer.trouble == reason
    await run(writing, lambda c: c.execute("PRAGMA max_page_count = 1000000").fetchone())
    await check_turn_counts(store, matches[0])
    assert database.writer.trouble is None


def overwritten(path: Path) -> None:
    path.write_bytes(b"\xa5" * path.stat().st_size)


def truncated(path: Path) -> None:
    os.truncate(path, 4096)


def emptied(path: Path) -> None:
    os.truncate(path, 0)


@pytest.mark.parametrize("harm", [overwritten, truncated, emptied])
async def test_no_turn_counts_on_a_damaged_file_until_it_is_back(
    path: Path, harm: object, caplog: pytest.LogCaptureFixture
) -> None:
    assert callable(harm)
    first = await open_sqlite(str(path))
    match = await create_running(Store(first))
    await first.close()
    database = await open_sqlite(str(path), patience=0.05)
    store = Store(database)
    try:
        intact = path.read_bytes()
        harm(path)
        for _ in range(2):
            with pytest.raises(StoreTrouble):
                await store.commit(Change(match, 1, 3, LOG[1:]))
            with pytest.raises(StoreTrouble):
                await store.load(match)
        path.write_bytes(intact)
        for end in ("-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)
        await check_turn_counts(store, match)
        assert "Reopened the database" in caplog.text
    finally:
        await database.close()
    assert on_disk(path, "PRAGMA integrity_check") == [("ok",)]


async def test_turn_is_not_written_into_a_renamed_file(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = await create_running(store)
    aside = path.with_name("aside.db")
    path.rename(aside)
    for _ in range(2):
        with pytest.raises(StoreTrouble):
            await store.commit(Change(match, 1, 3, LOG[1:]))
    assert not path.exists()
    assert "was replaced while it was open" in caplog.text
    aside.rename(path)
    await check_turn_counts(store, match)


async def test_replaced_file_is_opened_again(store: Store, path: Path) -> None:
    match = await create_running(store)
    copy = path.with_name("copy.db")
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    await store.commit(Change(match, 1, 3, LOG[1:]))
    copy.replace(path)
    await check_turn_counts(store, match)
    assert on_disk(path, "SELECT COUNT(*) FROM log") == [(2,)]
    assert on_disk(path, "PRAGMA integrity_check") == [("ok",)]


async def test_file_of_a_newer_schema_is_not_written(store: Store, path: Path) -> None:
    match = await create_running(store)
    newer = path.with_name("newer.db")
    with sqlite3.connect(path) as source, sqlite3.connect(newer) as target:
        source.backup(target)
        target.execute("PRAGMA user_version = 999")
    source.close()
    target.close()
    newer.replace(path)
    with pytest.raises(StoreTrouble, match="version 999"):
        await store.commit(Change(match, 1, 3, LOG[1:]))


async def test_lost_connection_is_reopened_unnoticed(
    database: SqliteDatabase, store: Store
) -> None:
    match = await create_running(store)
    await database.writer.connection.close()
    await check_turn_counts(store, match)
    await database.reader.close()
    database.kept.forget()
    assert await store.head(match) is not None


async def test_abandoned_transaction_does_not_block(database: SqliteDatabase, store: Store) -> None:
    match = await create_running(store)
    await run(database.writer.connection, lambda c: c.execute("BEGIN IMMEDIATE"))
    await check_turn_counts(store, match)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write to anything")
async def test_read_only_file_is_refused_until_writable_again(path: Path) -> None:
    first = await open_sqlite(str(path))
    match = await create_running(Store(first))
    await first.close()
    database = await open_sqlite(str(path), patience=0.05)
    store = Store(database)
    database._broken = True
    try:
        path.chmod(0o400)
        with pytest.raises(StoreTrouble):
            await store.commit(Change(match, 1, 3, LOG[1:]))
        path.chmod(0o600)
        await check_turn_counts(store, match)
    finally:
        await database.close()


async def test_closed_database_is_not_opened_again(path: Path) -> None:
    database = await open_sqlite(str(path))
    store = Store(database)
    match = await create_running(store)
    await database.close()
    with pytest.raises(StoreTrouble, match="closed"):
        await store.create(NEW, ())
    with pytest.raises(StoreTrouble, match="closed"):
        await store.load(match)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_many_requests_after_a_failure_reopen_the_database_once(
    database: SqliteDatabase, store: Store
) -> None:
    matches = [await create_running(store) for _ in range(20)]
    database.failed(sqlite3.OperationalError("disk I/O error"))
    before = database.writer.connection
    await asyncio.gather(
        *(store.head(match) for match in matches),
        *(store.commit(Change(match, 1, 3, LOG[1:])) for match in matches),
    )
    assert database.writer.connection is not before
    for match in matches:
        stored = await store.load(match)
        assert stored is not None
        assert stored.log == LOG


async def test_stopped_writer_cancels_waiting_turns_and_accepts_new_ones(
    store: Store, database: SqliteDatabase
) -> None:
    match = await create_running(store)
    turn = asyncio.create_task(store.commit(Change(match, 7, 7)))
    await asyncio.sleep(0)
    assert database.writer._task is not None
    database.writer._task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(turn, PATIENCE)
    await check_turn_counts(store, match)
