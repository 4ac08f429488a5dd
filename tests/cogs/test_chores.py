"""What is due: one match's trouble keeps no other waiting, and is tried again in time."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.matches import Matches
from cogs.chores import BRIEF_PAUSE, FIRST_PAUSE, LONGEST_PAUSE, Chores
from cogs.play.leases import ShownElsewhere

GUILD = 900


class Stub:
    """Matches of one server, and a clock."""

    def __init__(self) -> None:
        self.time = 0
        self.clock = self

    def now(self) -> int:
        """The time that was set."""
        return self.time

    async def look(self, match: int) -> Any:
        """A match of that server."""
        del match
        return SimpleNamespace(record=SimpleNamespace(guild=GUILD))


class Work:
    """Fails as it is told, and counts how often it was tried."""

    def __init__(self) -> None:
        self.tried: list[int] = []
        self.trouble: dict[int, Exception] = {}

    async def __call__(self, match: int) -> None:
        """Try it."""
        self.tried.append(match)
        if match in self.trouble:
            raise self.trouble[match]


def refused() -> discord.Forbidden:
    """Discord does not let the bot do it."""
    response = SimpleNamespace(status=403, reason="Forbidden")
    return discord.Forbidden(cast("Any", response), {"code": 50013, "message": "No"})


@pytest.fixture
def stub() -> Stub:
    """Time begins."""
    return Stub()


@pytest.fixture
def chores(stub: Stub) -> Chores:
    """Nothing has gone wrong so far."""
    return Chores(cast("Matches", stub))


async def tries(chores: Chores, stub: Stub, work: Work, until: int) -> list[int]:
    """When match 1 is tried, if somebody looks at every second."""
    times = []
    while stub.time < until:
        before = len(work.tried)
        await chores.all([1], work)
        times += [stub.time] * (len(work.tried) - before)
        stub.time += 1
    return times


async def test_a_refusal_is_tried_ever_later(chores: Chores, stub: Stub) -> None:
    """Pauses double, up to the longest; when it works, the next trouble begins anew."""
    work = Work()
    work.trouble[1] = refused()
    first = FIRST_PAUSE
    assert await tries(chores, stub, work, 8 * first) == [0, first, 3 * first, 7 * first]
    stub.time = 10**6
    await chores.all([1], work)
    await chores.all([1], work)
    assert len(work.tried) == 5
    stub.time += LONGEST_PAUSE
    await chores.all([1], work)
    assert len(work.tried) == 6
    del work.trouble[1]
    stub.time += LONGEST_PAUSE
    await chores.all([1], work)
    await chores.all([1], work)
    assert len(work.tried) == 8


async def test_an_accident_is_tried_soon(chores: Chores, stub: Stub) -> None:
    """The way was cut: it may work the next moment."""
    work = Work()
    work.trouble[1] = OSError("cut")
    brief = BRIEF_PAUSE
    assert await tries(chores, stub, work, 4 * brief) == [0, brief, 3 * brief]


async def test_forgiven(chores: Chores, stub: Stub) -> None:
    """When permissions change in its server, a match is tried at once; those elsewhere wait."""
    del stub
    work = Work()
    work.trouble[1] = refused()
    await chores.all([1], work)
    chores.forgive(GUILD + 1)
    await chores.all([1], work)
    assert work.tried == [1]
    chores.forgive(GUILD)
    await chores.all([1], work)
    assert work.tried == [1, 1]


async def test_another_process_is_no_trouble(chores: Chores, stub: Stub) -> None:
    """What it shows is looked at again the next time."""
    del stub
    work = Work()
    work.trouble[1] = ShownElsewhere()
    await chores.all([1], work)
    await chores.all([1], work)
    assert work.tried == [1, 1]


async def test_one_that_hangs(chores: Chores, stub: Stub) -> None:
    """The others go on meanwhile, also those after one that went wrong."""
    del stub
    done: list[int] = []
    hanging = asyncio.Event()

    async def work(match: int) -> None:
        if match == 1:
            await hanging.wait()
        if match == 2:
            raise ValueError("a bug")
        done.append(match)
        if match == 9:
            hanging.set()

    async with asyncio.timeout(10):
        await chores.all(range(1, 10), work)
    assert done[-1] == 1
    assert sorted(done) == [1, 3, 4, 5, 6, 7, 8, 9]
