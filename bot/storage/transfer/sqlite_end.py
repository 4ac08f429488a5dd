"""An SQLite file as an end of a copy."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bot.storage.base import lock, schema
from bot.storage.base.errors import StoreTrouble
from bot.storage.base.lock import Use
from bot.storage.sqlite import copies
from bot.storage.transfer.ends import (
    COUNTERS,
    CopiedTable,
    End,
    EndState,
    Row,
    refuse_other_version,
    triggers,
)


class SqliteEnd(End):
    def __init__(self, path: str, *, must_exist: bool) -> None:
        self.name = path
        if must_exist and not Path(path).is_file():
            raise StoreTrouble(f"There is no database {path}.")
        with self.translating_errors():
            if not must_exist:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._held = lock.hold(path, Use.ALONE)
        try:
            with self.translating_errors():
                self._opened = copies.connect(path, "rw" if must_exist else "rwc")
                self._opened.text_factory = _text
                self._opened.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            self._held.release()
            raise
        self.connection = self._opened

    def state(self) -> EndState:
        tables = self._opened.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        if not tables and schema.version(self._opened) == 0:
            return EndState.NOTHING
        unfinished = schema.is_unfinished(self._opened)
        copies.check(self._opened, self.name, unfinished=True)
        refuse_other_version(self.name, schema.version(self._opened), schema.newest())
        return EndState.UNFINISHED if unfinished else EndState.WHOLE

    def make_schema(self) -> None:
        self._opened.execute("PRAGMA journal_mode = WAL")
        schema.migrate(self._opened)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self._opened.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._opened.execute("COMMIT")
        finally:
            if self._opened.in_transaction:
                self._opened.execute("ROLLBACK")

    def insert(self, table: CopiedTable, rows: Sequence[Row]) -> None:
        marks = ", ".join("?" for _ in table.columns)
        self._opened.executemany(
            f"INSERT INTO {table.name} ({table.texts}) VALUES ({marks})",  # noqa: S608 - our own names
            rows,
        )

    def set_triggers(self, *, on: bool) -> None:
        for name, statement in triggers().items():
            self._opened.execute(f"DROP TRIGGER IF EXISTS {name}")
            if on:
                self._opened.execute(statement)

    def counter(self, table: str) -> int:
        column = COUNTERS[table]
        row = self._opened.execute(
            f"SELECT MAX(COALESCE((SELECT MAX({column}) FROM {table}), 0),"  # noqa: S608 - our own names
            f" COALESCE((SELECT MAX(seq) FROM sqlite_sequence WHERE name = '{table}'), 0))"
        ).fetchone()
        return int(row[0])

    def set_counter(self, table: str, highest: int) -> None:
        # Only a table with AUTOINCREMENT remembers more than its highest row.
        self._opened.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        if highest and table == "former":
            self._opened.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, highest))

    def settle(self) -> None:
        """Do nothing: SQLite plans queries from the schema alone, whatever the tables contain."""

    def make_durable(self) -> None:
        self._opened.execute("PRAGMA synchronous = FULL")

    def close(self) -> None:
        try:
            self._opened.close()
        finally:
            self._held.release()

    def error_text(self, error: Exception) -> str | None:
        return str(error) if isinstance(error, OSError | sqlite3.Error) else None


def same_file(first: str, second: str) -> bool:
    return os.path.exists(first) and os.path.exists(second) and os.path.samefile(first, second)  # noqa: PTH110, PTH121 - the caller has names, not Paths


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
