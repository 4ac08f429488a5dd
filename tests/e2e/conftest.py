"""A playground with the real bot connected, for each test that asks."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.checked_playground import checked_playground
from tests.match.machine import SetClock


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A playground of its own, on the test's event loop."""
    async with checked_playground() as place:
        yield place


@pytest.fixture
def clock() -> SetClock:
    """The clock of a bot in this process."""
    return SetClock()


@pytest.fixture
async def bot(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """The real bot in it."""
    async with BotProcess(playground, tmp_path) as process:
        yield process


@pytest.fixture
def people(playground: Playground) -> list[Person]:
    """Everybody in the server but the bot, in the order of their ids."""
    world = playground.world
    members = (member for member in sorted(world.guild.members) if not world.users[member].bot)
    return [Person(playground, member) for member in members]
