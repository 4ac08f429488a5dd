"""Fixtures of the tests of what needs no Discord."""

import pytest

from tests.cogs.clocked import Clocked
from tests.match.conftest import world
from tests.match.world import World

__all__ = ["world"]


@pytest.fixture
async def clocked(world: World) -> Clocked:
    """A world with its services of time, known to be up."""
    made = Clocked(world)
    await made.pace.timekeeper.tick()
    return made
