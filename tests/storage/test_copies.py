"""Backups and restores: whole copies only, which never overwrite a file by accident."""

import asyncio
import resource
import shutil
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.messages import MessageKey, MessageKind, MessageStore
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.store import TournamentStore
from bot.storage.base import lock, schema
from bot.storage.base.lock import Use, hold
from bot.storage.opening import open_database
from bot.storage.sqlite import copies
from bot.storage.sqlite.copies import Stopped, backup, restore
from bot.storage.sqlite.database import SqliteDatabase, open_sqlite
from tests.patience import PATIENCE
from tests.storage.samples import (
    A_TOURNAMENT,
    LOG,
    MADE,
    SEED,
    append_events,
    create_open,
    create_running,
    on_disk,
)

STAMP, NOW = "20260102-030405", 1_767_323_045


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """The copy's path, in its own folder."""
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder / "copy.db"


async def create_matches(path: Path, count: int) -> None:
    """Create running matches in a database and close it."""
    database = await open_sqlite(str(path))
    for _ in range(count):
        await create_running(Store(database))
    await database.close()


def has_no_partial_copy(target: Path) -> bool:
    """Return whether no partial copy is left beside the target."""
    return [file.name for file in target.parent.iterdir()] == [target.name]


async def test_backup_of_a_running_bot_has_all_confirmed_data(
    store: Store, path: Path, target: Path
) -> None:
    match = await create_running(store)
    await asyncio.to_thread(backup, str(path), target)
    assert on_disk(target, "SELECT match, seq FROM log") == [(match, 0)]
    assert on_disk(target, "PRAGMA integrity_check") == [("ok",)]
    assert on_disk(target, "PRAGMA journal_mode") == [("delete",)], "the copy is a single file"
    assert has_no_partial_copy(target)
    await store.commit(Change(match, 1, 3, LOG[1:]))
    assert len(on_disk(target, "SELECT * FROM log")) == 1


async def test_backup_is_a_snapshot_and_blocks_no_turns(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await create_running(store)
    monkeypatch.setattr(copies, "PAGES", 1)
    loop = asyncio.get_running_loop()
    looks = 0

    def play() -> bool:
        nonlocal looks
        looks += 1
        asyncio.run_coroutine_threadsafe(create_open(store), loop).result(PATIENCE)
        return False

    await asyncio.to_thread(backup, str(path), target, stop=play)
    assert looks > 10, "the copy was made page by page"
    assert on_disk(path, "SELECT COUNT(*) FROM match") == [(1 + looks,)]
    assert on_disk(target, "SELECT id FROM match") == [(match,)]


async def test_existing_file_is_replaced_only_with_force(
    store: Store, path: Path, target: Path
) -> None:
    target.write_text("precious")
    with pytest.raises(StoreTrouble, match="exists already: --force replaces it"):
        backup(str(path), target)
    assert target.read_text() == "precious"
    await create_running(store)
    backup(str(path), target, force=True)
    assert len(on_disk(target, "SELECT * FROM match")) == 1
    assert has_no_partial_copy(target)


async def test_file_that_appears_during_a_backup_is_kept(
    store: Store, path: Path, target: Path
) -> None:
    def appear() -> bool:
        target.write_text("precious")
        return False

    with pytest.raises(StoreTrouble, match="exists already"):
        backup(str(path), target, stop=appear)
    assert target.read_text() == "precious"
    assert has_no_partial_copy(target)


async def test_stopped_backup_leaves_no_file(store: Store, path: Path, target: Path) -> None:
    with pytest.raises(Stopped):
        backup(str(path), target, stop=lambda: True)
    assert list(target.parent.iterdir()) == []


async def test_backup_to_a_full_disk_leaves_the_old_copy(path: Path, target: Path) -> None:
    await create_matches(path, 1)
    backup(str(path), target)
    content = target.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40960, hard))
    try:
        with pytest.raises(StoreTrouble, match=f"can't be copied to {target}: "):
            backup(str(path), target, force=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert target.read_bytes() == content
    assert has_no_partial_copy(target)


async def test_damaged_database_is_not_backed_up(path: Path, target: Path) -> None:
    await create_matches(path, 2)
    content = bytearray(path.read_bytes())
    content[8192:20480] = b"\xa5" * 12288
    path.write_bytes(content)
    with pytest.raises(StoreTrouble, match=r"is damaged|malformed"):
        backup(str(path), target)
    assert list(target.parent.iterdir()) == []


async def test_invalid_paths_are_refused_with_a_sentence(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="There is no database"):
        backup(str(path), tmp_path / "copy.db")
    assert not path.exists()
    await create_matches(path, 1)
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="is a folder"):
        backup(str(path), tmp_path, force=True)
    with pytest.raises(StoreTrouble, match="There is no folder"):
        backup(str(path), tmp_path / "none" / "copy.db")
    with pytest.raises(StoreTrouble, match="the database itself"):
        backup(str(path), path, force=True)
    with pytest.raises(StoreTrouble, match="the database itself"):
        restore(path, str(path), STAMP, NOW)
    with pytest.raises(StoreTrouble, match="There is no file"):
        restore(tmp_path / "none.db", str(path), STAMP, NOW)
    assert path.read_bytes() == before


async def test_restore_replaces_the_database_and_keeps_the_old_one(
    path: Path, target: Path
) -> None:
    await create_matches(path, 1)
    backup(str(path), target)
    await create_matches(path, 2)
    old, _ = restore(target, str(path), STAMP, NOW)
    assert old == path.with_name(f"salud.db.before-{STAMP}")
    assert len(on_disk(path, "SELECT * FROM match")) == 1
    assert len(on_disk(old, "SELECT * FROM match")) == 3
    assert len(on_disk(target, "SELECT * FROM match")) == 1
    await create_matches(path, 1)
    names = {"salud.db", old.name, "copies"}
    assert {file.name for file in path.parent.iterdir()} == names


