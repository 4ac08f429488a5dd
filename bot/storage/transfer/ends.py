"""One side of a copy: a database that is read from or written to while no bot uses it."""

import contextlib
import hashlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from typing import Any

from bot.storage.base import schema
from bot.storage.base.connection import Connection
from bot.storage.base.errors import StoreTrouble

Row = tuple[Any, ...]
_SIZE = 16
_ALL = 1 << 8 * _SIZE


@dataclass(frozen=True, slots=True)
class Sum:
    """What many rows are together, in whatever order they come."""

    rows: int = 0
    digest: int = 0
    """The digests of all rows, added up."""

    def plus(self, rows: Sequence[Row]) -> "Sum":
        """With these rows as well."""
        added = sum(
            int.from_bytes(blake2b(repr(row).encode(), digest_size=_SIZE).digest()) for row in rows
        )
        return Sum(self.rows + len(rows), (self.digest + added) % _ALL)


def storable(rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Rows as any database takes them, and those among them that had to be changed for it.

    A damaged file may hold text that is no UTF-8, which was read with `surrogateescape`, or a NUL;
    the bot writes neither. Each such character becomes U+FFFD.
    """
    taken, changed = [], []
    for row in rows:
        if all(map(_storable, row)):
            taken.append(row)
        else:
            taken.append(tuple(map(_mended, row)))
            changed.append(taken[-1])
    return taken, changed


def _storable(value: object) -> bool:
    if not isinstance(value, str):
        return True
    if "\0" in value:
        return False
    return value.isascii() or not any("\ud800" <= char <= "\udfff" for char in value)


def _mended(value: object) -> object:
    if not isinstance(value, str):
        return value
    return "".join(
        "\ufffd" if char == "\0" or "\ud800" <= char <= "\udfff" else char for char in value
    )


COPIED = (
    # Whose database it is, and what outlasts restores and forgetting.
    *("owner", "numbering", "life", "bar_key", "sweep", "forgetting", "alive", "downtime"),
    # Most tables refer to these, so they come before them.
    *("tournament", "match", "log", "match_event", "press", "holder", "former", "left_place"),
    *("deadline", "call", "reminder", "notice", "plan", "kept_rating"),
    *("day", "day_match", "day_guild", "day_tally", "day_forgotten", "morning"),
    *("trouble_channel", "trouble"),
    *("tournament_event", "tournament_person", "trophy"),
    *("server", "guild_setting", "overview", "bar", "forgotten_bar"),
    *("user_setting", "absence", "rest_news", "refusal", "forgotten_refusal", "ping"),
    *("result", "took_part", "gift", "tally", "tally_count", "achievement", "derived"),
)
"""The tables that are copied, in this order."""
LEFT: Mapping[str, str] = {
    "shard_process": "the processes that ran have ended",
    "shard_lease": "so have their leases",
    "shard_identify": "a limit of some seconds",
    "shard_count": "the first process to start sets it",
}
"""The tables that are not copied, and why."""
MADE_AT_A_START = frozenset(
    ("owner", "numbering", "bar_key", "sweep", "alive", "downtime", "server", "derived", *LEFT)
)
"""Tables that can have rows in an unused database: the schema and the bot's start fill them."""
COUNTERS: Mapping[str, str] = {"former": "number", "ping": "id"}
"""Tables whose rows the database numbers, by that column; no number is given twice."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is copied."""

    name: str
    columns: tuple[str, ...]
    """Without those that are worked out from others."""
    key: tuple[str, ...]
    """The primary key, by which its rows are read in order."""

    @property
    def key_places(self) -> tuple[int, ...]:
        """Where the key stands among the columns."""
        return tuple(self.columns.index(name) for name in self.key)

    @property
    def texts(self) -> str:
        """The columns as they stand in a statement; all names are quoted, as one is `user`."""
        return ", ".join(f'"{name}"' for name in self.columns)


@cache
def tables() -> tuple[Table, ...]:
    """The tables that are copied, as both databases have them in the newest version."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        schema.migrate(made)
        return tuple(_table(made, name) for name in COPIED)


@cache
def triggers() -> Mapping[str, str]:
    """The triggers of SQLite's newest schema by name, as they are made."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        schema.migrate(made)
        return dict(
            made.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        )


def _table(made: sqlite3.Connection, name: str) -> Table:
    columns, keys = [], []
    for _, column, _, _, _, key, hidden in made.execute(f"PRAGMA table_xinfo({name})"):
        if not hidden:
            columns.append(column)
        if key:
            keys.append((key, column))
    return Table(name, tuple(columns), tuple(column for _, column in sorted(keys)))


BATCH = 2_000
"""How many rows are read and written together."""


class State(Enum):
    """What a database is."""

    NOTHING = "nothing"
    """It has no schema."""
    WHOLE = "whole"
    """One of Salud, in the newest version."""
    UNFINISHED = "unfinished"
    """One that a copy has begun to fill."""


class End(ABC):
    """One side, open and held alone. What it does raises the errors of its driver, unless told."""

    name: str
    """For the operator, without a password."""
    connection: Connection

    @abstractmethod
    def state(self) -> State:
        """What it is now; raises StoreTrouble if a copy can't use it as it is."""

    @abstractmethod
    def make_schema(self) -> None:
        """Make the newest schema in a database that has none."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[object]:
        """What is done within counts together, or not at all."""

    @abstractmethod
    def insert(self, table: Table, rows: Sequence[Row]) -> None:
        """Add rows to a table."""

    @abstractmethod
    def set_triggers(self, *, on: bool) -> None:
        """Let what follows from a change be done, or not: in a copy all of it is done already."""

    @abstractmethod
    def counter(self, table: str) -> int:
        """The highest number that a table of COUNTERS has given; 0 if none."""

    @abstractmethod
    def set_counter(self, table: str, given: int) -> None:
        """Let it give higher numbers only."""

    @abstractmethod
    def settle(self) -> None:
        """Make ready to be read, after many rows were written."""

    @abstractmethod
    def make_durable(self) -> None:
        """From now on wait until what is committed is on disk."""

    @abstractmethod
    def close(self) -> None:
        """Close it, and let others use it."""

    @abstractmethod
    def said(self, error: Exception) -> str | None:
        """What an error of its driver says, without a password; None for any other error."""

    @contextmanager
    def told(self) -> Iterator[None]:
        """Raises StoreTrouble in place of the errors of its driver."""
        try:
            yield
        except Exception as error:
            said = self.said(error)
            if said is None:
                raise
            said = said.removesuffix(".")
            raise StoreTrouble(f"The database {self.name} can't be used: {said}.") from error

    def count(self, table: Table) -> int:
        """How many rows a table has."""
        row = self.connection.execute(f"SELECT COUNT(*) FROM {table.name}").fetchone()  # noqa: S608 - our own names
        return int(row[0])

    def batch(self, table: Table, after: Row | None) -> list[Row]:
        """The next rows by key, at most BATCH; the first ones after None."""
        key = ", ".join(f'"{name}"' for name in table.key)
        marks = ", ".join("?" for _ in table.key)
        where = "" if after is None else f"WHERE ({key}) > ({marks}) "
        sql = f"SELECT {table.texts} FROM {table.name} {where}ORDER BY {key} LIMIT {BATCH}"  # noqa: S608 - our own names
        return self.connection.execute(sql, after or ()).fetchall()

    def batches(self, table: Table, after: Row | None = None) -> Iterator[tuple[list[Row], Row]]:
        """All rows after a key, batch by batch, each with the key of its last row.

        Raises StoreTrouble.
        """
        while True:
            with self.told():
                rows = self.batch(table, after)
            if not rows:
                return
            last = rows[-1]
            after = tuple(last[place] for place in table.key_places)
            yield rows, after

    def occupied(self) -> str | None:
        """A table with rows that no fresh database has; None if there is none."""
        for name in (*COPIED, *LEFT):
            if name in MADE_AT_A_START:
                continue
            if self.connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone():  # noqa: S608 - our own names
                return name
        return None

    def clear(self) -> None:
        """Remove what a fresh database has."""
        for name in sorted(MADE_AT_A_START):
            self.connection.execute(f"DELETE FROM {name}")  # noqa: S608 - our own names

    def identity(self) -> str:
        """The same for a database, its copies and backups, and for no other."""
        return _digest(self.connection.execute("SELECT secret FROM bar_key").fetchall())

    def fingerprint(self) -> str:
        """Another one after a bot has run, or somebody has played."""
        return _digest(
            [
                self.connection.execute(sql).fetchall()
                for sql in (
                    "SELECT at FROM alive",
                    "SELECT given, base, since FROM numbering",
                    "SELECT n, first FROM life ORDER BY n",
                    "SELECT application FROM owner",
                    "SELECT COUNT(*), SUM(seq), SUM(events), SUM(former), SUM(frozen) FROM match",
                )
            ]
        )


def refuse_other_version(name: str, found: int, known: int) -> None:
    """Raises StoreTrouble unless that is the newest version."""
    schema.check_known(found, known)
    if found < known:
        raise StoreTrouble(
            f"The database {name} has schema version {found} instead of {known}: start this version"
            " of the bot on it once, which brings it up to date, and stop it again."
        )


def _digest(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:32]
