"""The correct derived rows of a server, computed in a database in memory.

The SQL of the ordinary end of a match (statistics/rows.py) runs there unchanged. A match that can't
be replayed keeps its stored rows: places, points and counts stay, and ratings and sums follow from
them, in the order in which the matches ended. So they become what they were before the damage.
"""

import contextlib
import json
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from bot.match.log.records import MatchId
from bot.match.statistics import result as match_stats
from bot.match.statistics import rows as statistics_rows
from bot.match.statistics.result import NO_STATS, EndedMatch
from bot.match.statistics.rows import OF_A_MATCH
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


Scope = tuple[str, Values]
"""A table, and the values of its columns in WHERE."""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    match: MatchId
    rows: Mapping[str, Sequence[Row]]
    """Its stored rows by table, in the order of `columns`."""

    @property
    def ended(self) -> int:
        return next((self._of(table, "ended") for table in OF_A_MATCH if self.rows[table]), 0)

    @property
    def game(self) -> str:
        return str(self._of("result", "game"))

    @property
    def users(self) -> set[int]:
        user = columns("result").index("user")
        return {row[user] for row in self.rows["result"]}

    def _of(self, table: str, column: str) -> Any:
        return self.rows[table][0][columns(table).index(column)]


def stored_inputs(
    connection: Connection, guild: int, replayed: Collection[MatchId]
) -> tuple[list[Row], list[KeptMatch]]:
    """Return the ratings that forgotten people had, and the matches of which rows are stored,
    although they could not be replayed.
    """
    ratings = connection.execute(
        "SELECT kept_rating.match, user, mu, sigma FROM match"
        " JOIN kept_rating ON kept_rating.match = match.id WHERE match.guild = ?",
        (guild,),
    ).fetchall()
    stored = {
        match
        for table in OF_A_MATCH
        for (match,) in connection.execute(
            f"SELECT DISTINCT match FROM {table} WHERE guild = ?",  # noqa: S608 - constant text
            (guild,),
        )
    }
    kept = [_kept(connection, guild, match) for match in sorted(stored.difference(replayed))]
    return ratings, kept


def correct_rows(
    guild: int,
    endings: Sequence[EndedMatch],
    former_ratings: Sequence[Row],
    kept: Sequence[KeptMatch],
) -> tuple[dict[Scope, set[Row]], list[MatchId]]:
    """Return the rows of a server, and the matches with an ending that can't be counted."""
    refused = []
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        for statement in _tables():
            memory.execute(statement)
        memory.execute("BEGIN")
        memory.executemany(
            "INSERT INTO kept_rating (match, user, mu, sigma) VALUES (?, ?, ?, ?)",
            former_ratings,
        )
        matches: list[EndedMatch | KeptMatch] = [*endings, *kept]
        for match in sorted(matches, key=lambda match: (match.ended, match.match)):
            if isinstance(match, KeptMatch):
                _insert_kept(memory, guild, match)
            elif not _done(memory, match.match, partial(statistics_rows.insert, memory, match)):
                refused.append(match.match)
        rows: dict[Scope, set[Row]] = {}
        for table in WHERE:
            for scope, row in _all(memory, table):
                rows.setdefault(scope, set()).add(row)
    return rows, refused


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


def _kept(connection: Connection, guild: int, match: MatchId) -> KeptMatch:
    rows: dict[str, Sequence[Row]] = {
        table: connection.execute(
            f"SELECT {', '.join(columns(table))} FROM {table} WHERE guild = ? AND match = ?",  # noqa: S608 - our own names
            (guild, match),
        ).fetchall()
        for table in OF_A_MATCH
    }
    return KeptMatch(match, {**rows, "result": [_readable(row) for row in rows["result"]]})


def _readable(row: Row) -> Row:
    """Return a row of `result` without its numbers if they can't be read, so that they don't hide
    the rest.
    """
    values = dict(zip(columns("result"), row, strict=True))
    try:
        match_stats.read(values["stats"])
        sum(json.loads(values["counted"]).values())
    except (AttributeError, LookupError, TypeError, ValueError):
        _log.error("Match %d keeps its results, but not what it counted", values["match"])
        values |= {"stats": match_stats.written(NO_STATS), "counted": "{}"}
    return tuple(values.values())


def _insert_kept(memory: sqlite3.Connection, guild: int, kept: KeptMatch) -> None:
    for table, rows in kept.rows.items():
        holes = ", ".join("?" * len(columns(table)))
        memory.executemany(
            f"INSERT INTO {table} ({', '.join(columns(table))}) VALUES ({holes})",  # noqa: S608 - our own names
            rows,
        )
    if kept.rows["result"]:
        memory.execute(
            "UPDATE result SET before_mu = NULL, before_sigma = NULL, mu = NULL, sigma = NULL"
            " WHERE match = ?",
            (kept.match,),
        )
        rating = (memory, kept.match, guild, kept.game, kept.ended, kept.users)
        _done(memory, kept.match, partial(statistics_rows.count, *rating))


def _done(memory: sqlite3.Connection, match: MatchId, work: Callable[[], None]) -> bool:
    memory.execute("SAVEPOINT one")
    try:
        work()
    except Exception:  # noqa: BLE001 - one bad match must not stop the others
        _log.exception("Match %d does not count", match)
        memory.execute("ROLLBACK TO one")
        return False
    finally:
        memory.execute("RELEASE one")
    return True


def _all(memory: sqlite3.Connection, table: str) -> Iterable[tuple[Scope, Row]]:
    names = columns(table)
    places = [names.index(part.split()[0]) for part in WHERE[table].split(" AND ")]
    for row in memory.execute(f"SELECT {', '.join(names)} FROM {table}"):  # noqa: S608 - our own names
        yield (table, tuple(row[place] for place in places)), row
