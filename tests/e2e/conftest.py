"""A playground with the real bot connected, for each test that asks."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A playground of its own."""
    place = Playground()
    await place.start()
    try:
        yield place
    finally:
        await place.stop()


@pytest.fixture
async def bot(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The real bot in it."""
    async with BotProcess(playground, tmp_path) as process:
        yield process


@pytest.fixture
def people(playground: Playground) -> list[Person]:
    """Everybody in the server but the bot, in the order of their ids."""
    members = sorted(playground.world.guild.members)
    return [
        Person(playground, member) for member in members if not playground.world.users[member].bot
    ]
