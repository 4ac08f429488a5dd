"""A file with rows in every table, of every kind of value, for tests of copies."""

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
    """The path of a database with ROWS rows in each table, as no bot would write them."""
    address = fresh(path)
    with contextlib.closing(sqlite3.connect(path)) as made, made:
        for name in triggers():
            made.execute(f"DROP TRIGGER {name}")
        for place, table in enumerate((*COPIED, *LEFT)):
            made.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            columns = made.execute(f"PRAGMA table_xinfo({table})").fetchall()
            single = [row[1] for row in columns if row[5]] == ["id"] and table not in (
                *("match", "ping", "tournament"),
            )
            for number in range(1, 2 if single else ROWS + 1):
                given = {
                    name: _value(name, kind, place * 100 + number, number, bool(needed or key))
                    for _, name, kind, needed, _, key, hidden in columns
                    if not hidden
                }
                marks = ", ".join("?" for _ in given)
                made.execute(
                    f"INSERT INTO {table} ({', '.join(given)}) VALUES ({marks})",  # noqa: S608 - our own names
                    [*given.values()],
                )
        made.execute("UPDATE sqlite_sequence SET seq = 1000 WHERE name = 'former'")
        for text in triggers().values():
            made.execute(text)
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
    """All rows of all tables but those that are not copied, worked out ones included."""
    with contextlib.closing(sqlite3.connect(path)) as opened:
        found = {
            table: sorted(opened.execute(f"SELECT * FROM {table}").fetchall(), key=repr)  # noqa: S608 - our own names
            for table in COPIED
        }
        found["sqlite_sequence"] = opened.execute(
            "SELECT * FROM sqlite_sequence WHERE name = 'former'"
        ).fetchall()
        found["sqlite_master"] = sorted(
            opened.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        )
    return found
