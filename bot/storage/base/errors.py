"""Errors of a database."""

import errno
import os
from pathlib import Path

from bot.errors import OperatorError

DENIED = ("EACCES", "EPERM", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_READONLY")
REMEDIES = {
    ("SQLITE_CORRUPT", "SQLITE_NOTADB"): (
        "If it is the bot's database, stop the bot, restore the newest backup"
        " (`python -m bot restore FILE`), and check the disk."
    ),
    ("EROFS", "ENOENT"): "Name a place where files can be written.",
    ("EISDIR", "ENOTDIR", "EEXIST"): "Name a file in a folder.",
    ("ENOSPC", "EDQUOT", "SQLITE_FULL"): "Free some space: on a full disk no move counts.",
    ("EIO", "SQLITE_IOERR"): "Check the disk.",
    ("SQLITE_BUSY",): "Stop other programs that use it.",
}
"""The operator's next step, by beginnings of the names of errors of the system and of SQLite."""


class StoreTrouble(OperatorError):
    """The database failed: it is full, read-only, locked or broken.

    If a store raises it, nothing was written as far as the store knows: if only the confirmation of
    a commit was lost, the commit can still be on disk. If a service raises it, nothing was written,
    because the service has checked with `confirmed_write`.
    """


class AnotherBot(StoreTrouble):
    """Another bot uses the database, and not both have SALUD_SHARDS.

    `database` is its name, optionally followed by a hint to the other bot.
    """

    def __init__(self, database: str) -> None:
        super().__init__(
            f"Another bot already uses the database {database}: stop it first, or set SALUD_SHARDS"
            " on both to share it (docs/scale.md)."
        )


def unusable(database: str, error: Exception, message: str | None = None) -> StoreTrouble:
    """Return the error for a database that can't be used. `message` replaces the error's text,
    which can contain a password.
    """
    if Path(database).is_dir():  # SQLite only reports that it can't open the file
        error = IsADirectoryError(errno.EISDIR, "It is a folder", database)
    todo = remedy(error) or "docs/doctor.md#database lists possible causes."
    why = (reason(error) if message is None else message).removesuffix(".")
    return StoreTrouble(f"The database {database} can't be used: {why}.", todo)


def reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.strerror}: {error.filename}"
    return str(error)


def remedy(error: BaseException) -> str:
    """Return a sentence with the operator's next step, or "" if it is unknown."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if isinstance(error, OSError) and error.errno is not None:
        name = errno.errorcode.get(error.errno, "")
    if name.startswith(DENIED):
        return (
            f"Give the file and its folder to the user {os.geteuid()}, who runs this, or name"
            " another place."
        )
    return next((todo for names, todo in REMEDIES.items() if name.startswith(names)), "")