async def test_restore_renews_tournament_panels_and_reuses_no_number(
    path: Path, target: Path
) -> None:
    database = await open_database(str(path))
    cups, messages, numbers = TournamentStore(database), MessageStore(database), []
    for interaction in (88, 89):
        cup = await cups.create(replace(A_TOURNAMENT, interaction=interaction), SEED, MADE)
        await append_events(cups, cup.id)
        numbers.append(cup.id)
    await append_events(cups, numbers[0], n=5, events=(), status=TournamentStatus.OVER)
    for number in numbers:
        panel = await messages.claim(MessageKey(MessageKind.PANEL, number), "one", 1005, 1010)
        assert panel is not None
        await messages.note(replace(panel, message=7, shown=panel.wanted), "one")
    await database.close()
    backup(str(path), target)
    database = await open_database(str(path))
    lost = await TournamentStore(database).create(replace(A_TOURNAMENT, interaction=90), SEED, MADE)
    await database.close()
    restore(target, str(path), STAMP, NOW)
    database = await open_database(str(path))
    try:
        cups = TournamentStore(database)
        over, going_on = [(await cups.row(number)) for number in numbers]
        assert over is not None
        assert going_on is not None
        assert (over.panel, going_on.panel, going_on.due) == (7, 7, 0)
        due = [row.key for row in await MessageStore(database).due(9**9)]
        assert MessageKey(MessageKind.PANEL, numbers[0]) not in due
        assert MessageKey(MessageKind.PANEL, numbers[1]) in due
        again = await cups.create(replace(A_TOURNAMENT, interaction=90), SEED, MADE)
        assert again.id > lost.id
    finally:
        await database.close()


async def test_restore_works_without_an_old_database(path: Path, target: Path) -> None:
    await create_matches(path, 1)
    backup(str(path), target)
    new = path.with_name("new") / "deep" / "salud.db"
    assert restore(target, str(new), STAMP, NOW)[0] is None
    assert len(on_disk(new, "SELECT * FROM match")) == 1


async def test_restore_keeps_the_write_ahead_log_with_the_old_database(
    path: Path, target: Path
) -> None:
    database = await open_sqlite(str(path))
    await create_running(Store(database))
    crashed = path.with_name("crashed.db")
    for end in ("", "-wal", "-shm"):
        shutil.copy2(f"{path}{end}", f"{crashed}{end}")
    backup(str(path), target)
    await database.close()
    old, _ = restore(target, str(crashed), STAMP, NOW)
    assert old is not None
    assert len(on_disk(old, "SELECT * FROM match")) == 1
    assert not Path(f"{crashed}-wal").exists()
    assert len(on_disk(crashed, "SELECT * FROM match")) == 1


async def test_broken_database_can_be_replaced(path: Path, target: Path) -> None:
    await create_matches(path, 1)
    backup(str(path), target)
    path.write_bytes(b"\xa5" * 9000)
    Path(f"{path}-wal").write_bytes(b"\xa5" * 900)
    old, _ = restore(target, str(path), STAMP, NOW)
    assert old is not None
    assert old.read_bytes() == b"\xa5" * 9000
    assert Path(f"{old}-wal").read_bytes() == b"\xa5" * 900
    await create_matches(path, 1)
    assert len(on_disk(path, "SELECT * FROM match")) == 2


async def test_restore_while_a_bot_runs_is_refused(
    database: SqliteDatabase, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.03)
    backup(str(path), target)
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="in use: stop the bot first"):
        restore(target, str(path), STAMP, NOW)
    assert path.read_bytes() == before
    await create_running(Store(database))


async def test_bot_cannot_start_during_a_restore(path: Path) -> None:
    """Commands side by side are allowed."""
    await create_matches(path, 1)
    held = hold(str(path), Use.ALONE)
    with pytest.raises(StoreTrouble, match="being restored or copied"):
        hold(str(path), Use.BESIDE_BOTS, patience=0.03)
    threading.Timer(0.05, held.release).start()
    first = await open_sqlite(str(path))
    second = await open_sqlite(str(path))
    await first.close()
    with pytest.raises(StoreTrouble, match="in use"):
        hold(str(path), Use.ALONE, patience=0.03)
    await second.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def other_text(file: Path) -> None:
    file.write_text("Dear diary, " * 500)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def foreign(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE match (id)")
    connection.execute("PRAGMA user_version = 1")
    connection.close()


def newer(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA user_version = {schema.newest() + 1}")
    connection.close()


def damaged(file: Path) -> None:
    """Write nonsense into the middle."""
    content = bytearray(file.read_bytes())
    content[8192:20480] = b"\xa5" * 12288
    file.write_bytes(content)


def cut(file: Path) -> None:
    """Truncate the file, as an incomplete transfer does."""
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (other_text, "no database of Salud"),
        (empty, "no database of Salud"),
        (foreign, "no database of Salud"),
        (newer, "newer version of the bot"),
        (damaged, "is damaged|malformed"),
        (cut, "is damaged|malformed"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_restore_of_an_invalid_file_is_refused(
    path: Path, target: Path, harm: object, message: str
) -> None:
    await create_matches(path, 2)
    backup(str(path), target)
    if harm in (empty, foreign):
        target.unlink()
    assert callable(harm)
    harm(target)
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match=message):
        restore(target, str(path), STAMP, NOW)
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} == {path.name, "copies"}
