"""Real trouble with the file: nothing half-done stays, and the store goes on when it is over."""

import asyncio
import os
import resource
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.match.core.store import Change
from bot.match.log.records import LogEntry
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.storage.sqlite.database import SqliteDatabase, open_sqlite
from bot.storage.sqlite.writer import run
from bot.storage.tables.store import SqlStore
from engine.core.types import Entry
from tests.patience import PATIENCE
from tests.storage.samples import LOG, NEW, begun, on_disk

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
    """One that has little patience with others."""
    opened = await open_sqlite(str(path), patience=0.05)
    try:
        yield opened
    finally:
        await opened.close()


async def goes_on(store: SqlStore, match: int) -> None:
    """A turn counts, and can be read."""
    await store.commit(Change(match, 1, 3, LOG[1:]))
    stored = await store.load(match)
    assert stored is not None
    assert stored.log == LOG


@contextmanager
def smallest_files(size: int) -> Iterator[None]:
    """No file may grow beyond a size: what a full disk does to a write."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_locked_by_another_process(
    store: SqlStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A change waits no longer than it should; reading goes on all the while."""
    match = await begun(store)
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
    assert len({id(error) for error in refused}) == 3, "each has a traceback of its own"
    assert "did not keep 3 change(s): database is locked" in caplog.text
    assert await store.head(match) is not None
    await other.communicate(b"")
    await goes_on(store, match)


