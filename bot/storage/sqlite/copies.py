"""Backups and restores of the database file, and changing its owner.

A backup can be made while bots write. SQLite copies pages in steps, and the copy gets its name only
when it is complete and checked, so an interruption never leaves half a backup behind. A restore
replaces the file of a database that no process uses, and begins a new generation
(base/restores.py). The old file stays beside it under another name, because an operator can choose
the wrong copy.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from bot.storage.base import lock, restores, schema
from bot.storage.base.errors import StoreTrouble, reason, remedy, unusable
from bot.storage.base.lock import Use

PAGES = 500
PATIENCE = 5.0
TABLES = {"match", "log", "match_event", "press"}


class Stopped(Exception): ...


def connect(path: str | Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{Path(path).absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        timeout=PATIENCE,
    )


def backup(
    database: str, target: Path, *, force: bool = False, stop: Callable[[], bool] | None = None
) -> None:
    """Copy a database as it is at one moment, even while bots use it, and check the copy.

    An existing `target` is replaced only with `force`, and only by a complete copy. Raise
    StoreTrouble with a sentence for the operator, or Stopped once `stop` returns True.
    """
    if not Path(database).exists():
        raise StoreTrouble(f"There is no database {database}.")
    if target.is_dir():
        raise StoreTrouble(f"{target} is a folder: name a file.")
    if not target.parent.is_dir():
        raise StoreTrouble(f"There is no folder {target.parent}.")
    if target.exists() and target.samefile(database):
        raise StoreTrouble(f"{target} is the database itself: name another file.")
    if target.exists() and not force:
        raise _exists(target)
    try:
        with contextlib.closing(connect(database, "rw")) as source:
            check(source, database)
            _copy(source, target, force=force, stop=stop)
    except (OSError, sqlite3.Error) as error:
        raise StoreTrouble(
            f"{database} can't be copied to {target}: {reason(error)}.", remedy(error)
        ) from error


def restore(source: Path, database: str, stamp: str, now: int) -> tuple[Path | None, int]:
    """Replace the database with a copy, and begin a new generation in it.

    Return the path of the old database, if there was one, and the number of the next match.

    `stamp` becomes part of the old database's name; `now` is in seconds since 1970. Raise
    StoreTrouble, and change nothing, if a bot uses the database, or if the copy is damaged or not a
    database of Salud.
    """
    target = Path(database)
    if not source.is_file():
        raise StoreTrouble(f"There is no file {source}.")
    if target.exists() and target.samefile(source):
        raise StoreTrouble(f"{source} is the database itself: name another file.")
    try:
        with contextlib.closing(connect(source, "ro")) as copy:
            check(copy, str(source))
            intact(copy, str(source))
            target.parent.mkdir(parents=True, exist_ok=True)
            held = lock.hold(database, Use.ALONE)
            try:
                return _put(copy, target, _free(f"{target}.before-{stamp}"), now)
            finally:
                held.release()
    except (OSError, sqlite3.Error) as error:
        raise StoreTrouble(
            f"{source} can't be restored to {database}: {reason(error)}.", remedy(error)
        ) from error


def check(connection: sqlite3.Connection, name: str, *, unfinished: bool = False) -> None:
    try:
        version = schema.version(connection)
        tables = {
            row[0]
            for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise
        raise StoreTrouble(f"{name} is no database of Salud: {error}.") from error
    if version < 1 or not tables >= TABLES:
        raise StoreTrouble(f"{name} is no database of Salud.")
    schema.check_known(version, schema.newest())
    if schema.UNFINISHED in tables and not unfinished:
        raise schema.unfinished()


def intact(connection: sqlite3.Connection, name: str) -> None:
    try:
        result = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        result = str(error)
    if result != "ok":
        raise StoreTrouble(f"{name} is damaged: {result.splitlines()[-1]}.")


def before_migration(database: str, version: int) -> None:
    path = Path(database)
    with contextlib.closing(connect(path, "rw")) as source:
        _copy(source, path.with_name(f"{path.name}.schema-{version}"), force=True)


def _copy(
    source: sqlite3.Connection, target: Path, *, force: bool, stop: Callable[[], bool] | None = None
) -> None:
    def goes_on(_status: int, _remaining: int, _total: int) -> None:
        if stop is not None and stop():
            raise Stopped

    partial = target.with_name(f".{target.name}.partial-{os.getpid()}")
    try:
        partial.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(partial, isolation_level=None)) as copy:
            # One read transaction, so that all pages are from the same moment.
            source.execute("BEGIN")
            try:
                schema.version(source)
                source.backup(copy, pages=PAGES, progress=goes_on)
            finally:
                source.execute("COMMIT")
            copy.execute("PRAGMA journal_mode = DELETE")
            intact(copy, f"The copy of {target.name}")
        _sync(partial)
        if not force:
            _claim(target)
        partial.replace(target)
        _sync(target.parent)
    finally:
        for name in (partial, Path(f"{partial}-journal"), Path(f"{partial}-wal")):
            with contextlib.suppress(OSError):
                name.unlink(missing_ok=True)


def _put(source: sqlite3.Connection, target: Path, old: Path, now: int) -> tuple[Path | None, int]:
    incoming = target.with_name(f".{target.name}.incoming")
    _copy(source, incoming, force=True)
    number = _begin_generation(incoming, now, _given(target))
    kept = target.exists()
    if kept:
        with contextlib.suppress(sqlite3.Error):
            # Opening and closing a readable database moves its write-ahead log into the file.
            connect(target, "rw").close()
        for end in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                Path(f"{target}{end}").rename(f"{old}{end}")
        try:
            old.hardlink_to(target)
        except OSError:
            shutil.copy2(target, old)
    incoming.replace(target)
    _sync(target.parent)
    return old if kept else None, number


def _begin_generation(incoming: Path, now: int, elsewhere: int) -> int:
    with contextlib.closing(connect(incoming, "rw")) as copy:
        schema.migrate(copy)
        copy.execute("BEGIN IMMEDIATE")
        number = restores.begin(copy, now, elsewhere)
        copy.execute("COMMIT")
    _sync(incoming)
    return number


def _given(target: Path) -> int:
    try:
        with contextlib.closing(connect(target, "ro")) as before:
            intact(before, str(target))
            return restores.highest_number(before)
    except (sqlite3.Error, StoreTrouble):
        return 0


def _free(name: str) -> Path:
    path, number = Path(name), 1
    while path.exists():
        number += 1
        path = Path(f"{name}-{number}")
    return path


def _claim(target: Path) -> None:
    try:
        target.open("x").close()
    except FileExistsError:
        raise _exists(target) from None


def _exists(target: Path) -> StoreTrouble:
    return StoreTrouble(f"{target} exists already: --force replaces it.")


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def release(database: str) -> int | None:
    if not Path(database).exists():
        raise StoreTrouble(f"There is no database {database}.")
    try:
        with contextlib.closing(connect(database, "rw")) as connection:
            check(connection, database)
            held = lock.hold(database, Use.ALONE)
            try:
                return _released(connection)
            finally:
                held.release()
    except (OSError, sqlite3.Error) as error:
        raise unusable(database, error) from error


def _released(connection: sqlite3.Connection) -> int | None:
    has_table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'owner'").fetchone()
    if has_table is None:  # it was last used by a version without owners
        return None
    row = connection.execute("SELECT application FROM owner WHERE id = 1").fetchone()
    connection.execute("DELETE FROM owner")
    return None if row is None else int(row[0])
