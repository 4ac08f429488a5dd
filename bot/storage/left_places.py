"""The places that matches have left, in SQLite; fulfils bot.match.boards.LeftPlaces."""

import sqlite3

from bot.match.records import MatchId
from bot.storage.database import Database


class SqliteLeftPlaces:
    """Keeps the places that matches have left."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self) -> tuple[MatchId, ...]:
        """Matches that have left places, but for where their current board still is."""

        def work(connection: sqlite3.Connection) -> tuple[MatchId, ...]:
            found = connection.execute(
                "SELECT DISTINCT left_place.match FROM left_place"
                " JOIN match ON match.id = left_place.match"
                " WHERE match.frozen = 0 AND match.shown_place IS NOT left_place.place"
            )
            return tuple(row[0] for row in found)

        return await self._database.read(work)

    async def of_match(self, match: MatchId) -> tuple[int, ...]:
        """The places that a match has left, without that of its current board."""

        def work(connection: sqlite3.Connection) -> tuple[int, ...]:
            found = connection.execute(
                "SELECT left_place.place FROM left_place"
                " JOIN match ON match.id = left_place.match"
                " WHERE left_place.match = ? AND match.shown_place IS NOT left_place.place",
                (match,),
            )
            return tuple(row[0] for row in found)

        return await self._database.read(work)

    async def tidied(self, match: MatchId, place: int) -> None:
        """Forget a place: nothing of the match can be pressed there any more."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM left_place WHERE match = ? AND place = ?", (match, place)
            )

        await self._database.writer.write(work)


def leave(connection: sqlite3.Connection, match: MatchId, place: int) -> None:
    """Note that a match is played here from now on, and has left where it was before."""
    connection.execute(
        "INSERT OR IGNORE INTO left_place (match, place)"
        " SELECT id, place FROM match WHERE id = ? AND place <> ?",
        (match, place),
    )
    connection.execute("DELETE FROM left_place WHERE match = ? AND place = ?", (match, place))
    connection.execute("UPDATE match SET place = ? WHERE id = ?", (place, match))
