"""A check of an SQLite file, whether or not a bot uses it."""

import contextlib
import errno
import os
import shutil
import sqlite3
import statistics
import time
from pathlib import Path

from bot.storage.base import schema
from bot.storage.base.checkup import WRITES, Checkup, Look, contents
from bot.storage.base.errors import unusable
from bot.storage.sqlite import copies

LONGEST = 60.0
_STEPS = 100_000


def check_up_file(path: Path, look: Look) -> Checkup | None:
    """Check a database file, and `look` at complete contents; return None if there is no file.

    Raise StoreTrouble if the file can't be used or is not a database of Salud.
    """
    if not path.exists():
        return None
    try:
        _check_writable(path)
        with contextlib.closing(copies.connect(path, "rw")) as opened:
            return _checked(path, opened, look)
    except (OSError, sqlite3.Error) as error:
        raise unusable(str(path), error) from error


def _check_writable(path: Path) -> None:
    """Raise PermissionError. SQLite would open a read-only file without an error."""
    for file in (path, *(Path(f"{path}{end}") for end in ("-wal", "-shm", ".lock"))):
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, "It is read-only", str(file))


def _checked(path: Path, opened: sqlite3.Connection, look: Look) -> Checkup:
    empty = path.stat().st_size == 0
    if not empty:
        copies.check(opened, str(path), unfinished=True)
    current, newest = schema.version(opened), schema.newest()
    unfinished = schema.is_unfinished(opened)
    damage, looked = _damage(opened)
    is_complete = current == newest and not unfinished and damage is None
    return Checkup(
        str(path),
        current,
        newest,
        unfinished,
        _size(path),
        shutil.disk_usage(path.parent).free,
        _write_time(path),
        damage,
        looked,
        contents=contents(opened) if is_complete else None,
        refusal=look(opened) if is_complete else None,
    )


def _size(path: Path) -> int:
    size = path.stat().st_size
    with contextlib.suppress(OSError):
        size += Path(f"{path}-wal").stat().st_size
    return size


def _damage(opened: sqlite3.Connection) -> tuple[str | None, bool]:
    # Not quick_check: if a primary key lists its columns in another order than the table, SQLite
    # 3.40 reports NULLs that don't exist.
    until = time.monotonic() + LONGEST
    opened.set_progress_handler(lambda: int(time.monotonic() > until), _STEPS)
    try:
        result = str(opened.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            return None, False
        result = str(error)
    finally:
        opened.set_progress_handler(None, 0)
    return (None if result == "ok" else result.splitlines()[-1]), True


def _write_time(path: Path) -> float:
    beside = path.with_name(f".{path.name}.doctor-{os.getpid()}")
    try:
        with contextlib.closing(sqlite3.connect(beside, isolation_level=None)) as scratch:
            scratch.execute("PRAGMA journal_mode = WAL")
            scratch.execute("PRAGMA synchronous = FULL")
            scratch.execute("CREATE TABLE written (at REAL)")
            times = []
            for _ in range(WRITES):
                begun = time.perf_counter()
                scratch.execute("INSERT INTO written VALUES (1.0)")
                times.append(time.perf_counter() - begun)
        return statistics.median(times)
    finally:
        for end in ("", "-wal", "-shm"):
            Path(f"{beside}{end}").unlink(missing_ok=True)
