"""The writer: each piece of work is stored as a whole or not at all, and waiting works share a
commit.
"""

import asyncio
import inspect
import re
import sqlite3
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import aiosqlite
import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.storage.base.connection import Connection
from bot.storage.base.group_writer import Work
from bot.storage.sqlite.writer import Writer, run
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


@dataclass
class Bench:
    """A writer on a small table, and all statements that it sends."""

    path: Path
    connection: aiosqlite.Connection
    writer: Writer
    sent: list[str] = field(default_factory=list)

    def rows_on_disk(self) -> list[int]:
        """Return the rows on disk, as read by another connection."""
        other = sqlite3.connect(self.path)
        try:
            return [row[0] for row in other.execute("SELECT n FROM t ORDER BY n")]
        finally:
            other.close()

    @property
    def commits(self) -> int:
        """The number of committed transactions."""
        return self.sent.count("COMMIT")


@pytest.fixture
async def bench(path: Path) -> AsyncIterator[Bench]:
    """A table of unique numbers, with a table `refers` whose references are checked at commit."""
    async with aiosqlite.connect(path, isolation_level=None, timeout=0) as connection:
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, data BLOB)")
        await connection.execute(
            "CREATE TABLE refers (n REFERENCES t (n) DEFERRABLE INITIALLY DEFERRED)"
        )
        new_bench = Bench(path, connection, Writer(connection))
        await connection.set_trace_callback(new_bench.sent.append)
        yield new_bench


def insert(number: int) -> Work[int]:
    """Return work that adds a number and returns it."""

    def work(connection: Connection) -> int:
        connection.execute("INSERT INTO t (n) VALUES (?)", (number,))
        return number

    return work


def refuse(number: int) -> Work[int]:
    """Return work that fails after writing."""

    def work(connection: Connection) -> int:
        insert(number)(connection)
        connection.execute("DELETE FROM t WHERE n = 1")
        raise LookupError(f"no {number}")

    return work


async def test_result_is_returned_once_on_disk(bench: Bench) -> None:
    assert await bench.writer.write(insert(7)) == 7
    assert bench.rows_on_disk() == [7]


async def test_waiting_works_share_a_commit_in_order(bench: Bench) -> None:
    results = await asyncio.gather(*(bench.writer.write(insert(n)) for n in (5, 3, 9)))
    assert results == [5, 3, 9]
    assert bench.commits == 1
    inserted = [s for s in bench.sent if s.startswith("INSERT")]
    assert [re.findall(r"\d+", s)[-1] for s in inserted] == ["5", "3", "9"]


async def test_works_arriving_during_a_commit_share_the_next(bench: Bench) -> None:
    started, may_finish = threading.Event(), threading.Event()

    def slow(connection: Connection) -> int:
        started.set()
        assert may_finish.wait(PATIENCE)
        return insert(1)(connection)

    first = asyncio.create_task(bench.writer.write(slow))
    assert await asyncio.to_thread(started.wait, PATIENCE)
    others = [asyncio.create_task(bench.writer.write(insert(n))) for n in (2, 3, 4)]
    await asyncio.sleep(0)
    may_finish.set()
    assert await asyncio.gather(first, *others) == [1, 2, 3, 4]
    assert bench.commits == 2


async def test_failed_work_leaves_no_trace_and_harms_no_other(bench: Bench) -> None:
    results = await asyncio.gather(
        *(bench.writer.write(work) for work in (insert(1), refuse(2), insert(3))),
        return_exceptions=True,
    )
    assert results[0] == 1
    assert isinstance(results[1], LookupError)
    assert results[2] == 3
    assert bench.commits == 1
    assert bench.rows_on_disk() == [1, 3]


async def test_work_refused_by_the_database_harms_no_other(bench: Bench) -> None:
    results = await asyncio.gather(
        *(bench.writer.write(insert(n)) for n in (1, 1, 2)), return_exceptions=True
    )
    assert results[0] == 1
    assert isinstance(results[1], StoreTrouble)
    assert isinstance(results[1].__cause__, sqlite3.IntegrityError)
    assert results[2] == 2
    assert bench.rows_on_disk() == [1, 2]


async def test_answers_come_after_the_whole_batch_is_on_disk(bench: Bench) -> None:
    async def write(number: int) -> list[int]:
        await bench.writer.write(insert(number))
        return bench.rows_on_disk()

    assert await asyncio.gather(*map(write, (1, 2, 3))) == [[1, 2, 3]] * 3


async def test_error_at_commit_reaches_all_waiting_works(bench: Bench) -> None:
    def wrong_only_at_commit(connection: Connection) -> None:
        connection.execute("INSERT INTO refers VALUES (404)")

    works: list[Work[object]] = [insert(1), wrong_only_at_commit, insert(2)]
    results = await asyncio.gather(
        *(bench.writer.write(work) for work in works), return_exceptions=True
    )
    assert [type(result) for result in results] == [StoreTrouble] * 3
    assert "FOREIGN KEY" in str(results[0])
    assert bench.rows_on_disk() == []
    assert await bench.writer.write(insert(3)) == 3
    assert bench.rows_on_disk() == [3]


