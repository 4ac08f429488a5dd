"""A database for each test that asks."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.tables.store import SqlStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "salud.db"


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """A new database, open."""
    opened = await open_database(address)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def store(database: Database) -> SqlStore:
    """The store in it."""
    return SqlStore(database)
