"""The bot's database, read from outside while the bot writes it."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import psycopg

from bot.database_address import is_server
from bot.storage.base.connection import Connection
from bot.storage.postgresql.connections import PostgresConnection, connect
from chaos.transcript import Stored

PATIENCE = 20.0
"""Real seconds that a server may take to start again."""
Row = tuple[Any, ...]

_TELLING = (
    "status",
    "seq",
    "events",
    "computer_due",
    "place",
    "shown_seq",
    "shown_events",
    "shown_message",
    "shown_place",
)
"""Columns that describe a match to a person; its seed must not be read."""


class DatabaseReader:
    """Reads the database, and never writes to it."""

    def __init__(self, address: str) -> None:
        self.address = address
        """As the settings take it."""
        self._connection: sqlite3.Connection | psycopg.Connection[Row] | None = None

    def stored(self, match: int) -> Stored | None:
        """How far a match is; None if there is no such match."""
        rows = self._rows("SELECT seq, events, status FROM match WHERE id = ?", match)
        return Stored(rows[0][0], rows[0][1], rows[0][2] == "over") if rows else None

    def is_over(self, match: int) -> bool:
        """Whether a match has ended."""
        stored = self.stored(match)
        return stored is not None and stored.over

    def board(self, match: int) -> int | None:
        """The message that the bot has noted as the board of a match."""
        rows = self._rows("SELECT shown_message FROM match WHERE id = ?", match)
        return rows[0][0] if rows else None

    def place(self, match: int) -> int | None:
        """Return the channel or thread that the bot has noted as the place of a match."""
        rows = self._rows("SELECT place FROM match WHERE id = ?", match)
        return rows[0][0] if rows else None

    def unseen(self) -> set[int]:
        """The channels of matches that have not posted a board yet."""
        unseen = "day IS NULL AND status IN ('open', 'running') AND shown_message IS NULL"
        return {row[0] for row in self._rows(f"SELECT channel FROM match WHERE {unseen}")}  # noqa: S608 - our own words

    def running(self) -> list[int]:
        """The matches that have begun and are not over; those of days have no board."""
        shown = "SELECT id FROM match WHERE status = 'running' AND day IS NULL"
        return [row[0] for row in self._rows(shown)]

    def over(self) -> list[int]:
        """The matches that came to an end; days end by the clock, so theirs are not among them."""
        ended = "SELECT id FROM match WHERE status = 'over' AND day IS NULL"
        return [row[0] for row in self._rows(ended)]

    def all(self) -> list[tuple[int, int, int]]:
        """Each match with how many entries and events it has."""
        return [(row[0], row[1], row[2]) for row in self._rows("SELECT id, seq, events FROM match")]

    def unshown(self) -> set[tuple[int, int, int]]:
        """The matches that have gone on since they were last shown, and how far they are."""
        begun = "status IN ('running', 'over') AND (shown_seq < seq OR shown_events < events)"
        sql = f"SELECT id, seq, events FROM match WHERE day IS NULL AND {begun}"  # noqa: S608 - our own words
        return {(row[0], row[1], row[2]) for row in self._rows(sql)}

    def day_matches(self) -> dict[int, tuple[str, int]]:
        """The day of each match of a day, and whose it is."""
        rows = self._rows("SELECT match, day, user FROM day_match")
        return {match: (day, user) for match, day, user in rows}

    def match_of(self, user: int, day: str) -> int | None:
        """Somebody's match of a day."""
        found = self.day_matches().items()
        return next((match for match, one in found if one == (day, user)), None)

    def alone(self, user: int) -> list[int]:
        """The matches under way that somebody has begun, and that are of no day."""
        hosted = (
            "SELECT id FROM match JOIN match_event ON match = id AND n = 0"
            " WHERE status IN ('open', 'running') AND day IS NULL AND holder = ?"
        )
        return [row[0] for row in self._rows(hosted, user)]

    def ended(self, match: int) -> bool:
        """Whether a match or an invitation is no longer under way."""
        rows = self._rows("SELECT status FROM match WHERE id = ?", match)
        return not rows or rows[0][0] not in ("open", "running")

    def opened_in(self, match: int) -> int | None:
        """The server of a match."""
        rows = self._rows("SELECT guild FROM match WHERE id = ?", match)
        return rows[0][0] if rows else None

    def waiting(self) -> list[int]:
        """The invitations that can be accepted, and the matches that run."""
        under_way = "SELECT id FROM match WHERE status IN ('open', 'running')"
        return [row[0] for row in self._rows(under_way)]

    def next_due(self, now: float) -> tuple[int, int] | None:
        """When the bot next looks whether somebody is late, after `now`, and in which match."""
        found = self._rows("SELECT at, match FROM deadline WHERE user > 0 ORDER BY at")
        return next(((at, match) for at, match in found if at > now), None)

    def pause(self, match: int) -> str:
        """The kind of the last match event about a pause; empty if there was none."""
        kinds = "('pause asked', 'pause declined', 'paused', 'resumed')"
        sql = f"SELECT kind FROM match_event WHERE match = ? AND kind IN {kinds} ORDER BY n DESC"  # noqa: S608 - our own words
        rows = self._rows(sql, match)
        return rows[0][0] if rows else ""

    def away(self, user: int, now: float) -> bool:
        """Whether somebody is noted as away."""
        rows = self._rows("SELECT since, until FROM absence WHERE user = ?", user)
        return any(since <= now < until for since, until in rows)

    def tournaments(self, name: str) -> dict[int, str]:
        """The status of each tournament that is called so, by its number."""
        rows = self._rows("SELECT id, status FROM tournament WHERE name = ? ORDER BY id", name)
        return {row[0]: row[1] for row in rows}

    def halls(self) -> set[int]:
        """The channels of tournaments."""
        return {row[0] for row in self._rows("SELECT channel FROM tournament")}

    def panel(self, tournament: int) -> int | None:
        """The message that the bot has noted as that of a tournament."""
        rows = self._rows("SELECT panel FROM tournament WHERE id = ?", tournament)
        return rows[0][0] if rows else None

    def entered(self, tournament: int) -> set[int]:
        """Who takes part in a tournament that is not over, or waits for a place."""
        sql = "SELECT user FROM tournament_person WHERE tournament = ?"
        return {row[0] for row in self._rows(sql, tournament)}

    def tables(self, tournament: int) -> dict[int, str]:
        """The tables at which matches of a tournament run, by match."""
        running = "tournament = ? AND status = 'running'"
        sql = f"SELECT id, tournament_table FROM match WHERE {running}"  # noqa: S608 - our own words
        return dict(self._rows(sql, tournament))

    def stages_over(self, tournament: int) -> int:
        """Return how many stages of a tournament, or seasons of a league, are over."""
        sql = "SELECT count(*) FROM tournament_event WHERE kind = 'stage over' AND tournament = ?"
        rows = self._rows(sql, tournament)
        return int(rows[0][0]) if rows else 0

    def holders(self, match: int) -> list[int]:
        """Who is in a match that is not over."""
        rows = self._rows("SELECT user FROM holder WHERE match = ? ORDER BY user", match)
        return [row[0] for row in rows]

    def behind(self) -> list[int]:
        """The tournaments of which not all is shown and told."""
        sql = "SELECT id FROM tournament WHERE shown < events OR told < events"
        return [row[0] for row in self._rows(sql)]

    def describe(self, match: int) -> str:
        """The state of a match in words, for whoever looks for a fault."""
        rows = self._rows(f"SELECT {', '.join(_TELLING)} FROM match WHERE id = ?", match)  # noqa: S608 - a constant list of columns
        if not rows:
            return "not stored"
        told = zip(_TELLING, rows[0], strict=True)
        return ", ".join(f"{name}={value}" for name, value in told)

    def _rows(self, sql: str, *values: int | str) -> list[Row]:
        given_up = time.monotonic() + PATIENCE
        while True:
            try:
                return self._open().execute(sql, values).fetchall()
            except sqlite3.OperationalError:
                return []  # the schema is being created
            except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
                return []
            except psycopg.OperationalError:
                self.close()
                if time.monotonic() > given_up:
                    raise
                time.sleep(0.05)

    def _open(self) -> Connection:
        """A connection; raises sqlite3.OperationalError or psycopg.OperationalError."""
        if self._connection is None:
            self._connection = opened(self.address)
        return _understanding(self._connection)

    def close(self) -> None:
        """Close the connection; the next question opens another one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def opened(address: str) -> sqlite3.Connection | psycopg.Connection[Row]:
    """A connection that reads; raises sqlite3.OperationalError or psycopg.OperationalError."""
    if is_server(address):
        return connect(address)
    return sqlite3.connect(f"file:{Path(address).absolute()}?mode=ro", uri=True)


def _understanding(connection: sqlite3.Connection | psycopg.Connection[Row]) -> Connection:
    if isinstance(connection, sqlite3.Connection):
        return connection
    return PostgresConnection(connection)
