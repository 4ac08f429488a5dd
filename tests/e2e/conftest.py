"""A playground, with the real bot connected for tests that ask for it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.checked_playground import checked_playground
from tests.match.machine import SetClock


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with checked_playground() as place:
        yield place


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def bot(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcess]:
    async with BotProcess(playground, tmp_path) as process:
        yield process


@pytest.fixture
def people(playground: Playground) -> list[Person]:
    """Every user of the server except the bot, ordered by id."""
    world = playground.world
    members = (member for member in sorted(world.guild.members) if not world.users[member].bot)
    return [Person(playground, member) for member in members]
