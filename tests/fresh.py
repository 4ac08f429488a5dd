"""New SQLite databases. The schema is created once per process and then copied.

tests/storage/test_database.py tests the creation itself.
"""

import tempfile
from functools import cache
from pathlib import Path

from bot.storage.base.lock import Use
from bot.storage.sqlite import database as sqlite_database


def fresh(path: Path) -> str:
    """Return the path as text, after creating a database if there is none."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty())
    return str(path)


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "salud.db"
        sqlite_database._prepare(
            str(path), sqlite_database.PATIENCE, None, Use.BESIDE_BOTS
        ).release()
        return path.read_bytes()
