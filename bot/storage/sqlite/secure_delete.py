"""Removing traces of deleted rows from the files of a database.

SQLite keeps old pages in its write-ahead log until the log is reused. In the database file,
`secure_delete` overwrites deleted data. But it misses some copies that SQLite leaves when it
rearranges pages, and everything deleted before it was switched on. So the file is searched for the
ids of forgotten users, and rewritten if one is found.
"""

import contextlib
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Collection

from bot.storage.sqlite import find_bytes

_log = logging.getLogger(__name__)

PATIENCE_MS = 200
"""Milliseconds to wait for readers; no other process can write meanwhile."""
LONGEST = 900
"""Seconds to search the file; a disk reads some 100 GB in that time."""
SHORT = 4
"""Ids of at most this many bytes are not searched for, because they occur by chance; Discord's ids
have eight.
"""


def sweep(connection: sqlite3.Connection, path: str, users: Collection[int] | None) -> bool:
    """Remove all traces of these users from the files; if None, everything that was deleted.

    No row must name the users any more, and the connection must not be in a transaction. Return
    False if the database is in use. Raise sqlite3.Error or OSError.
    """
    if not _empty_log(connection):
        return False
    if users is not None and not _found(path, users):
        return True
    connection.execute("VACUUM")
    _log.info("Rewrote the database because its file still contained deleted data")
    is_empty = _empty_log(connection)
    if is_empty and users is not None and _found(path, users):
        _log.error("The database still names a forgotten person")
    return is_empty


def traces(user: int) -> tuple[bytes, ...]:
    """Return SQLite's three forms of an id: integer, row id, and text.

    Return () for an id that is too short to search for.
    """
    size = (user.bit_length() + 8) // 8
    if size <= SHORT:
        return ()
    return user.to_bytes(6 if size <= 6 else 8, "big"), _varint(user), str(user).encode()


def _varint(number: int) -> bytes:
    """Return a varint, SQLite's form of row ids: seven bits per byte, and eight in the ninth."""
    if number >> 56:
        last, number = bytes([number & 0xFF]), number >> 8
        return bytes(0x80 | (number >> shift) & 0x7F for shift in range(49, -1, -7)) + last
    shifts = range((max(number.bit_length(), 1) - 1) // 7 * 7, -1, -7)
    return bytes((0x80 if shift else 0) | (number >> shift) & 0x7F for shift in shifts)


def _empty_log(connection: sqlite3.Connection) -> bool:
    before = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")  # others can still write
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    try:
        in_flight = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        return False
    finally:
        with contextlib.suppress(sqlite3.Error):
            connection.execute(f"PRAGMA busy_timeout = {before}")
    return bool(in_flight == 0)


def _found(path: str, users: Collection[int]) -> bool:
    looked_for = [trace.hex() for user in users for trace in traces(user)]
    if not looked_for:
        return False
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-I", find_bytes.__file__, path],
            input="\n".join(looked_for),
            text=True,
            capture_output=True,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(f"the file {path} can't be searched in {LONGEST} seconds") from error
    if done.returncode not in (0, find_bytes.FOUND):
        raise OSError(f"the file {path} can't be searched: {done.stderr.strip()[-200:]}")
    return done.returncode == find_bytes.FOUND
