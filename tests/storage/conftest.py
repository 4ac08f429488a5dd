"""Fixtures: a new database for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.match.core.store import Store
from bot.storage.base.database import Database
from bot.storage.opening import open_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "salud.db"


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    opened = await open_database(address)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)
