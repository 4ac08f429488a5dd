"""Plans in SQLite; fulfils bot.match.playing.plans.Plans. They end in rows.set_plans."""

import sqlite3

from bot.match.holders import UserId
from bot.match.playing.plans import Plan
from bot.match.records import MatchId
from bot.match.store_errors import Conflict
from bot.storage.database import Database


class SqlitePlans:
    """What people plan for their next turns."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, plan: Plan, events: int) -> None:
        """Keep it in place of an earlier one; raises Conflict where the match has gone on."""

        def work(connection: sqlite3.Connection) -> None:
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
        """The plans of everybody in a match, by their ids."""

        def work(connection: sqlite3.Connection) -> tuple[Plan, ...]:
            found = connection.execute(
                "SELECT user, seq, tokens FROM plan WHERE match = ? ORDER BY user", (match,)
            )
            return tuple(
                Plan(match, user, seq, tuple(tokens.split(","))) for user, seq, tokens in found
            )

        return await self._database.read(work)

    async def drop(self, match: MatchId, user: UserId) -> bool:
        """Forget someone's plan; gives whether there was one."""

        def work(connection: sqlite3.Connection) -> bool:
            cursor = connection.execute(
                "DELETE FROM plan WHERE match = ? AND user = ?", (match, user)
            )
            return cursor.rowcount == 1

        return await self._database.writer.write(work)

    async def due(self) -> tuple[MatchId, ...]:
        """Running matches in which the turn of somebody with a plan has come; no frozen ones."""

        def work(connection: sqlite3.Connection) -> tuple[MatchId, ...]:
            found = connection.execute(
                "SELECT DISTINCT plan.match FROM plan JOIN match ON match.id = plan.match"
                " WHERE plan.due = 1 AND match.frozen = 0 ORDER BY plan.match"
            )
            return tuple(match for (match,) in found)

        return await self._database.read(work)
