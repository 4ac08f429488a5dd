"""The schema: its version, and the numbered migrations that lead to the newest."""

import logging
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

from bot.observing.fields import fields
from bot.storage.base.errors import StoreTrouble

_log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent.parent / "migrations"
UNFINISHED = "unfinished_copy"
"""The table that a database has until all that is copied to it is there (transfer/copier.py)."""
_NAME = re.compile(r"([0-9]{4})_[a-z_]+\.sql")


def scripts(folder: Path = MIGRATIONS) -> dict[int, Path]:
    """The migrations by the version that each leads to."""
    return {
        int(found[1]): path
        for path in folder.iterdir()
        if (found := _NAME.fullmatch(path.name)) is not None
    }


def newest() -> int:
    """The version that this bot knows."""
    return max(scripts())


def version(connection: sqlite3.Connection) -> int:
    """The version of a database; 0 for an empty one."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def is_unfinished(connection: sqlite3.Connection) -> bool:
    """Whether a copy to this database has begun and has not ended."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (UNFINISHED,))
    return found.fetchone() is not None


def unfinished() -> StoreTrouble:
    """What is said of such a database."""
    return StoreTrouble(
        "The database is an unfinished copy: run the same `python -m bot copy` again, which goes on"
        " where it stopped."
    )


def check_known(found: int, known: int) -> None:
    """Raises StoreTrouble for a version that only a newer bot knows."""
    if found > known:
        raise StoreTrouble(
            f"The database has schema version {found}, and this bot knows {known} at most:"
            " it was written by a newer version of the bot."
        )


def note_migrated(found: int, known: int) -> None:
    """Log that a database was changed from one version to another, if it was."""
    if 0 < found < known:
        _log.info(
            "The database was brought up to date",
            extra=fields(schema_before=found, schema_now=known),
        )


def migrate(
    connection: sqlite3.Connection,
    folder: Path = MIGRATIONS,
    before: Callable[[int], None] | None = None,
) -> None:
    """Apply the migrations that are missing, all in one transaction.

    `before` is called with the version of a database that is about to change; nobody else can
    write to it then. Raises StoreTrouble for a database of a newer version of the bot and for an
    unfinished copy, and sqlite3.Error even for an up-to-date one that can't be written to.
    """
    files = scripts(folder)
    known = max(files)
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = version(connection)
        check_known(found, known)
        if is_unfinished(connection):
            raise unfinished()
        if 0 < found < known and before is not None:
            before(found)
        for number in range(found + 1, known + 1):
            for statement in _statements(files[number].read_text(encoding="utf-8")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {known}")
        connection.execute("COMMIT")
        note_migrated(found, known)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    """The statements of a script one by one: executescript would commit before it begins."""
    statements, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            statements.append(current)
            current = ""
    return [*statements, current]
