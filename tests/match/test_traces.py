"""Forgotten users leave no bytes in the database or the files beside it."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.match.log.records import MatchId
from bot.match.values.players import UserId
from bot.storage.base import schema
from bot.storage.sqlite.find_bytes import BLOCK, contains
from bot.storage.sqlite.secure_delete import traces
from tests.match.test_forgetting import VIC, plant_rows, play_eventful_matches
from tests.match.test_rebuild import Chance
from tests.match.world import ANN, BEN, World
from tests.tiers import exhaustive, full_or

pytestmark = pytest.mark.sqlite

WHOLE = VIC.to_bytes(8, "big")


def files(world: World) -> dict[str, bytes]:
    """Return the contents of the database and its companion files, by suffix.

    Another process reads them, because closing these files in this process releases SQLite's locks.
    """
    paths = {end: Path(f"{world.path}{end}") for end in ("", "-wal", "-shm", "-journal")}
    return {
        end: subprocess.run(["/bin/cat", path], capture_output=True, check=True).stdout
        for end, path in paths.items()
        if path.exists()
    }


def left(world: World, users: Sequence[UserId] = (VIC,)) -> dict[str, int]:
    """Return how often each file contains any of the users, as a number or as text."""
    counts = {
        end: sum(content.count(trace) for user in users for trace in traces(user))
        for end, content in files(world).items()
    }
    return {end: count for end, count in counts.items() if count}


def test_traces_cover_all_forms_in_which_sqlite_stores_a_number() -> None:
    """Eight bytes, a row's own number split into parts, and text."""
    connection = sqlite3.connect(":memory:")
    for user in (
        1 << 47,
        VIC,
        (1 << 56) - 1,
        (1 << 56) + 98_765_432_109,
        1_234_567_890_123_456_789,
        (1 << 63) - 1,
    ):
        connection.execute("DROP TABLE IF EXISTS t")
        connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c TEXT)")
        connection.execute("INSERT INTO t VALUES (?, ?, ?)", (user, user, str(user)))
        connection.commit()
        content = connection.serialize()
        own = connection.execute("SELECT a FROM t").fetchone()[0]
        assert own == user
        assert all(content.count(trace) == 1 for trace in traces(user)), user
    connection.close()
    assert traces(11) == ()


async def test_files_have_no_trace_when_forgetting_is_done(world: World) -> None:
    plant_rows(world, await play_eventful_matches(world))
    assert set(left(world)) & {"", "-wal"}
    assert WHOLE in files(world)["-wal"]
    assert (await world.people.forget(VIC)).done
    assert left(world) == {}


def test_trace_across_two_blocks_is_found(tmp_path: Path) -> None:
    """Files are searched block by block."""
    path = tmp_path / "file"
    for before in range(BLOCK - 9, BLOCK + 2):
        path.write_bytes(bytes(before) + WHOLE + bytes(20))
        assert contains(path, traces(VIC))
        assert not contains(path, traces(VIC + 1))


@exhaustive
async def test_forgetting_a_busy_player_also_clears_rearranged_pages(world: World) -> None:
    """SQLite does not overwrite copies in pages that it rearranged."""
    chance = Chance(5)
    people = [VIC + 7_919 * number for number in range(40)]
    for number in range(full_or(120, 40)):
        match = (await world.begun(*chance.some(people, chance.one((2, 2, 3, 4))))).record.id
        world.clock.time += 60
        if chance.percent(90):
            await world.play(match, str(number))
    gone = chance.some(people, 20)
    for number, user in enumerate(gone, 1):
        await world.people.forget(user)
        assert left(world, gone[:number]) == {}


async def test_searching_the_file_keeps_sqlites_locks(world: World) -> None:
    """Otherwise another process would remove the write-ahead log."""
    await world.begun(VIC, BEN)
    await world.people.forget(VIC)
    await world.begun(ANN, BEN)
    script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('DELETE FROM plan')"
    command = [sys.executable, "-c", script, str(world.path)]
    assert await (await asyncio.create_subprocess_exec(*command)).wait() == 0
    assert Path(f"{world.path}-wal").exists()
    assert world.rows()["match"]


async def test_log_is_emptied_when_another_process_stops_reading(world: World) -> None:
    """SQLite cannot empty its log while another process reads an older state."""
    plant_rows(world, await play_eventful_matches(world))
    reading = sqlite3.connect(world.path, isolation_level=None)
    reading.execute("BEGIN")
    assert reading.execute("SELECT COUNT(*) FROM match").fetchone()[0]
    assert (await world.people.forget(VIC)).done
    assert left(world)
    assert not await world.people.store.sweep()
    await world.begun(ANN, BEN)
    reading.execute("COMMIT")
    await world.people.look_after()
    assert left(world) == {}
    reading.close()


async def test_next_process_sweeps_the_files_after_an_interruption(world: World) -> None:
    """The next process does not know whose traces they are."""
    plant_rows(world, await play_eventful_matches(world))
    reading = sqlite3.connect(world.path, isolation_level=None)
    reading.execute("BEGIN")
    assert reading.execute("SELECT COUNT(*) FROM match").fetchone()[0]
    await world.people.forget(VIC)
    reading.close()
    again = await world.another()
    await again.people.look_after()
    assert left(world) == {}
    (row,) = await again.database.read(lambda c: c.execute("SELECT * FROM sweep").fetchall())
    assert row[1] == row[2], "the sweep is recorded as done"


async def test_sweep_by_one_process_does_not_hide_traces_from_another(world: World) -> None:
    other = VIC + 1_000_003
    await world.begun(VIC, other, BEN)
    again = await world.another()
    await again.people.forget(other)
    await world.people.forget(VIC)
    assert left(world, (VIC, other)) == {}


async def test_files_have_no_trace_of_a_forgotten_servers_people(world: World) -> None:
    match: MatchId = (await world.begun(VIC, BEN)).record.id
    await world.play(match, "a")
    await world.people.note_left(900)
    world.clock.time += 31 * 86_400
    await world.people.look_after()
    assert left(world) == {}


@pytest.mark.parametrize("secure", ["OFF", "FAST", "ON"])
async def test_forgetting_overwrites_deleted_rows_of_an_older_database(
    tmp_path: Path, secure: str
) -> None:
    path, folder = tmp_path / "salud.db", tmp_path / "before"
    folder.mkdir()
    for number, script in schema.scripts().items():
        if number < schema.newest():
            (folder / script.name).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    old = sqlite3.connect(path, isolation_level=None)
    old.execute("PRAGMA journal_mode = WAL")
    old.execute(f"PRAGMA secure_delete = {secure}")
    schema.migrate(old, folder)
    old.execute("BEGIN")
    old.executemany(
        "INSERT INTO user_setting VALUES (?, ?, ?)",
        [(user, f"name {n}", "x" * 50) for n in range(500) for user in (VIC, BEN)],
    )
    old.executemany("INSERT INTO absence VALUES (?, ?, 9)", [(VIC, n) for n in range(2_000)])
    old.execute("COMMIT")
    old.execute("DELETE FROM absence WHERE since > 5")
    old.execute("DELETE FROM user_setting WHERE name > 'name 3'")
    old.close()
    world = await World.open(path)
    try:
        assert WHOLE in b"".join(files(world).values())
        assert (await world.people.forget(VIC)).done
        assert left(world) == {}
        rows = await world.database.read(
            lambda c: c.execute("SELECT COUNT(*) FROM user_setting").fetchone()
        )
        assert rows[0] > 0, "the others keep theirs"
    finally:
        await world.close()
    assert left(world) == {}