async def test_full_disk(store: SqlStore, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Writing fails only in the commit: no turn of the batch counts, and all are told so."""
    match, other = await begun(store), await begun(store)
    before = on_disk(path, "SELECT * FROM log ORDER BY match, seq")
    with smallest_files(Path(f"{path}-wal").stat().st_size):
        refused = await asyncio.gather(
            *(store.commit(Change(number, 1, 3, LOG[1:])) for number in (match, other)),
            return_exceptions=True,
        )
    assert [type(error) for error in refused] == [StoreTrouble] * 2
    assert "did not keep 2 change(s)" in caplog.text
    assert on_disk(path, "SELECT * FROM log ORDER BY match, seq") == before
    await goes_on(store, match)
    await goes_on(store, other)


async def test_full_in_the_middle(database: SqliteDatabase, store: SqlStore, path: Path) -> None:
    """Who was told yes is on disk, who was told no is not, and later all goes on."""
    matches = [await begun(store) for _ in range(3)]
    writing = database.writer.connection
    pages = await run(writing, lambda c: c.execute("PRAGMA page_count").fetchone()[0])
    await run(writing, lambda c: c.execute(f"PRAGMA max_page_count = {pages + 1}").fetchone())
    long = LogEntry(Entry(1, 0, "x" * 100_000), "cccc", 1)
    changes = [Change(match, 1, 3, (long,)) for match in matches]
    changes.append(Change(matches[0], 7, 7))
    told = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    assert {type(answer) for answer in told[:3]} == {StoreTrouble}
    assert type(told[3]) in (Conflict, StoreTrouble)
    assert on_disk(path, "SELECT COUNT(*) FROM log WHERE seq = 1") == [(0,)]
    await run(writing, lambda c: c.execute("PRAGMA max_page_count = 1000000").fetchone())
    await goes_on(store, matches[0])


def overwritten(path: Path) -> None:
    """Something writes nonsense into the file."""
    path.write_bytes(b"\xa5" * path.stat().st_size)


def truncated(path: Path) -> None:
    """The end of the file is lost."""
    os.truncate(path, 4096)


def emptied(path: Path) -> None:
    """All of it is lost."""
    os.truncate(path, 0)


@pytest.mark.parametrize("harm", [overwritten, truncated, emptied])
async def test_damaged_file(path: Path, harm: object, caplog: pytest.LogCaptureFixture) -> None:
    """No turn counts on a file that can't be read; with the file it goes on by itself."""
    assert callable(harm)
    first = await open_sqlite(str(path))
    match = await begun(SqlStore(first))
    await first.close()
    database = await open_sqlite(str(path), patience=0.05)
    store = SqlStore(database)
    try:
        whole = path.read_bytes()
        harm(path)
        for _ in range(2):
            with pytest.raises(StoreTrouble):
                await store.commit(Change(match, 1, 3, LOG[1:]))
            with pytest.raises(StoreTrouble):
                await store.load(match)
        path.write_bytes(whole)
        for end in ("-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)
        await goes_on(store, match)
        assert "The database was opened again" in caplog.text
    finally:
        await database.close()
    assert on_disk(path, "PRAGMA integrity_check") == [("ok",)]


async def test_file_gone(store: SqlStore, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A turn is never written into a file that has no name any more; a new one is not begun."""
    match = await begun(store)
    aside = path.with_name("aside.db")
    path.rename(aside)
    for _ in range(2):
        with pytest.raises(StoreTrouble):
            await store.commit(Change(match, 1, 3, LOG[1:]))
    assert not path.exists()
    assert "is not the one that was opened" in caplog.text
    aside.rename(path)
    await goes_on(store, match)


async def test_another_file(store: SqlStore, path: Path) -> None:
    """An older database under the same name: its matches count from now on."""
    match = await begun(store)
    copy = path.with_name("copy.db")
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    await store.commit(Change(match, 1, 3, LOG[1:]))
    copy.replace(path)
    await goes_on(store, match)
    assert on_disk(path, "SELECT COUNT(*) FROM log") == [(2,)]
    assert on_disk(path, "PRAGMA integrity_check") == [("ok",)]


async def test_another_schema(store: SqlStore, path: Path) -> None:
    """A file that a newer version has taken over is written to no more."""
    match = await begun(store)
    newer = path.with_name("newer.db")
    with sqlite3.connect(path) as source, sqlite3.connect(newer) as target:
        source.backup(target)
        target.execute("PRAGMA user_version = 999")
    source.close()
    target.close()
    newer.replace(path)
    with pytest.raises(StoreTrouble, match="version 999"):
        await store.commit(Change(match, 1, 3, LOG[1:]))


async def test_connection_lost(database: SqliteDatabase, store: SqlStore) -> None:
    """Nobody notices: what could not begin is tried again."""
    match = await begun(store)
    await database.writer.connection.close()
    await goes_on(store, match)
    await database.reader.close()
    database.kept.forget()
    assert await store.head(match) is not None


async def test_transaction_left_open(database: SqliteDatabase, store: SqlStore) -> None:
    """One that nobody ends hinders nobody."""
    match = await begun(store)
    await run(database.writer.connection, lambda c: c.execute("BEGIN IMMEDIATE"))
    await goes_on(store, match)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write to anything")
async def test_read_only_file(path: Path) -> None:
    """Write permission taken away, and given back."""
    first = await open_sqlite(str(path))
    match = await begun(SqlStore(first))
    await first.close()
    database = await open_sqlite(str(path), patience=0.05)
    store = SqlStore(database)
    database._broken = True
    try:
        path.chmod(0o400)
        with pytest.raises(StoreTrouble):
            await store.commit(Change(match, 1, 3, LOG[1:]))
        path.chmod(0o600)
        await goes_on(store, match)
    finally:
        await database.close()


async def test_after_the_end(path: Path) -> None:
    """A closed database is not opened again by who comes late."""
    database = await open_sqlite(str(path))
    store = SqlStore(database)
    match = await begun(store)
    await database.close()
    with pytest.raises(StoreTrouble, match="closed"):
        await store.create(NEW, ())
    with pytest.raises(StoreTrouble, match="closed"):
        await store.load(match)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_everybody_at_once_after_trouble(database: SqliteDatabase, store: SqlStore) -> None:
    """Many who come together open it once and all go on."""
    matches = [await begun(store) for _ in range(20)]
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


async def test_writer_stopped(store: SqlStore, database: SqliteDatabase) -> None:
    """Who waits when the program ends is not left waiting, and the next change counts."""
    match = await begun(store)
    turn = asyncio.create_task(store.commit(Change(match, 7, 7)))
    await asyncio.sleep(0)
    assert database.writer._task is not None
    database.writer._task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(turn, PATIENCE)
    await goes_on(store, match)
