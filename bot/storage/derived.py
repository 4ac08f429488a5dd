"""Making glory's tables anew; fulfils bot.match.rebuild.DerivedStore."""

import sqlite3
from collections.abc import Sequence

from bot.match.rebuild import Ending
from bot.match.types import MatchId
from bot.storage import glory_rows
from bot.storage.database import Database

NAME = "glory"
VERSION = 1
"""Of what the code makes of a match: raise it where the same match would lead to other rows."""


class SqliteDerived:
    """The derived tables as a whole."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def stale(self) -> bool:
        """Whether they were never made, or by an older version."""

        def work(connection: sqlite3.Connection) -> bool:
            row = connection.execute(
                "SELECT version FROM derived WHERE name = ?", (NAME,)
            ).fetchone()
            return row is None or row[0] < VERSION

        return await self._database.read(work)

    async def over(self) -> tuple[MatchId, ...]:
        """All matches that are over, in order of their numbers."""
        return await self._database.read(_over)

    async def former(self) -> int:
        """How many former miners there have ever been: more when somebody is forgotten."""
        return await self._database.read(_former)

    async def replace(
        self, endings: Sequence[Ending], known: Sequence[MatchId], former: int
    ) -> bool:
        """Put these in place of all there is, in one transaction.

        False, and nothing is changed, where others are over than those that are `known`, or
        somebody was forgotten since there were so many former miners.
        """

        def work(connection: sqlite3.Connection) -> bool:
            if _over(connection) != tuple(known) or _former(connection) != former:
                return False
            for table in glory_rows.TABLES:
                connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            for ending in sorted(endings, key=lambda one: (one.ended, one.match)):
                glory_rows.insert(
                    connection,
                    ending.match,
                    ending.guild,
                    ending.ended,
                    people=ending.people,
                    results=ending.results,
                )
            connection.execute(
                "INSERT INTO derived (name, version) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET version = excluded.version",
                (NAME, VERSION),
            )
            return True

        return await self._database.writer.write(work)


def _over(connection: sqlite3.Connection) -> tuple[MatchId, ...]:
    found = connection.execute("SELECT id FROM match WHERE status = 'over' ORDER BY id")
    return tuple(match for (match,) in found)


def _former(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT MAX(number) FROM former").fetchone()
    return row[0] or 0
