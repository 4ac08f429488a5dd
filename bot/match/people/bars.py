"""The rows of bars: of people, and of people who were forgotten.

The bar of somebody who was forgotten stays as a keyed hash of server and user. The hash can't be
read, but as the key is in the same database, anybody who has that can test a user id against it.
As the server is part of it, one person's hashes in two servers differ.
"""

import hashlib
import hmac
from collections.abc import Iterable

from bot.match.values.players import UserId
from bot.storage.base.connection import Connection


def person_hash(connection: Connection, guild: int, user: UserId) -> bytes:
    """The keyed hash that stands for a user in a server's bars once they are forgotten."""
    return keyed_hash(connection, f"{guild}:{user}")


def keyed_hash(connection: Connection, text: str) -> bytes:
    """A hash that only this database can make."""
    secret = connection.execute("SELECT secret FROM bar_key WHERE id = 1").fetchone()[0]
    return hmac.digest(secret, text.encode(), hashlib.sha256)


def is_barred(connection: Connection, guild: int, user: UserId) -> bool:
    """Whether somebody may not play in a server, forgotten since or not."""
    row = connection.execute("SELECT 1 FROM bar WHERE guild = ? AND user = ?", (guild, user))
    if row.fetchone() is not None:
        return True
    return of_forgotten(connection, guild, user) is not None


def of_forgotten(connection: Connection, guild: int, user: UserId) -> int | None:
    """Since when a bar holds against a user who was forgotten; None if there is none."""
    row = connection.execute(
        "SELECT at FROM forgotten_bar WHERE guild = ? AND person = ?",
        (guild, person_hash(connection, guild, user)),
    ).fetchone()
    return None if row is None else int(row[0])


def guilds(connection: Connection) -> Iterable[int]:
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


def lift(connection: Connection, guild: int, user: UserId) -> bool:
    """Lift somebody's bar; False if they were not barred."""
    lifted = connection.execute("DELETE FROM bar WHERE guild = ? AND user = ?", (guild, user))
    also = connection.execute(
        "DELETE FROM forgotten_bar WHERE guild = ? AND person = ?",
        (guild, person_hash(connection, guild, user)),
    )
    return lifted.rowcount + also.rowcount > 0


def forget(connection: Connection, user: UserId) -> None:
    """Replace somebody's id in the bars against them by its hash."""
    found = connection.execute(
        "SELECT guild, moderator, at FROM bar WHERE user = ?", (user,)
    ).fetchall()
    connection.executemany(
        "INSERT INTO forgotten_bar (guild, person, moderator, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        [(guild, person_hash(connection, guild, user), by, at) for guild, by, at in found],
    )
    connection.execute("DELETE FROM bar WHERE user = ?", (user,))
