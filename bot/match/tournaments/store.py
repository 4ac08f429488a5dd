"""The SQL of tournaments; rows.py has what runs inside the transactions of others."""

from collections.abc import Sequence

from bot.match.core import match_rows
from bot.match.log.records import Status
from bot.match.tournaments import rows as tournament_rows
from bot.match.tournaments.events import TournamentEvent
from bot.match.tournaments.records import (
    Appended,
    NewTournament,
    StoredTournament,
    TableMatch,
    TournamentId,
    TournamentRow,
    Trophy,
)
from bot.match.tournaments.state import TournamentStatus
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository

POSTED_WITHIN = 5
"""Seconds in which the panel of a new tournament is usually posted by whoever made it."""


OF_TABLES = "SELECT tournament_table, id, status, frozen FROM match WHERE tournament = ?"


class TournamentStore(Repository):
    """Stores tournaments. Each write is one transaction, on disk when it returns.

    No kept read contains a tournament, so a `note` says that nothing kept has changed.
    """

    async def create(self, new: NewTournament, event: TournamentEvent) -> TournamentRow:
        """Store a new tournament with its first event, due at once.

        The interaction delivered again gives the row of the one that it has made.
        """

        def work(connection: Connection) -> TournamentRow:
            found = tournament_rows.made_by(connection, new.interaction)
            return tournament_rows.insert(connection, new, event) if found is None else found

        return await self._database.writer.write(work, note=_nothing)

    async def made_by(self, interaction: int) -> TournamentRow | None:
        """The tournament that an interaction has made; None if it has made none."""
        return await self._database.read(
            lambda connection: tournament_rows.made_by(connection, interaction)
        )

    async def load(self, tournament: TournamentId, since: int = 0) -> StoredTournament | None:
        """Return its row and its events from number `since` on, read at one moment; None if there
        is no such tournament."""
        return await self._database.snapshot(
            lambda connection: tournament_rows.load(connection, tournament, since)
        )

    async def row(self, tournament: TournamentId) -> TournamentRow | None:
        """Return its row; None if there is no such tournament."""
        return await self._database.read(
            lambda connection: tournament_rows.find(connection, tournament)
        )

    async def append(self, appended: Appended) -> None:
        """Add events; raises Conflict if it has others than it was decided on.

        What is due at once stays so, as a match may have ended since: only `put_off` ends that.
        """
        await self._database.writer.write(
            lambda connection: tournament_rows.append(connection, appended), note=_nothing
        )

    async def matches(
        self, tournament: TournamentId, tables: Sequence[str] | None = None
    ) -> tuple[TableMatch, ...]:
        """Return the matches that these of its tables have so far; None: all of its tables."""
        if tables is not None and not tables:
            return ()
        marks = "" if tables is None else ", ".join("?" for _ in tables)
        named = f" AND tournament_table IN ({marks})" if marks else ""
        found = await self._database.rows(
            f"{OF_TABLES}{named} ORDER BY tournament_table",
            tournament,
            *(tables or ()),
        )
        return tuple(
            TableMatch(table, match, Status(status), bool(frozen))
            for table, match, status, frozen in found
        )

    async def running(self, guild: int, user: UserId) -> int:
        """Return in how many running matches of a server somebody is, as its limit counts them."""
        return await self._database.read(
            lambda connection: match_rows.running(connection, guild, user)
        )

    async def due(self, now: int, most: int) -> tuple[tuple[TournamentId, int], ...]:
        """Tournaments in which something is due, each with its server, the earliest first.

        A tournament is due when one of its matches has ended or was called off, and when one of
        its people was forgotten, too.
        """
        found = await self._database.rows(
            "SELECT id, guild FROM tournament WHERE due <= ? ORDER BY due LIMIT ?", now, most
        )
        return tuple((tournament, guild) for tournament, guild in found)

    async def put_off(self, row: TournamentRow, due: int | None) -> None:
        """Note when to look at it again, if nothing has happened since the row was read: no event,
        no end of a match, and nobody was forgotten."""
        await self._write(
            "UPDATE tournament SET due = ? WHERE id = ? AND events = ? AND ended = ?"
            " AND former = ?",
            due,
            row.id,
            row.events,
            row.ended,
            row.forgotten,
        )

    async def unshown(self, now: int) -> tuple[tuple[TournamentId, int], ...]:
        """Tournaments, each with its server, whose panel does not show all their events or whose
        events are not all told."""
        found = await self._database.rows(
            "SELECT id, guild FROM tournament WHERE (shown < events OR told < events)"
            " AND (panel IS NOT NULL OR created <= ?) ORDER BY id",
            now - POSTED_WITHIN,
        )
        return tuple((tournament, guild) for tournament, guild in found)

    async def note_panel(self, tournament: TournamentId, message: int | None, shown: int) -> None:
        """Note the message of the panel, and how many events it shows."""
        await self._write(
            "UPDATE tournament SET panel = ?, shown = ? WHERE id = ?", message, shown, tournament
        )

    async def note_told(self, tournament: TournamentId, told: int) -> None:
        """Note that the first `told` events need no further message, or more if that was known."""
        await self._write(
            "UPDATE tournament SET told = ?2 WHERE id = ?1 AND told < ?2", tournament, told
        )

    async def of_guild(
        self, guild: int, statuses: Sequence[TournamentStatus], most: int
    ) -> tuple[TournamentRow, ...]:
        """Up to `most` tournaments of a server with one of these statuses, the newest first."""
        marks = ", ".join("?" for _ in statuses)
        found = await self._database.rows(
            f"SELECT {tournament_rows.ROW} FROM tournament WHERE guild = ? AND status IN ({marks})"  # noqa: S608 - our own words
            " ORDER BY id DESC LIMIT ?",
            guild,
            *(one.value for one in statuses),
            most,
        )
        return tuple(tournament_rows.read_row(*one) for one in found)

    async def of_user(self, guild: int, user: UserId) -> tuple[TournamentRow, ...]:
        """The open and running tournaments of a server in which somebody takes part."""

        def work(connection: Connection) -> tuple[TournamentRow, ...]:
            found = connection.execute(
                "SELECT tournament FROM tournament_person WHERE guild = ? AND user = ?"
                " ORDER BY tournament",
                (guild, user),
            ).fetchall()
            rows = (tournament_rows.find(connection, tournament) for (tournament,) in found)
            return tuple(row for row in rows if row is not None)

        return await self._database.snapshot(work)

    async def trophies(self, guild: int, user: UserId, most: int) -> tuple[Trophy, ...]:
        """Up to `most` of what somebody has won in a server, the latest first."""
        found = await self._database.rows(
            "SELECT tournament, stage, user, place, entrants, name, game, at FROM trophy"
            " WHERE user = ? AND guild = ? ORDER BY at DESC, tournament DESC LIMIT ?",
            user,
            guild,
            most,
        )
        return tuple(Trophy(*one) for one in found)

    async def _write(self, sql: str, *values: object) -> None:
        """Note what can be found out again after a power cut."""
        await self._database.writer.write(
            lambda connection: connection.execute(sql, values).rowcount,
            durable=False,
            note=_nothing,
        )


def _nothing(_: object) -> None:
    """Writes about tournaments make no read out of date that is kept in memory."""
