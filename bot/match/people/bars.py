"""The rows of bars, including those of forgotten people.

When a barred person is forgotten, a keyed hash of server and user replaces their row, so a person's
hashes differ between servers. The key is in the same database, so anyone who has the database can
test a user id against a hash.
"""

import hashlib
import hmac
from collections.abc import Iterable

from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.rows import insert_all


def person_hash(connection: Connection, guild: int, user: UserId) -> bytes:
    return keyed_hash(connection, f"{guild}:{user}")


def keyed_hash(connection: Connection, text: str) -> bytes:
    secret = connection.execute("SELECT secret FROM bar_key WHERE id = 1").fetchone()[0]
    return hmac.digest(secret, text.encode(), hashlib.sha256)


def is_barred(connection: Connection, guild: int, user: UserId) -> bool:
    row = connection.execute("SELECT 1 FROM bar WHERE guild = ? AND user = ?", (guild, user))
    if row.fetchone() is not None:
        return True
    return of_forgotten(connection, guild, user) is not None


def of_forgotten(connection: Connection, guild: int, user: UserId) -> int | None:
    row = connection.execute(
        "SELECT at FROM forgotten_bar WHERE guild = ? AND person = ?",
        (guild, person_hash(connection, guild, user)),
    ).fetchone()
    return None if row is None else int(row[0])


def guilds(connection: Connection) -> Iterable[int]:
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
    lifted = connection.execute("DELETE FROM bar WHERE guild = ? AND user = ?", (guild, user))
    also = connection.execute(
        "DELETE FROM forgotten_bar WHERE guild = ? AND person = ?",
        (guild, person_hash(connection, guild, user)),
    )
    return lifted.rowcount + also.rowcount > 0


def forget(connection: Connection, user: UserId) -> None:
    rows = connection.execute(
        "SELECT guild, moderator, at FROM bar WHERE user = ?", (user,)
    ).fetchall()
    insert_all(
        connection,
        "forgotten_bar",
        [
            {
                "guild": guild,
                "person": person_hash(connection, guild, user),
                "moderator": moderator,
                "at": at,
            }
            for guild, moderator, at in rows
        ],
        "ON CONFLICT DO NOTHING",
    )
    connection.execute("DELETE FROM bar WHERE user = ?", (user,))
