"""The places that matches have moved away from, in SQLite."""

from bot.match.core.store import LeftPlaces
from bot.match.log.records import MatchId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class SqlLeftPlaces(Repository, LeftPlaces):
    """Stores the places that matches have left."""

    async def due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT DISTINCT left_place.match FROM left_place"
            " JOIN match ON match.id = left_place.match"
            " WHERE match.frozen = 0 AND match.shown_place IS NOT left_place.place"
        )

    async def of_match(self, match: MatchId) -> tuple[int, ...]:
        return await self._database.column(
            "SELECT left_place.place FROM left_place"
            " JOIN match ON match.id = left_place.match"
            " WHERE left_place.match = ? AND match.shown_place IS NOT left_place.place",
            match,
        )

    async def tidied(self, match: MatchId, place: int) -> None:
        await self._database.execute(
            "DELETE FROM left_place WHERE match = ? AND place = ?", match, place
        )


def leave(connection: Connection, match: MatchId, place: int) -> None:
    """Note that a match is played in `place` from now on, and has left where it was before."""
    connection.execute(
        "INSERT INTO left_place (match, place)"
        " SELECT id, place FROM match WHERE id = ? AND place <> ? ON CONFLICT DO NOTHING",
        (match, place),
    )
    connection.execute("DELETE FROM left_place WHERE match = ? AND place = ?", (match, place))
    connection.execute(
        "UPDATE match SET place = ?, card_changes = card_changes + 1 WHERE id = ?", (place, match)
    )
