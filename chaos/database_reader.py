"""A read-only view of the bot's database while the bot writes to it."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import psycopg

from bot.database_address import is_server
from bot.storage.base.connection import Connection
from bot.storage.postgresql.connections import PostgresConnection, Session, connect
from chaos.transcript import Stored

PATIENCE = 20.0
"""Real seconds that a database server can take to restart."""
Row = tuple[Any, ...]

_DESCRIBING = (
    "status",
    "seq",
    "events",
    "computer_due",
    "place",
)
"""Columns that describe a match in a problem report; never its seed."""


class DatabaseReader:
    def __init__(self, address: str) -> None:
        self.address = address
        self._connection: sqlite3.Connection | Session | None = None

    def stored(self, match: int) -> Stored | None:
        rows = self._rows("SELECT seq, events, status FROM match WHERE id = ?", match)
        return Stored(rows[0][0], rows[0][1], rows[0][2] == "over") if rows else None

    def is_over(self, match: int) -> bool:
        stored = self.stored(match)
        return stored is not None and stored.over

    def board(self, match: int) -> int | None:
        rows = self._rows("SELECT message FROM message WHERE kind = 'board' AND subject = ?", match)
        return rows[0][0] if rows else None

    def place(self, match: int) -> int | None:
        rows = self._rows("SELECT place FROM match WHERE id = ?", match)
        return rows[0][0] if rows else None

    def unseen(self) -> set[int]:
        shown = "SELECT subject FROM message WHERE kind = 'board' AND message IS NOT NULL"
        unseen = f"day IS NULL AND status IN ('open', 'running') AND id NOT IN ({shown})"
        return {row[0] for row in self._rows(f"SELECT channel FROM match WHERE {unseen}")}  # noqa: S608 - constant text

    def running(self) -> list[int]:
        """Return the running matches except daily puzzles, which have no board."""
        query = "SELECT id FROM match WHERE status = 'running' AND day IS NULL"
        return [row[0] for row in self._rows(query)]

    def over(self) -> list[int]:
        """Return the finished matches except daily puzzles, which the clock ends."""
        ended = "SELECT id FROM match WHERE status = 'over' AND day IS NULL"
        return [row[0] for row in self._rows(ended)]

    def all(self) -> list[tuple[int, int, int]]:
        """Return (match, entries, events) for each match."""
        return [(row[0], row[1], row[2]) for row in self._rows("SELECT id, seq, events FROM match")]

    def unshown(self) -> set[tuple[int, int, int]]:
        """Return (match, entries, events) for matches whose progress no message shows yet."""
        behind = "SELECT subject FROM message WHERE kind = 'board' AND shown < wanted"
        sql = f"SELECT id, seq, events FROM match WHERE id IN ({behind})"  # noqa: S608 - constant text
        return {(row[0], row[1], row[2]) for row in self._rows(sql)}

    def promised(self, now: float) -> list[tuple[str, int]]:
        """Return (kind, subject) of messages that are due."""
        due = "SELECT kind, subject FROM message WHERE shown < wanted AND due <= ?"
        return [(row[0], row[1]) for row in self._rows(due, int(now))]

    def day_matches(self) -> dict[int, tuple[str, int]]:
        rows = self._rows("SELECT match, day, user FROM day_match")
        return {match: (day, user) for match, day, user in rows}

    def match_of(self, user: int, day: str) -> int | None:
        matches = self.day_matches().items()
        return next((match for match, owner in matches if owner == (day, user)), None)

    def own_matches(self, user: int) -> list[int]:
        """Return the user's own matches that are open or running, except daily puzzles."""
        hosted = (
            "SELECT id FROM match JOIN match_event ON match = id AND n = 0"
            " WHERE status IN ('open', 'running') AND day IS NULL AND holder = ?"
        )
        return [row[0] for row in self._rows(hosted, user)]

    def ended(self, match: int) -> bool:
        rows = self._rows("SELECT status FROM match WHERE id = ?", match)
        return not rows or rows[0][0] not in ("open", "running")

    def opened_in(self, match: int) -> int | None:
        rows = self._rows("SELECT guild FROM match WHERE id = ?", match)
        return rows[0][0] if rows else None

    def unfinished(self) -> list[int]:
        sql = "SELECT id FROM match WHERE status IN ('open', 'running')"
        return [row[0] for row in self._rows(sql)]

    def next_due(self, now: float) -> tuple[int, int] | None:
        """Return (time, match) of the bot's first check for late players after `now`."""
        deadlines = self._rows("SELECT at, match FROM deadline WHERE user > 0 ORDER BY at")
        return next(((at, match) for at, match in deadlines if at > now), None)

    def pause(self, match: int) -> str:
        kinds = "('pause asked', 'pause declined', 'paused', 'resumed')"
        sql = f"SELECT kind FROM match_event WHERE match = ? AND kind IN {kinds} ORDER BY n DESC"  # noqa: S608 - constant text
        rows = self._rows(sql, match)
        return rows[0][0] if rows else ""

    def away(self, user: int, now: float) -> bool:
        rows = self._rows("SELECT since, until FROM absence WHERE user = ?", user)
        return any(since <= now < until for since, until in rows)

    def tournaments(self, name: str) -> dict[int, str]:
        rows = self._rows("SELECT id, status FROM tournament WHERE name = ? ORDER BY id", name)
        return {row[0]: row[1] for row in rows}

    def halls(self) -> set[int]:
        return {row[0] for row in self._rows("SELECT channel FROM tournament")}

    def panel(self, tournament: int) -> int | None:
        rows = self._rows(
            "SELECT message FROM message WHERE kind = 'panel' AND subject = ?", tournament
        )
        return rows[0][0] if rows else None

    def entered(self, tournament: int) -> set[int]:
        """Return the entrants and the reserve of an unfinished tournament."""
        sql = "SELECT user FROM tournament_person WHERE tournament = ?"
        return {row[0] for row in self._rows(sql, tournament)}

    def tables(self, tournament: int) -> dict[int, str]:
        running = "tournament = ? AND status = 'running'"
        sql = f"SELECT id, tournament_table FROM match WHERE {running}"  # noqa: S608 - constant text
        return dict(self._rows(sql, tournament))

    def stages_over(self, tournament: int) -> int:
        sql = "SELECT count(*) FROM tournament_event WHERE kind = 'stage over' AND tournament = ?"
        rows = self._rows(sql, tournament)
        return int(rows[0][0]) if rows else 0

    def holders(self, match: int) -> list[int]:
        rows = self._rows("SELECT user FROM holder WHERE match = ? ORDER BY user", match)
        return [row[0] for row in rows]

    def behind(self) -> list[int]:
        """Return the tournaments with events that the panel does not show or the bot has not
        announced.
        """
        sql = (
            "SELECT DISTINCT id FROM tournament JOIN message ON subject = id"
            " WHERE kind = 'panel' AND message.shown < wanted"
            " OR kind = 'note' AND message.shown < events"
        )
        return [row[0] for row in self._rows(sql)]

    def describe(self, match: int) -> str:
        rows = self._rows(f"SELECT {', '.join(_DESCRIBING)} FROM match WHERE id = ?", match)  # noqa: S608 - a constant list of columns
        if not rows:
            return "not stored"
        values_by_name = zip(_DESCRIBING, rows[0], strict=True)
        return ", ".join(f"{name}={value}" for name, value in values_by_name)

    def _rows(self, sql: str, *values: int | str) -> list[Row]:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self._open().execute(sql, values).fetchall()
            except sqlite3.OperationalError:
                return []  # the schema is being created
            except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
                return []
            except psycopg.OperationalError:
                self.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = opened(self.address)
        return _as_connection(self._connection)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def opened(address: str) -> sqlite3.Connection | Session:
    if is_server(address):
        return connect(address)
    return sqlite3.connect(f"file:{Path(address).absolute()}?mode=ro", uri=True)


def _as_connection(connection: sqlite3.Connection | Session) -> Connection:
    if isinstance(connection, sqlite3.Connection):
        return connection
    return PostgresConnection(connection)
