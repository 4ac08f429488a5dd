"""Backups: automatic while the bot runs, and on the command line."""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.app.commands import backups
from bot.app.commands.backups import FIRST, RETRY, Backups
from bot.storage.base import lock
from bot.storage.opening import open_database
from bot.storage.sqlite.copies import Stopped, backup
from tests.bot.samples import store_matches
from tests.bot.shell import Shell

DAY = 86_400.0
START = 1_767_225_600.0
"""2026-01-01 00:00:00 UTC."""


class Time:
    """A clock that advances during sleeps, and cancels the sleeper after `lasts` seconds."""

    def __init__(self, lasts: float) -> None:
        self.now = START
        self.until = START + lasts
        self.slept: list[float] = []

    def __call__(self) -> float:
        """Return seconds since 1970."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Advance the clock."""
        self.slept.append(seconds)
        self.now += seconds
        if self.now > self.until:
            raise asyncio.CancelledError
        await asyncio.sleep(0)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """An empty database, closed."""
    path = str(tmp_path / "salud.db")

    async def make() -> None:
        await (await open_database(path)).close()

    asyncio.run(make())
    return path


def run(time: Time, database: str, folder: Path, *, kept: int = 7, seconds: float = DAY) -> None:
    """Keep backups until the time is over."""
    keeper = Backups(database, folder, kept=kept, seconds=seconds, now=time, sleep=time.sleep)

    async def keep() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await keeper.keep()

    asyncio.run(keep())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_one_complete_backup_is_made_each_day(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "backups"
    run(Time(2 * DAY + 2 * FIRST), database, folder)
    assert names(folder) == [f"salud-2026010{day}-000500.db" for day in (1, 2, 3)]
    for path in folder.iterdir():
        connection = sqlite3.connect(path)
        assert connection.execute("SELECT COUNT(*) FROM match").fetchone() == (0,)
        connection.close()


def test_restarts_make_no_extra_backups(database: str, tmp_path: Path) -> None:
    for _ in range(10):
        run(Time(DAY / 10), database, tmp_path / "b")
    assert len(names(tmp_path / "b")) == 1
    away = Time(3 * DAY + 2 * FIRST)
    away.now += 3 * DAY
    run(away, database, tmp_path / "b")
    assert len(names(tmp_path / "b")) == 2


def test_only_the_newest_backups_are_kept_and_other_files_stay(
    database: str, tmp_path: Path
) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    others = ["salud-20260101.db", "salud-20269999-000000.db", "mine.db", "salud-x.db"]
    for name in others:
        (folder / name).write_text("mine")
    run(Time(9 * 3600 + 2 * FIRST), database, folder, kept=3, seconds=3600)
    backups_made = [name for name in names(folder) if name not in others]
    assert backups_made == [f"salud-20260101-{hour:02}0500.db" for hour in (7, 8, 9)]
    assert set(others) <= set(names(folder))


def test_backup_from_the_future_does_not_stop_backups(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    (folder / "salud-20990101-000000.db").write_text("")
    keeper = Backups(database, folder, kept=7, seconds=DAY, now=lambda: START)
    assert keeper.due_in() == DAY


def no_folder(tmp_path: Path) -> Path:
    """Return a folder that can't be created."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "backups"


def no_room(tmp_path: Path) -> Path:
    """Return a file in place of the folder."""
    (tmp_path / "b").write_text("")
    return tmp_path / "b"


@pytest.mark.parametrize("place", [no_folder, no_room])
def test_failing_backup_warns_once_and_is_retried_hourly(
    database: str,
    tmp_path: Path,
    place: Callable[[Path], Path],
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = place(tmp_path)
    time = Time(5 * 3600)
    run(time, database, folder)
    warnings = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert len(warnings) == 1
    assert warnings[0].startswith("The backup failed: ")
    assert time.slept[1:] == [RETRY] * (len(time.slept) - 1)
    assert len(time.slept) > 4


def test_later_failure_warns_again(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    real, calls = backup, iter([True, True, False, True])

    def sometimes(*arguments: object, **options: object) -> None:
        if next(calls, False):
            raise OSError(28, "No space left on device")
        real(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(backups, "backup", sometimes)
    run(Time(DAY + 6 * RETRY), database, tmp_path / "b")
    messages = [r.getMessage() for r in caplog.records if r.name == "bot.app.commands.backups"]
    kinds = [line.split(":")[0] for line in messages]
    assert kinds == ["The backup failed", "Backup", "The backup failed", "Backup"]
    assert "No space left on device" in messages[0]


def test_stopped_backup_leaves_no_file(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "b"
    keeper = Backups(database, folder, kept=7, seconds=DAY, now=lambda: START)
    keeper._stop.set()
    with pytest.raises(Stopped):
        keeper.make()
    assert names(folder) == []


def test_backup_and_restore_work_on_the_command_line(
    shell: Shell, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SALUD_DATABASE", "salud.db")
    store_matches(nowhere / "salud.db")
    matches = "SELECT COUNT(*) FROM match"
    assert shell.ok("backup", "copy.db") == "salud.db was copied to copy.db.\n"
    assert shell.refused("backup", "copy.db") == "copy.db exists already: --force replaces it."
    assert shell.ok("backup", "--force", "copy.db") == "salud.db was copied to copy.db.\n"
    connection = sqlite3.connect("salud.db")
    connection.execute("DELETE FROM holder")
    connection.commit()
    connection.close()
    output = shell.ok("restore", "copy.db")
    assert output.startswith("salud.db was restored from copy.db. The next match will be #")
    assert " The previous database is " in output
    old = output.split()[-1].rstrip(".")
    for name in ("salud.db", "copy.db", old):
        connection = sqlite3.connect(name)
        assert connection.execute(matches).fetchone() == (6,)
        holders = connection.execute("SELECT COUNT(*) FROM holder").fetchone()[0]
        assert (holders == 0) is (name == old)
        connection.close()
    assert shell.ok("restore", "copy.db").startswith("salud.db was restored")
    assert len(list(nowhere.glob("salud.db.before-*"))) == 2


def test_backup_and_restore_refuse_with_one_sentence(
    shell: Shell, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shell.refused("backup", "copy.db") == "There is no database var/salud.db."
    assert shell.refused("restore", "copy.db") == "There is no file copy.db."
    (nowhere / "copy.db").write_text("Dear diary, " * 99)
    assert shell.refused("restore", "copy.db").startswith("copy.db is no database of Salud")
    assert not (nowhere / "var").exists()
    monkeypatch.setenv("SALUD_BACKUPS_KEPT", "-1")
    assert shell.refused("backup", "x").startswith("The setting SALUD_BACKUPS_KEPT can't be used")


def test_running_bot_refuses_a_restore_but_not_a_backup(
    shell: Shell, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.03)
    monkeypatch.setenv("SALUD_DATABASE", "salud.db")

    async def while_running() -> None:
        database = await open_database("salud.db")
        try:
            await asyncio.to_thread(shell.ok, "backup", "copy.db")
            error = await asyncio.to_thread(shell.refused, "restore", "copy.db")
            assert error == "The database salud.db is in use: stop the bot first."
        finally:
            await database.close()

    asyncio.run(while_running())
