"""A lock on a whole database: bots share it, a restore and a copy hold it alone.

SQLite's own locks last for a statement. This one lasts as long as its process holds it, and ends
with the process, however that ends.
"""

import contextlib
import fcntl
import os
import time

from bot.storage.base.errors import StoreTrouble

PATIENCE = 1.0
"""Seconds to wait for a process that is just starting or stopping."""
_STEP = 0.02


class Lock:
    """A lock that is held, on the file ``<database>.lock``."""

    def __init__(self, path: str, file: int) -> None:
        self._path = path
        self._file = file

    def release(self) -> None:
        """Release the lock; the last process to do so removes the file."""
        with contextlib.suppress(OSError):
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(self._path)  # noqa: PTH108 - a name, not a Path, is what is kept
        os.close(self._file)


def hold(database: str, *, alone: bool, patience: float | None = None) -> Lock:
    """Take the lock on a database, `alone` or together with others.

    Raises StoreTrouble if somebody else's lock stands against it, and OSError if the lock file
    can't be made.
    """
    path = f"{database}.lock"
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
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
    """Whether that open file still has this name: the last process to release it removes it."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))  # noqa: PTH116 - see above
    except FileNotFoundError:
        return False


def _refusal(database: str, *, alone: bool) -> str:
    if alone:
        return f"The database {database} is in use: stop the bot first."
    return f"The database {database} is being restored or copied: start again when that is done."
