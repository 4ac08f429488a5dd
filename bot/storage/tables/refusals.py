"""Whose challenges people don't take, in SQLite.

If the refused person is forgotten, a keyed hash of both takes the place of the row, as in
bot/storage/tables/bars.py. `refuses` finds it; `refused_by` can't say whom it stands for.
"""

from collections.abc import Iterable

from bot.match.lobby.challenges import RefusalStore
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.tables import bars


class SqlRefusals(Repository, RefusalStore):
    async def refused_by(self, user: UserId) -> tuple[UserId, ...]:
        return await self._database.column(
            "SELECT other FROM refusal WHERE user = ? ORDER BY other", user
        )

    async def refuses(self, user: UserId, other: UserId) -> bool:
        def work(connection: Connection) -> bool:
            found = connection.execute(
                "SELECT 1 FROM refusal WHERE user = ? AND other = ?", (user, other)
            ).fetchone()
            return found is not None or _of_forgotten(connection, user, other)

        return await self._database.read(work)

    async def refuse(self, user: UserId, others: Iterable[UserId], now: int) -> None:
        wanted = set(others)

        def work(connection: Connection) -> None:
            found = connection.execute("SELECT other FROM refusal WHERE user = ?", (user,))
            before = {row[0] for row in found}
            connection.executemany(
                "DELETE FROM refusal WHERE user = ? AND other = ?",
                [(user, other) for other in before - wanted],
            )
            connection.executemany(
                "INSERT INTO refusal (user, other, at) VALUES (?, ?, ?)",
                [(user, other, now) for other in sorted(wanted - before)],
            )
            # A row takes the place of the hash of someone who came back, so that naming them and
            # taking that back lifts the refusal.
            connection.executemany(
                "DELETE FROM forgotten_refusal WHERE user = ? AND person = ?",
                [(user, _pair_hash(connection, user, other)) for other in sorted(wanted)],
            )

        await self._database.writer.write(work)


def forget(connection: Connection, other: UserId) -> None:
    """Replace a refused person's id by hashes."""
    rows = connection.execute("SELECT user, at FROM refusal WHERE other = ?", (other,)).fetchall()
    connection.executemany(
        "INSERT INTO forgotten_refusal (user, person, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(user, _pair_hash(connection, user, other), at) for user, at in rows],
    )


def _of_forgotten(connection: Connection, user: UserId, other: UserId) -> bool:
    row = connection.execute(
        "SELECT 1 FROM forgotten_refusal WHERE user = ? AND person = ?",
        (user, _pair_hash(connection, user, other)),
    )
    return row.fetchone() is not None


def _pair_hash(connection: Connection, user: UserId, other: UserId) -> bytes:
    return bars.keyed_hash(connection, f"refusal:{user}:{other}")
