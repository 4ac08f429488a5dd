"""Calls in SQLite; fulfils bot.match.timing.turn_alerts.CallStore."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from bot.match.holders import UserId
from bot.match.records import MatchId
from bot.match.timing.spans import Span
from bot.match.timing.turn_alerts import Access, TurnAlert
from bot.storage.database import Database

COLUMNS = "user, asked, posted, began, seen, unseen, why, blind, look"


class SqliteTurnAlerts:
    """Who was called to which turn, in the same database as the matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_match(self, match: MatchId) -> Mapping[UserId, TurnAlert]:
        """The latest call of everybody in a match."""

        def work(connection: sqlite3.Connection) -> Mapping[UserId, TurnAlert]:
            found = connection.execute(
                f"SELECT {COLUMNS} FROM call WHERE match = ? ORDER BY user",  # noqa: S608 - a constant list of columns
                (match,),
            )
            return {call.user: call for call in map(_call, found)}

        return await self._database.read(work)

    async def due(self, now: int, most: int) -> tuple[MatchId, ...]:
        """Matches with somebody to look at, the longest overdue first; no frozen ones."""

        def work(connection: sqlite3.Connection) -> tuple[MatchId, ...]:
            found = connection.execute(
                "SELECT call.match FROM call JOIN match ON match.id = call.match"
                " WHERE call.look <= ? AND match.frozen = 0 ORDER BY call.look LIMIT ?",
                (now, most),
            )
            return tuple(dict.fromkeys(row[0] for row in found))

        return await self._database.read(work)

    async def change(self, match: MatchId, before: TurnAlert, after: TurnAlert) -> bool:
        """Put one in place of another; False where that has changed since it was read."""

        def work(connection: sqlite3.Connection) -> bool:
            found = connection.execute(
                f"SELECT {COLUMNS} FROM call WHERE match = ? AND user = ?",  # noqa: S608 - a constant list of columns
                (match, before.user),
            ).fetchone()
            # Another look may have been asked for meanwhile, which this one answers.
            if found is None or _row(_call(found))[:-1] != _row(before)[:-1]:
                return False
            keep(connection, match, (after,))
            return True

        return await self._database.writer.write(work)

    async def look(self, match: MatchId, users: Sequence[UserId], now: int) -> None:
        """Look at these as soon as can be."""

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "UPDATE call SET look = ? WHERE match = ? AND user = ? AND look > ?",
                [(now, match, user, now) for user in users],
            )

        await self._database.writer.write(work)

    async def look_in(self, guild: int, now: int) -> None:
        """Look at everybody in the matches of a server as soon as can be."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE call SET look = ? WHERE look > ? AND match IN"
                " (SELECT id FROM match WHERE guild = ? AND status = 'running' AND frozen = 0)",
                (now, now, guild),
            )

        await self._database.writer.write(work)

    async def told(self, match: MatchId) -> Mapping[int, int]:
        """When each notice of a match was first posted, in seconds since 1970, by its event."""

        def work(connection: sqlite3.Connection) -> Mapping[int, int]:
            found = connection.execute(
                "SELECT n, posted FROM notice WHERE match = ? AND posted IS NOT NULL", (match,)
            )
            return dict(found.fetchall())

        return await self._database.read(work)


def keep(connection: sqlite3.Connection, match: MatchId, calls: Iterable[TurnAlert]) -> None:
    """Put these in place of the latest calls of their people."""
    connection.executemany(
        "INSERT INTO call (match, user, asked, posted, began, seen, unseen, why, blind, look)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match, user) DO UPDATE SET"
        " asked = excluded.asked, posted = excluded.posted, began = excluded.began,"
        " seen = excluded.seen, unseen = excluded.unseen, why = excluded.why,"
        " blind = excluded.blind, look = excluded.look",
        [(match, *_row(call)) for call in calls],
    )


def _row(call: TurnAlert) -> tuple[int | str | None, ...]:
    """The values of COLUMNS."""
    blind = json.dumps(call.blind)
    return (
        call.user,
        call.asked,
        call.posted,
        call.began,
        call.seen,
        call.unseen,
        call.why.value,
        blind,
        call.look,
    )


def _call(
    row: tuple[int, int, int, int | None, int, int | None, str, str, int | None],
) -> TurnAlert:
    user, asked, posted, began, seen, unseen, why, blind, look = row
    spans = tuple(Span(*span) for span in json.loads(blind))
    return TurnAlert(user, asked, posted, began, seen, unseen, Access(why), spans, look)
