"""A database for each test that asks."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.database import Database, open_database
from bot.storage.store import SqliteStore
from tests.fresh import fresh


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "salud.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """A new database, open."""
    opened = await open_database(fresh(path))
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def store(database: Database) -> SqliteStore:
    """The store in it."""
    return SqliteStore(database)
