"""An end of a copy: a database that is read or filled while no bot uses it."""

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
from bot.storage.base.errors import StoreTrouble, unusable

Row = tuple[Any, ...]
_SIZE = 16
_ALL = 1 << 8 * _SIZE


Checksum = tuple[int, int]
"""The number of rows and a digest of them, which doesn't depend on their order."""


def with_rows(checksum: Checksum, rows: Sequence[Row]) -> Checksum:
    number, digest = checksum
    added = sum(
        int.from_bytes(blake2b(repr(row).encode(), digest_size=_SIZE).digest()) for row in rows
    )
    return number + len(rows), (digest + added) % _ALL


def storable(rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Return rows that any database accepts, and those among them that had to be changed.

    A damaged file can contain text that is not UTF-8, or a NUL. Each such character becomes U+FFFD.
    """
    accepted, changed = [], []
    for row in rows:
        if all(map(_storable, row)):
            accepted.append(row)
        else:
            accepted.append(tuple(map(_mended, row)))
            changed.append(accepted[-1])
    return accepted, changed


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
    # The owner, and data that outlasts restores and forgetting.
    *("owner", "numbering", "generation", "commit_mark", "bar_key", "sweep", "forgetting"),
    *("alive", "downtime", "shard_downtime"),
    # Most tables below refer to these.
    *("tournament", "match", "log", "match_event", "press", "holder", "former", "left_place"),
    *("deadline", "turn_alert", "plan", "watch", "kept_rating"),
    *("day", "day_match", "day_guild", "day_tally", "day_forgotten"),
    *("trouble_channel", "trouble"),
    *("tournament_event", "tournament_person", "trophy"),
    *("server", "guild_setting", "message", "bar", "forgotten_bar"),
    *("user_setting", "absence", "absence_news", "refusal", "forgotten_refusal", "ping"),
    "role_ping",
    *("puzzle", "puzzle_day", "puzzle_answer", "puzzle_guild", "puzzle_news", "puzzle_mined"),
    *("result", "took_part", "gift", "tally", "tally_count", "achievement", "derived"),
)
LEFT: Mapping[str, str] = {
    "shard_process": "the processes that ran have ended",
    "shard_lease": "so have their leases",
    "shard_identify": "a limit of some seconds",
    "shard_count": "the first process to start sets it",
}
MADE_AT_A_START = frozenset(
    (
        *("owner", "numbering", "commit_mark", "bar_key", "sweep"),
        *("alive", "downtime", "shard_downtime"),
        *("server", "derived", *LEFT),
    )
)
"""Tables that can have rows in an unused database: the schema and the bot's start fill them."""
COUNTERS: Mapping[str, str] = {"former": "number", "ping": "id"}
"""Tables whose rows the database numbers, with the numbered column. The copy continues their
numbering.
"""


@dataclass(frozen=True, slots=True)
class CopiedTable:
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def key_places(self) -> tuple[int, ...]:
        return tuple(self.columns.index(name) for name in self.key)

    @property
    def texts(self) -> str:
        """Column names for a statement, quoted because one is `user`."""
        return ", ".join(f'"{name}"' for name in self.columns)


@cache
def tables() -> tuple[CopiedTable, ...]:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        schema.migrate(memory)
        return tuple(_table(memory, name) for name in COPIED)


@cache
def triggers() -> Mapping[str, str]:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        schema.migrate(memory)
        return dict(
            memory.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        )


def _table(memory: sqlite3.Connection, name: str) -> CopiedTable:
    columns, keys = [], []
    for _, column, _, _, _, key, hidden in memory.execute(f"PRAGMA table_xinfo({name})"):
        if not hidden:
            columns.append(column)
        if key:
            keys.append((key, column))
    return CopiedTable(name, tuple(columns), tuple(column for _, column in sorted(keys)))


BATCH = 2_000


class EndState(Enum):
    NOTHING = "nothing"
    WHOLE = "whole"
    UNFINISHED = "unfinished"


class End(ABC):
    """An open end, locked for this copy. Methods raise the errors of the database driver, except
    inside `translating_errors`.
    """

    name: str
    """Name to show to the operator; contains no password."""
    connection: Connection

    @abstractmethod
    def state(self) -> EndState: ...

    @abstractmethod
    def make_schema(self) -> None: ...

    @abstractmethod
    def transaction(self) -> AbstractContextManager[object]: ...

    @abstractmethod
    def insert(self, table: CopiedTable, rows: Sequence[Row]) -> None: ...

    @abstractmethod
    def set_triggers(self, *, on: bool) -> None: ...

    @abstractmethod
    def counter(self, table: str) -> int:
        """Return the highest number ever assigned in a table of COUNTERS; 0 if none."""

    @abstractmethod
    def set_counter(self, table: str, highest: int) -> None: ...

    @abstractmethod
    def settle(self) -> None: ...

    @abstractmethod
    def make_durable(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def error_text(self, error: Exception) -> str | None: ...

    @contextmanager
    def translating_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            message = self.error_text(error)
            if message is None:
                raise
            raise unusable(self.name, error, message) from error

    def count(self, table: CopiedTable) -> int:
        row = self.connection.execute(f"SELECT COUNT(*) FROM {table.name}").fetchone()  # noqa: S608 - our own names
        return int(row[0])

    def batch(self, table: CopiedTable, after: Row | None) -> list[Row]:
        key = ", ".join(f'"{name}"' for name in table.key)
        marks = ", ".join("?" for _ in table.key)
        where = "" if after is None else f"WHERE ({key}) > ({marks}) "
        sql = f"SELECT {table.texts} FROM {table.name} {where}ORDER BY {key} LIMIT {BATCH}"  # noqa: S608 - our own names
        return self.connection.execute(sql, after or ()).fetchall()

    def batches(
        self, table: CopiedTable, after: Row | None = None
    ) -> Iterator[tuple[list[Row], Row]]:
        """Yield all rows after a key in batches, each with its last key. Raise StoreTrouble."""
        while True:
            with self.translating_errors():
                rows = self.batch(table, after)
            if not rows:
                return
            last = rows[-1]
            after = tuple(last[place] for place in table.key_places)
            yield rows, after

    def occupied(self) -> str | None:
        for name in (*COPIED, *LEFT):
            if name in MADE_AT_A_START:
                continue
            if self.connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone():  # noqa: S608 - our own names
                return name
        return None

    def clear(self) -> None:
        for name in sorted(MADE_AT_A_START):
            self.connection.execute(f"DELETE FROM {name}")  # noqa: S608 - our own names

    def identity(self) -> str:
        """Return a value that a database shares with its copies and backups only."""
        return _digest(self.connection.execute("SELECT secret FROM bar_key").fetchall())

    def fingerprint(self) -> str:
        """Return a value that changes once a bot has run."""
        return _digest(
            [
                self.connection.execute(sql).fetchall()
                for sql in (
                    "SELECT at FROM alive",
                    "SELECT given, base, since FROM numbering",
                    "SELECT n, first FROM generation ORDER BY n",
                    "SELECT application FROM owner",
                    "SELECT COUNT(*), SUM(seq), SUM(events), SUM(former), SUM(frozen) FROM match",
                )
            ]
        )


def refuse_other_version(name: str, current: int, newest: int) -> None:
    schema.check_known(current, newest)
    if current < newest:
        raise StoreTrouble(
            f"The database {name} has schema version {current} instead of {newest}: start this"
            " version of the bot on it once to update it, and stop it again."
        )


def _digest(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:32]
