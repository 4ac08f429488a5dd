"""Plans in SQLite."""

from bot.match.core.store import Change
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import Conflict
from bot.match.playing.plans import Plan, Plans
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository

PLANS = "plans"
"""The kept plans of a match."""


class SqlPlans(Repository, Plans):
    async def keep(self, plan: Plan, events: int) -> None:
        def work(connection: Connection) -> None:
            row = connection.execute(
                "SELECT seq, events, frozen FROM match WHERE id = ?", (plan.match,)
            ).fetchone()
            if row != (plan.seq, events, 0):
                raise Conflict
            connection.execute(
                "INSERT INTO plan (match, user, seq, tokens) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (match, user) DO UPDATE SET seq = excluded.seq,"
                " tokens = excluded.tokens, due = 0",
                (plan.match, plan.user, plan.seq, ",".join(plan.tokens)),
            )

        await self._database.writer.write(work)

    async def of_match(self, match: MatchId) -> tuple[Plan, ...]:
        async def read() -> tuple[Plan, ...]:
            found = await self._database.rows(
                "SELECT user, seq, tokens FROM plan WHERE match = ? ORDER BY user", match
            )
            return tuple(
                Plan(match, user, seq, tuple(tokens.split(","))) for user, seq, tokens in found
            )

        return await self._database.keeping((PLANS, match), read)

    async def drop(self, match: MatchId, user: UserId) -> bool:
        deleted = await self._database.execute(
            "DELETE FROM plan WHERE match = ? AND user = ?", match, user
        )
        return deleted == 1

    async def due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT DISTINCT plan.match FROM plan JOIN match ON match.id = plan.match"
            " WHERE plan.due = 1 AND match.frozen = 0 ORDER BY plan.match"
        )


def set_plans(connection: Connection, change: Change) -> None:
    """Delete the plans that end, and note which are to be carried out now."""
    if change.status is not Status.RUNNING:
        connection.execute("DELETE FROM plan WHERE match = ?", (change.match,))
        return
    connection.executemany(
        "DELETE FROM plan WHERE match = ? AND user = ?",
        [(change.match, user) for user in change.unplanned],
    )
    connection.execute("UPDATE plan SET due = 0 WHERE match = ? AND due = 1", (change.match,))
    connection.executemany(
        "UPDATE plan SET due = 1 WHERE match = ? AND user = ?",
        [(change.match, user) for user in change.to_act],
    )
