"""A world for each test that asks."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.match.alerting import AlertingBot
from tests.match.world import World
from tests.on_loop import on_loop

__all__ = ["on_loop"]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """The match service on a new database."""
    opened = await World.open(tmp_path / "salud.db")
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def bot(world: World) -> AlertingBot:
    """A bot that has shown nothing of that world yet."""
    return AlertingBot(world)
