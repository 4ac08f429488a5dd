"""A lock on a whole database file: bots share it, a restore and a copy hold it alone.

A restore replaces the file. A bot that had it open would continue to write to the old file, which
has no name any more, and every move since the restore would be lost without an error. SQLite can't
prevent that, because its locks last no longer than a transaction.

So every process that uses the database holds a lock until it ends: an flock on `<database>.lock`,
shared by bots, exclusive for commands that need the database to themselves. The kernel releases it
with the process, so a crash leaves no stale lock behind.

The last process removes the lock file. That can happen after another process has opened the file
and before it locks it; if a third process then creates a new file of the same name, two processes
hold locks on different files. So `hold` checks that the locked file still has the name, and
otherwise tries again.
"""

import contextlib
import fcntl
import os
import time

from bot.storage.base.errors import StoreTrouble

PATIENCE = 1.0
_STEP = 0.02


class Lock:
    def __init__(self, path: str, file: int) -> None:
        self._path = path
        self._file = file

    def release(self) -> None:
        with contextlib.suppress(OSError):
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(self._path)  # noqa: PTH108 - the path is a string
        os.close(self._file)


def hold(database: str, *, alone: bool, patience: float | None = None) -> Lock:
    """Take the lock on a database, `alone` or together with others.

    Raise StoreTrouble if another lock prevents that, and OSError if the lock file can't be created.
    """
    path = f"{database}.lock"
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
            if _is(file, path):
                return Lock(path, file)
        except BlockingIOError:
            if time.monotonic() >= until:
                os.close(file)
                raise StoreTrouble(_refusal(database, alone=alone)) from None
            time.sleep(_STEP)
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _is(file: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))  # noqa: PTH116 - see above
    except FileNotFoundError:
        return False


def _refusal(database: str, *, alone: bool) -> str:
    if alone:
        return f"The database {database} is in use: stop the bot first."
    return f"The database {database} is being restored or copied: start again when that is done."
