"""Fixtures: a new database for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.base.database import Database
from bot.storage.opening import open_database
from bot.storage.tables.store import SqlStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the database."""
    return tmp_path / "salud.db"


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    opened = await open_database(address)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def store(database: Database) -> SqlStore:
    return SqlStore(database)
