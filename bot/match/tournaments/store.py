"""The SQL of tournaments; rows.py has the parts that run inside other transactions."""

from collections.abc import Sequence

from bot.match.core import match_rows
from bot.match.tournaments import rows as tournament_rows
from bot.match.tournaments.events import Events, TournamentEvent
from bot.match.tournaments.records import (
    TableMatch,
    TournamentId,
    TournamentRequest,
    TournamentRow,
    Trophy,
)
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.frozen import WAITING
from bot.storage.base.rows import Rows

POSTED_WITHIN = 5
"""Seconds for which only the process that created a tournament posts its panel."""


TABLES = Rows(
    TableMatch,
    "match",
    {
        "table": "tournament_table",
        "match": "id",
        "frozen": f"CASE WHEN {WAITING} THEN 1 ELSE 0 END",
    },
)


class TournamentStore(Repository):
    """Tournaments. Writes pass a `note` that drops no kept reads, because none contains
    tournaments.
    """

    async def create(
        self, request: TournamentRequest, seed: bytes, event: TournamentEvent
    ) -> TournamentRow:
        """Store a new tournament with its first event, due immediately.

        If the interaction has created one already, return that one.
        """

        def work(connection: Connection) -> TournamentRow:
            existing = tournament_rows.made_by(connection, request.interaction)
            if existing is not None:
                return existing
            return tournament_rows.insert(connection, request, seed, event)

        return await self._database.writer.write(work, note=_nothing)

    async def made_by(self, interaction: int) -> TournamentRow | None:
        return await self._database.read(
            lambda connection: tournament_rows.made_by(connection, interaction)
        )

    async def load(
        self, tournament: TournamentId, since: int = 0
    ) -> tuple[TournamentRow, Events] | None:
        """Return a tournament with its events from number `since` on, read in one snapshot."""
        return await self._database.snapshot(
            lambda connection: tournament_rows.load(connection, tournament, since)
        )

    async def row(self, tournament: TournamentId) -> TournamentRow | None:
        return await self._database.read(
            lambda connection: tournament_rows.find(connection, tournament)
        )

    async def typed(self, guild: int, number: int) -> tuple[TournamentRow, ...]:
        """Return the tournaments of a server that a typed number, from 1, can mean."""
        return await self._database.snapshot(
            lambda connection: tournament_rows.typed(connection, guild, number)
        )

    async def of_place(self, place: int) -> tuple[TournamentId, ...]:
        """Return the tournaments of the running matches in a thread, post or channel."""
        return await self._database.column(
            "SELECT tournament FROM match"
            " WHERE place = ? AND status = 'running' AND frozen = 0 AND tournament IS NOT NULL",
            place,
        )

    async def append(
        self,
        row: TournamentRow,
        events: Sequence[TournamentEvent],
        state: Tournament,
        due: int | None,
        trophies: Sequence[Trophy] = (),
    ) -> None:
        """Add events, which lead to `state`; raise Conflict if the tournament has other events
        than `row` says.

        An immediately due tournament stays due, because a match may have ended since; only
        `put_off` changes that.
        """
        await self._database.writer.write(
            lambda connection: tournament_rows.append(
                connection, row, events, state, due, trophies
            ),
            note=_nothing,
        )

    async def matches(
        self, tournament: TournamentId, tables: Sequence[str] | None = None
    ) -> tuple[TableMatch, ...]:
        if tables is not None and not tables:
            return ()
        marks = "" if tables is None else ", ".join("?" for _ in tables)
        named = f" AND tournament_table IN ({marks})" if marks else ""
        return await self._database.all(
            TABLES,
            f"WHERE tournament = ?{named} ORDER BY tournament_table",
            tournament,
            *(tables or ()),
        )

    async def running(self, guild: int, user: UserId) -> int:
        return await self._database.read(
            lambda connection: match_rows.running(connection, guild, user)
        )

    async def due(self, now: int, most: int) -> tuple[tuple[TournamentId, int], ...]:
        """Return due tournaments with their servers, earliest first.

        A tournament is also due after the end or cancellation of one of its matches, and after one
        of its people was forgotten.
        """
        rows = await self._database.rows(
            "SELECT id, guild FROM tournament WHERE due <= ? ORDER BY due LIMIT ?", now, most
        )
        return tuple((tournament, guild) for tournament, guild in rows)

    async def put_off(self, row: TournamentRow, due: int | None) -> None:
        """Store the time of the next look, unless the tournament has changed since `row`
        was read.
        """
        await self._write(
            "UPDATE tournament SET due = ? WHERE id = ? AND events = ? AND ended = ?"
            " AND former = ?",
            due,
            row.id,
            row.events,
            row.ended,
            row.former,
        )

    async def unshown(self, now: int) -> tuple[tuple[TournamentId, int], ...]:
        rows = await self._database.rows(
            "SELECT id, guild FROM tournament WHERE (shown < events OR told < events)"
            " AND (panel IS NOT NULL OR created <= ?) ORDER BY id",
            now - POSTED_WITHIN,
        )
        return tuple((tournament, guild) for tournament, guild in rows)

    async def note_panel(self, tournament: TournamentId, message: int | None, shown: int) -> None:
        await self._write(
            "UPDATE tournament SET panel = ?, shown = ? WHERE id = ?", message, shown, tournament
        )

    async def note_told(self, tournament: TournamentId, told: int) -> None:
        await self._write(
            "UPDATE tournament SET told = ?2 WHERE id = ?1 AND told < ?2", tournament, told
        )

    async def of_guild(
        self, guild: int, statuses: Sequence[TournamentStatus], most: int
    ) -> tuple[TournamentRow, ...]:
        marks = ", ".join("?" for _ in statuses)
        return await self._database.all(
            tournament_rows.ROWS,
            f"WHERE guild = ? AND status IN ({marks}) ORDER BY id DESC LIMIT ?",
            guild,
            *(status.value for status in statuses),
            most,
        )

    async def of_user(self, guild: int, user: UserId) -> tuple[TournamentRow, ...]:
        def work(connection: Connection) -> tuple[TournamentRow, ...]:
            id_rows = connection.execute(
                "SELECT tournament FROM tournament_person WHERE guild = ? AND user = ?"
                " ORDER BY tournament",
                (guild, user),
            ).fetchall()
            rows = (tournament_rows.find(connection, tournament) for (tournament,) in id_rows)
            return tuple(row for row in rows if row is not None)

        return await self._database.snapshot(work)

    async def trophies(self, guild: int | None, user: UserId, most: int) -> tuple[Trophy, ...]:
        """Return the newest trophies of a user in a server or, if `guild` is None, everywhere."""
        here = "" if guild is None else " AND guild = ?"
        return await self._database.all(
            tournament_rows.TROPHIES,
            f"WHERE user = ?{here} ORDER BY at DESC, tournament DESC LIMIT ?",
            user,
            *(() if guild is None else (guild,)),
            most,
        )

    async def _write(self, sql: str, *values: object) -> None:
        await self._database.writer.write(
            lambda connection: connection.execute(sql, values).rowcount,
            durable=False,
            note=_nothing,
        )


def _nothing(_: object) -> None: ...