async def test_locked_database_refuses_a_write_and_recovers(bench: Bench) -> None:
    other = sqlite3.connect(bench.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreTrouble, match="locked"):
        await bench.writer.write(insert(1))
    other.execute("COMMIT")
    other.close()
    assert await bench.writer.write(insert(2)) == 2
    assert bench.rows_on_disk() == [2]


async def test_confirmed_works_are_on_disk_despite_a_full_disk(bench: Bench) -> None:
    pages = await (await bench.connection.execute("PRAGMA page_count")).fetchone()
    assert pages is not None
    await bench.connection.execute(f"PRAGMA max_page_count = {pages[0] + 2}")

    def large(connection: Connection) -> int:
        connection.execute("INSERT INTO t VALUES (2, zeroblob(1000000))")
        return 2

    results = await asyncio.gather(
        *(bench.writer.write(work) for work in (insert(1), large, insert(3))),
        return_exceptions=True,
    )
    assert isinstance(results[1], StoreTrouble)
    assert "full" in str(results[1])
    assert bench.rows_on_disk() == [result for result in results if isinstance(result, int)]
    assert await bench.writer.write(insert(4)) == 4


async def test_cancelled_caller_does_not_cancel_the_work(bench: Bench) -> None:
    tasks = [asyncio.create_task(bench.writer.write(insert(n))) for n in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert (results[0], results[2]) == (1, 3)
    assert isinstance(results[1], asyncio.CancelledError)
    assert bench.rows_on_disk() == [1, 2, 3]


async def test_error_of_an_observer_or_note_reaches_no_caller(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The rows are on disk by then. The callers of the batch used to wait forever."""

    def fail(*_: object, **__: object) -> None:
        raise LookupError

    monkeypatch.setattr(bench.writer.observer, "committed", fail)
    works = [
        bench.writer.write(insert(1), note=fail),
        *map(bench.writer.write, map(insert, (2, 3))),
    ]
    async with asyncio.timeout(PATIENCE):
        assert await asyncio.gather(*works) == [1, 2, 3]
        assert await bench.writer.write(insert(4)) == 4
        await bench.writer.close()
    assert bench.rows_on_disk() == [1, 2, 3, 4]
    errors = [record.message for record in caplog.records]
    assert errors.count("An error in an observer of commits") == 2
    assert errors.count("An error in the note of a stored change") == 1


async def test_error_in_the_writer_itself_answers_every_caller(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later callers form the next batch."""

    def fail_once(*_: object) -> None:
        monkeypatch.undo()
        raise LookupError("a bug")

    monkeypatch.setattr(bench.writer, "_note", fail_once)
    async with asyncio.timeout(PATIENCE):
        first = [asyncio.create_task(bench.writer.write(insert(n))) for n in (1, 2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        next_batch = asyncio.create_task(bench.writer.write(insert(3)))
        results = await asyncio.gather(*first, next_batch, return_exceptions=True)
        await bench.writer.close()
    assert [type(result) for result in results] == [StoreTrouble, StoreTrouble, int]
    assert bench.rows_on_disk() == [1, 2, 3], "and `confirmed_write` would find them"


async def test_close_writes_waiting_works(bench: Bench) -> None:
    tasks = [asyncio.create_task(bench.writer.write(insert(n))) for n in (1, 2)]
    await asyncio.sleep(0)
    await bench.writer.close()
    assert bench.rows_on_disk() == [1, 2]
    await asyncio.gather(*tasks)


async def test_closed_connection_raises_instead_of_hanging(path: Path) -> None:
    connection = await aiosqlite.connect(path, isolation_level=None)
    writer = Writer(connection)
    await connection.close()
    with pytest.raises(StoreTrouble):
        await asyncio.wait_for(writer.write(insert(1)), PATIENCE)


async def test_private_api_of_aiosqlite_is_unchanged(bench: Bench) -> None:
    """The writer runs whole functions in aiosqlite's thread."""
    execute = inspect.signature(aiosqlite.Connection._execute)
    assert list(execute.parameters) == ["self", "fn", "args", "kwargs"]
    assert isinstance(bench.connection._conn, sqlite3.Connection)

    def work(connection: sqlite3.Connection) -> tuple[int, bool]:
        return threading.get_ident(), connection is bench.connection._conn

    first, second = await run(bench.connection, work), await run(bench.connection, work)
    assert first == second
    assert first[1]
    assert first[0] != threading.get_ident()

    def fail(connection: sqlite3.Connection) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await run(bench.connection, fail)


def test_only_the_writer_uses_the_private_api() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "bot").rglob("*.py")
        if re.search(r"\._(execute|conn)\b", path.read_text(encoding="utf-8"))
        and "self._execute" not in path.read_text(encoding="utf-8")
    }
    assert users == {"bot/storage/sqlite/writer.py"}
