"""The correct derived rows of a server, computed in a database in memory.

The SQL of the ordinary end of a match (statistics/rows.py) runs there unchanged.
"""

import contextlib
import logging
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.match.log.records import MatchId
from bot.match.statistics import rows as statistics_rows
from bot.match.statistics.result import EndedMatch
from bot.storage.base import schema
from bot.storage.base.connection import Connection

_log = logging.getLogger(__name__)


Row = tuple[Any, ...]
Values = tuple[Any, ...]


WHERE = {
    "took_part": "match = ?",
    "result": "match = ?",
    "gift": "match = ?",
    "tally": "guild = ? AND game = ? AND period = ?",
    "tally_count": "guild = ? AND game = ? AND period = ?",
    "achievement": "guild = ? AND user = ?",
}
KEYS = {
    "took_part": ("guild", "user", "ended", "match"),
    "result": ("match", "user"),
    "gift": ("guild", "giver", "game", "name", "receiver", "match"),
    "tally": ("guild", "user", "game", "period"),
    "tally_count": ("guild", "user", "game", "period", "name"),
    "achievement": ("guild", "user", "game", "name"),
}


@dataclass(frozen=True, slots=True)
class Scope:
    table: str
    values: Values


@dataclass(frozen=True, slots=True)
class Start:
    kept: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Target:
    rows: dict[Scope, frozenset[Row]]
    refused: tuple[MatchId, ...]

    def of(self, scope: Scope) -> frozenset[Row]:
        return self.rows.get(scope, frozenset())


def start(connection: Connection, guild: int) -> Start:
    kept = connection.execute(
        "SELECT kept_rating.match, user, mu, sigma FROM match"
        " JOIN kept_rating ON kept_rating.match = match.id"
        " WHERE match.guild = ? AND match.status = 'over'",
        (guild,),
    ).fetchall()
    return Start(tuple(kept))


def aim(endings: Sequence[EndedMatch], inputs: Start) -> Target:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        for statement in _tables():
            memory.execute(statement)
        memory.execute("BEGIN")
        memory.executemany(
            "INSERT INTO kept_rating (match, user, mu, sigma) VALUES (?, ?, ?, ?)", inputs.kept
        )
        refused = [
            ending.match
            for ending in sorted(endings, key=lambda result: (result.ended, result.match))
            if not _added(memory, ending)
        ]
        rows: dict[Scope, set[Row]] = {}
        for table in WHERE:
            for scope, row in _all(memory, table):
                rows.setdefault(scope, set()).add(row)
    return Target(
        {scope: frozenset(scope_rows) for scope, scope_rows in rows.items()}, tuple(refused)
    )


@cache
def columns(table: str) -> tuple[str, ...]:
    with contextlib.closing(_empty()) as memory:
        return tuple(row[1] for row in memory.execute(f"PRAGMA table_info({table})"))


@cache
def _tables() -> tuple[str, ...]:
    names = (*WHERE, "kept_rating")
    holes = ", ".join("?" * len(names))
    with contextlib.closing(_empty()) as memory:
        rows = memory.execute(
            f"SELECT sql FROM sqlite_master WHERE tbl_name IN ({holes}) AND sql IS NOT NULL"  # noqa: S608 - only holes
            " AND type IN ('table', 'index') ORDER BY type DESC",
            names,
        ).fetchall()
    return tuple(sql for (sql,) in rows)


def _empty() -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(memory)
    return memory


def _added(memory: sqlite3.Connection, ending: EndedMatch) -> bool:
    memory.execute("SAVEPOINT one")
    try:
        statistics_rows.insert(memory, ending)
    except Exception:  # noqa: BLE001 - one bad match must not stop the others
        _log.exception("Match %d is left out", ending.match)
        memory.execute("ROLLBACK TO one")
        return False
    finally:
        memory.execute("RELEASE one")
    return True


def _all(memory: sqlite3.Connection, table: str) -> Iterable[tuple[Scope, Row]]:
    names = columns(table)
    places = [names.index(part.split()[0]) for part in WHERE[table].split(" AND ")]
    for row in memory.execute(f"SELECT {', '.join(names)} FROM {table}"):  # noqa: S608 - our own names
        yield Scope(table, tuple(row[place] for place in places)), row
