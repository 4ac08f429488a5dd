"""How far a copy has come, kept in the database that it fills.

While this table is there, nothing but a copy uses that database (bot/storage/base/schema.py and
bot/storage/postgresql/schema.py refuse it).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.storage.base.connection import Connection
from bot.storage.base.schema import UNFINISHED
from bot.storage.transfer.rows import Row

FROM, REPLAYED = "from", "replayed"


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How far a table is copied."""

    after: Row | None = None
    """The key of its last row that was copied; None before the first."""
    rows: int = 0


class Progress:
    """Reads and writes it; each `note` belongs into the transaction of what it notes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def begin(self, identity: str, fingerprint: str) -> None:
        """Make the table; says from which database, in which condition."""
        self._connection.execute(
            f"CREATE TABLE {UNFINISHED} (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
        )
        self.note(FROM, {"identity": identity, "fingerprint": fingerprint})

    def end(self) -> None:
        """Remove it: the copy is whole."""
        self._connection.execute(f"DROP TABLE {UNFINISHED}")

    def read(self, name: str) -> Mapping[str, Any]:
        """What was noted last; empty if nothing was."""
        row = self._connection.execute(
            f"SELECT value FROM {UNFINISHED} WHERE name = ?",  # noqa: S608 - our own name
            (name,),
        ).fetchone()
        return {} if row is None else dict(json.loads(row[0]))

    def note(self, name: str, value: Mapping[str, Any]) -> None:
        """Note it in place of what was noted before."""
        self._connection.execute(
            f"INSERT INTO {UNFINISHED} (name, value) VALUES (?, ?)"  # noqa: S608 - our own name
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, json.dumps(value)),
        )

    def of_table(self, table: str) -> TableProgress:
        """How far a table is copied."""
        found = self.read(f"table {table}")
        if not found:
            return TableProgress()
        return TableProgress(tuple(map(_value, found["after"])), found["rows"])

    def note_table(self, table: str, done: TableProgress) -> None:
        """Note how far it is."""
        key = [_kept(value) for value in done.after or ()]
        self.note(f"table {table}", {"after": key, "rows": done.rows})


def _kept(value: object) -> object:
    return {"hex": value.hex()} if isinstance(value, bytes) else value


def _value(kept: Any) -> object:
    return bytes.fromhex(kept["hex"]) if isinstance(kept, dict) else kept
