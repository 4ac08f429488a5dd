"""Who pinged whom in the last day, in SQLite."""

from collections.abc import Sequence

from bot.match.people.pings import REMEMBERED, RETRIED, Decide, Ping, PingStore
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.tables import bars


class SqlPings(Repository, PingStore):
    async def claim(
        self, cause: str, sender: UserId, receivers: Sequence[UserId], now: int, decide: Decide
    ) -> tuple[UserId, ...]:
        def work(connection: Connection) -> tuple[UserId, ...]:
            # Also what a clock far ahead has noted, which would otherwise count until then.
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


def forget(connection: Connection, user: UserId) -> None:
    """Replace a sender's id by its hash, so that the same limits hold if the sender comes back.

    Its rows are deleted with all others after a day.
    """
    connection.execute(
        "UPDATE ping SET sender = 0, forgotten_sender = ? WHERE sender = ?",
        (_person_hash(connection, user), user),
    )


def _past(connection: Connection, sender: UserId, receivers: Sequence[UserId]) -> list[Ping]:
    """The pings of these people that are stored, each once."""
    person = _person_hash(connection, sender)
    columns = "SELECT id, sender, receiver, at, forgotten_sender FROM ping"
    rows = connection.execute(f"{columns} WHERE sender = ?", (sender,)).fetchall()
    rows += connection.execute(f"{columns} WHERE forgotten_sender = ?", (person,)).fetchall()
    for user in receivers:
        rows += connection.execute(f"{columns} WHERE receiver = ?", (user,)).fetchall()
    pings = {row[0]: row[1:] for row in rows}
    return [
        Ping(sender if forgotten == person else by, receiver, at)
        for by, receiver, at, forgotten in pings.values()
    ]


def _person_hash(connection: Connection, sender: UserId) -> bytes:
    return bars.keyed_hash(connection, f"ping:{sender}")
