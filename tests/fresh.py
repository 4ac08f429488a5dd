"""A database of the newest schema where there is none: the schema is made once a process.

That a new file gets its schema is tested in tests/storage/test_database.py.
"""

import tempfile
from functools import cache
from pathlib import Path

from bot.storage.sqlite import database as sqlite_database


def fresh(path: Path) -> str:
    """The path of a database to be opened; a new one where there was none."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty())
    return str(path)


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "salud.db"
        sqlite_database._prepare(str(path), sqlite_database.PATIENCE).release()
        return path.read_bytes()
