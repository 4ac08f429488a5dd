"""Who pinged whom in the last day, in SQLite; fulfils bot.match.people.pings.PingStore."""

import sqlite3
from collections.abc import Sequence

from bot.match.holders import UserId
from bot.match.people.pings import REMEMBERED, RETRIED, Decide, Ping
from bot.storage.database import Database


class SqlitePings:
    """Pings, in the same database as the matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(
        self, cause: str, sender: UserId, receivers: Sequence[UserId], now: int, decide: Decide
    ) -> tuple[UserId, ...]:
        """Note the pings that `decide` allows, and give whom they go to, in one transaction.

        Where this cause was noted less than RETRIED seconds ago, those whom it pinged are given,
        and nothing is noted. Later it is decided again: its message may come only now.
        """

        def work(connection: sqlite3.Connection) -> tuple[UserId, ...]:
            # Also what a clock that was far ahead has noted, which would count for as long.
            connection.execute("DELETE FROM ping WHERE at <= ?", (now - REMEMBERED,))
            connection.execute("DELETE FROM ping WHERE at >= ?", (now + REMEMBERED,))
            found = connection.execute("SELECT receiver, at FROM ping WHERE cause = ?", (cause,))
            before = dict(found.fetchall())
            if before and all(abs(now - at) < RETRIED for at in before.values()):
                return tuple(user for user in receivers if user in before)
            connection.execute("DELETE FROM ping WHERE cause = ?", (cause,))
            chosen = tuple(decide(_past(connection, sender, receivers)))
            connection.executemany(
                "INSERT INTO ping (cause, sender, receiver, at) VALUES (?, ?, ?, ?)",
                [(cause, sender, user, now) for user in chosen],
            )
            return chosen

        return await self._database.writer.write(work)


def _past(
    connection: sqlite3.Connection, sender: UserId, receivers: Sequence[UserId]
) -> list[Ping]:
    """What is remembered of these people, each ping once."""
    columns = "SELECT id, sender, receiver, at FROM ping"
    rows = connection.execute(f"{columns} WHERE sender = ?", (sender,)).fetchall()
    for user in receivers:
        rows += connection.execute(f"{columns} WHERE receiver = ?", (user,)).fetchall()
    return [Ping(*row[1:]) for row in dict.fromkeys(rows)]
