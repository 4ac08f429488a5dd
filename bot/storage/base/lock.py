"""Locks on a database file: they decide which processes use it side by side.

A restore replaces the file. A bot that had it open would continue to write to the old file, which
has no name any more, and every move since the restore would be lost without an error. SQLite can't
prevent that, because its locks last no longer than a transaction.

So every process that uses the database holds a lock until it ends: an flock on `<database>.lock`,
shared by bots, exclusive for commands that need the database to themselves. Bots also hold one on
`<database>.bots.lock`: shared by those with SALUD_SHARDS, which divide the servers, and exclusive
for a bot that serves all servers. The kernel releases both with the process, so a crash leaves no
stale lock behind.

The last process removes the lock file. That can happen after another process has opened the file
and before it locks it; if a third process then creates a new file of the same name, two processes
hold locks on different files. So `hold` checks that the locked file still has the name, and
otherwise tries again.
"""

import contextlib
import fcntl
import os
import time
from enum import Enum

from bot.storage.base.errors import AnotherBot, StoreTrouble

PATIENCE = 1.0
_STEP = 0.02


class Use(Enum):
    """How a process uses a database, which decides about other processes beside it."""

    ALONE = "alone"
    """A command that needs the database to itself."""
    BESIDE_BOTS = "beside bots"
    """A command that works while bots run."""
    ONLY_BOT = "only bot"
    SHARING_BOT = "sharing bot"
    """A bot that shares the database with other bots, because it has SALUD_SHARDS."""

    @property
    def is_bot(self) -> bool:
        return self in (Use.ONLY_BOT, Use.SHARING_BOT)


class Lock:
    def __init__(self) -> None:
        self._files: list[tuple[str, int]] = []

    def add(self, path: str, file: int) -> None:
        self._files.append((path, file))

    def release(self) -> None:
        while self._files:
            path, file = self._files.pop()
            with contextlib.suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.unlink(path)  # noqa: PTH108 - the path is a string
            os.close(file)


def hold(database: str, use: Use, *, patience: float | None = None) -> Lock:
    """Take the locks that a use of the database needs.

    Raise AnotherBot or StoreTrouble if another lock prevents that for `patience` seconds, and
    OSError if the lock file can't be created.
    """
    patience = PATIENCE if patience is None else patience
    lock, alone = Lock(), use is Use.ALONE
    try:
        whole = f"{database}.lock"
        lock.add(whole, _locked(whole, patience, _refusal(database, alone=alone), alone=alone))
        if use.is_bot:
            bots, alone = f"{database}.bots.lock", use is Use.ONLY_BOT
            lock.add(bots, _locked(bots, patience, AnotherBot(database), alone=alone))
    except BaseException:
        lock.release()
        raise
    return lock


def _locked(path: str, patience: float, refusal: StoreTrouble, *, alone: bool) -> int:
    """Return an open file that has the lock, `alone` or together with others."""
    until = time.monotonic() + patience
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
            if _is(file, path):
                return file
        except BlockingIOError:
            if time.monotonic() >= until:
                os.close(file)
                raise refusal from None
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


def _refusal(database: str, *, alone: bool) -> StoreTrouble:
    if alone:
        return StoreTrouble(f"The database {database} is in use: stop the bot first.")
    return StoreTrouble(
        f"The database {database} is being restored or copied: start again when that is done."
    )
