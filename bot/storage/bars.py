"""The rows of bars: of people, and of people who were forgotten.

The bar of somebody who was forgotten stays as a keyed hash of server and user. The key is in the
same database, so the hash can't be read, but whoever has the database can ask it about a user. The
server is part of it: the hashes of one person in two servers are not alike.
"""

import hashlib
import hmac
import sqlite3
from collections.abc import Iterable

from bot.match.holders import UserId


def person(connection: sqlite3.Connection, guild: int, user: UserId) -> bytes:
    """What stands for somebody in a bar of that server once they are forgotten."""
    secret = connection.execute("SELECT secret FROM bar_key WHERE id = 1").fetchone()[0]
    return hmac.digest(secret, f"{guild}:{user}".encode(), hashlib.sha256)


def is_barred(connection: sqlite3.Connection, guild: int, user: UserId) -> bool:
    """Whether somebody may not play in a server, forgotten since or not."""
    row = connection.execute("SELECT 1 FROM bar WHERE guild = ? AND user = ?", (guild, user))
    if row.fetchone() is not None:
        return True
    return of_forgotten(connection, guild, user) is not None


def of_forgotten(connection: sqlite3.Connection, guild: int, user: UserId) -> int | None:
    """Since when somebody is barred by a bar that has outlasted their being forgotten, if so."""
    row = connection.execute(
        "SELECT at FROM forgotten_bar WHERE guild = ? AND person = ?",
        (guild, person(connection, guild, user)),
    ).fetchone()
    return None if row is None else int(row[0])


def guilds(connection: sqlite3.Connection) -> Iterable[int]:
    """The servers that bar somebody who was forgotten, in the order of their ids."""
    last = -1
    while True:
        row = connection.execute(
            "SELECT guild FROM forgotten_bar WHERE guild > ? ORDER BY guild LIMIT 1", (last,)
        ).fetchone()
        if row is None:
            return
        last = int(row[0])
        yield last


def lift(connection: sqlite3.Connection, guild: int, user: UserId) -> bool:
    """Let somebody play again; False where they were not barred."""
    lifted = connection.execute("DELETE FROM bar WHERE guild = ? AND user = ?", (guild, user))
    also = connection.execute(
        "DELETE FROM forgotten_bar WHERE guild = ? AND person = ?",
        (guild, person(connection, guild, user)),
    )
    return lifted.rowcount + also.rowcount > 0


def forget(connection: sqlite3.Connection, user: UserId) -> None:
    """Let what is left of somebody's bars say no more who they are."""
    found = connection.execute(
        "SELECT guild, moderator, at FROM bar WHERE user = ?", (user,)
    ).fetchall()
    connection.executemany(
        "INSERT INTO forgotten_bar (guild, person, moderator, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        [(guild, person(connection, guild, user), by, at) for guild, by, at in found],
    )
    connection.execute("DELETE FROM bar WHERE user = ?", (user,))
