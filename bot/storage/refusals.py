"""Whose challenges people don't take, in SQLite."""

from collections.abc import Iterable

from bot.match.holders import UserId
from bot.match.lobby.challenges import RefusalStore
from bot.storage.connection import Connection
from bot.storage.database import Repository


class SqlRefusals(Repository, RefusalStore):
    """Stores whom people refuse."""

    async def refused_by(self, user: UserId) -> tuple[UserId, ...]:
        return await self._database.column(
            "SELECT other FROM refusal WHERE user = ? ORDER BY other", user
        )

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

        await self._database.writer.write(work)
