"""Fixtures: a world, a database and a bot, new for each test."""

from collections.abc import AsyncIterator

import pytest

from bot.storage.base.database import Database
from bot.storage.opening import open_database
from tests.match.alerting import AlertingBot
from tests.match.world import World
from tests.on_loop import on_loop

__all__ = ["on_loop"]


@pytest.fixture
async def world(address: str) -> AsyncIterator[World]:
    opened = await World.open(address)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    opened = await open_database(address)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def bot(world: World) -> AlertingBot:
    """A bot that has not posted anything yet."""
    return AlertingBot(world)
