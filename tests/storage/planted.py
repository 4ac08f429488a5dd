"""A file with rows of every kind of value in every table, for tests of copies."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from bot.storage.transfer.ends import COPIED, LEFT, triggers
from tests.fresh import fresh

ROWS = 7
TEXT = "é \\N\t\n'\" ☃ 😀 \u202e"
Dump = dict[str, list[tuple[Any, ...]]]


def planted(path: Path) -> str:
    """Create a database with ROWS artificial rows in each table. Return its address."""
    address = fresh(path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for name in triggers():
            connection.execute(f"DROP TRIGGER {name}")
        for place, table in enumerate((*COPIED, *LEFT)):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            columns = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
            single = [row[1] for row in columns if row[5]] == ["id"] and table not in (
                *("match", "ping", "tournament"),
            )
            for number in range(1, 2 if single else ROWS + 1):
                values = {
                    name: _value(name, kind, place * 100 + number, number, bool(needed or key))
                    for _, name, kind, needed, _, key, hidden in columns
                    if not hidden
                }
                marks = ", ".join("?" for _ in values)
                connection.execute(
                    f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})",  # noqa: S608 - our own names
                    [*values.values()],
                )
        connection.execute("UPDATE sqlite_sequence SET seq = 1000 WHERE name = 'former'")
        for text in triggers().values():
            connection.execute(text)
    return address


def _value(name: str, kind: str, unique: int, number: int, needed: bool) -> object:
    if name in ("match", "tournament", "id", "number"):
        return number
    if not needed and number % 2:
        return None
    if name in ("seq", "events", "former", "frozen"):
        return unique
    match kind:
        case "INTEGER":
            return (1 << 62) - unique if number % 3 else -unique
        case "TEXT":
            return f"{TEXT}{unique}"
        case "BLOB":
            return b"\x00\xff'" + unique.to_bytes(4, "big")
        case "REAL":
            return unique / 7
        case _:
            raise AssertionError(kind)


def dump(path: str | Path) -> Dump:
    """Return all rows of all copied tables, including generated columns."""
    with contextlib.closing(sqlite3.connect(path)) as opened:
        contents = {
            table: sorted(opened.execute(f"SELECT * FROM {table}").fetchall(), key=repr)  # noqa: S608 - our own names
            for table in COPIED
        }
        contents["sqlite_sequence"] = opened.execute(
            "SELECT * FROM sqlite_sequence WHERE name = 'former'"
        ).fetchall()
        contents["sqlite_master"] = sorted(
            opened.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        )
    return contents
