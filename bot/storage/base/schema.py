"""The schema version of a database, and the numbered migrations that update it."""

import logging
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

from bot.observing.fields import fields
from bot.storage.base.connection import Check
from bot.storage.base.errors import StoreTrouble

_log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent.parent / "migrations"
UNFINISHED = "unfinished_copy"
"""Name of a table that marks an unfinished copy; dropped once the copy is complete
(transfer/copier.py).
"""
_NAME = re.compile(r"([0-9]{4})_[a-z_]+\.sql")


def scripts(folder: Path = MIGRATIONS) -> dict[int, Path]:
    return {
        int(name[1]): path
        for path in folder.iterdir()
        if (name := _NAME.fullmatch(path.name)) is not None
    }


def newest() -> int:
    return max(scripts())


def version(connection: sqlite3.Connection) -> int:
    number: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return number


def is_unfinished(connection: sqlite3.Connection) -> bool:
    rows = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (UNFINISHED,))
    return rows.fetchone() is not None


def unfinished() -> StoreTrouble:
    return StoreTrouble(
        "The database is an unfinished copy: run the same `python -m bot copy` again, which"
        " continues it."
    )


def check_known(current: int, newest: int) -> None:
    if current > newest:
        raise StoreTrouble(
            f"The database has schema version {current}, and this bot knows {newest} at most:"
            " it was written by a newer version of the bot."
        )


def note_migrated(before: int, newest: int) -> None:
    if 0 < before < newest:
        _log.info(
            "The database was brought up to date",
            extra=fields(schema_before=before, schema_now=newest),
        )


def migrate(
    connection: sqlite3.Connection,
    folder: Path = MIGRATIONS,
    before: Callable[[int], None] | None = None,
    check: Check | None = None,
) -> None:
    """Apply missing migrations, all in one transaction, which an error of `check` undoes.

    Before an existing database changes, call `before` with its old version, under the write lock.
    Raise StoreTrouble if the database belongs to a newer bot or is an unfinished copy. Raise
    sqlite3.Error if it is read-only, even if it is up to date.
    """
    files = scripts(folder)
    newest_version = max(files)
    connection.execute("BEGIN IMMEDIATE")
    try:
        current = version(connection)
        check_known(current, newest_version)
        if is_unfinished(connection):
            raise unfinished()
        if 0 < current < newest_version and before is not None:
            before(current)
        for number in sorted(number for number in files if number > current):
            for statement in _statements(files[number].read_text(encoding="utf-8")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {newest_version}")
        if check is not None and current < newest_version:
            check(connection)
        connection.execute("COMMIT")
        note_migrated(current, newest_version)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    """Split a script into statements: executescript would first commit the open transaction."""
    statements, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            statements.append(current)
            current = ""
    return [*statements, current]
