"""Two processes share shards: each server is answered by one, whatever becomes of the other."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from chaos.small_servers import SmallServer, founded, newcomer
from playground import Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import boards
from tests.e2e.test_matches import practice
from tests.tiers import exhaustive

SHARDS = 4
RENEW = 5
"""Seconds from one round of a process to the next."""
ROUNDS = 12
"""Rounds in which shards are given up by one process, taken by another, and connected."""


@pytest.fixture
def places(playground: Playground) -> list[SmallServer]:
    """Two servers on each shard."""
    playground.gateway.max_concurrency = playground.gateway.recommended_shards = SHARDS
    playground.gateway.identify_seconds = 5
    return founded(playground, 2 * SHARDS)


@pytest.fixture
async def pair(
    playground: Playground, places: list[SmallServer], tmp_path: Path
) -> AsyncIterator[list[BotProcess]]:
    """Two processes on one database, which have two shards each."""
    processes: list[BotProcess] = []
    async with AsyncExitStack() as stack:
        for name in ("one", "other"):
            folder = tmp_path / name
            folder.mkdir()
            process = BotProcess(playground, folder)
            process.settings["SALUD_SHARDS"] = "auto"
            process.database = tmp_path / "salud.db"
            processes.append(await stack.enter_async_context(process))
        await until(playground, lambda: shares(playground, process.database) == [2, 2])
        yield processes


def connected(playground: Playground) -> list[int]:
    """The shards over which somebody is connected, each as often as it is."""
    sessions = playground.gateway.sessions.values()
    return sorted(one.shard[0] for one in sessions if one.connection is not None)


def shares(playground: Playground, database: Path) -> list[int]:
    """How many shards each process has, if all are connected; else nothing."""
    if connected(playground) != [*range(SHARDS)]:
        return []
    with sqlite3.connect(database) as connection:
        rows = connection.execute(
            "SELECT COUNT(*) FROM shard_lease WHERE connected = 1 GROUP BY process"
        )
        return sorted(count for (count,) in rows.fetchall())


async def until(playground: Playground, true: Callable[[], bool], most: int = ROUNDS) -> None:
    """Let time pass until something is true, at most so many rounds of the processes."""
    for _ in range(most):
        await playground.forward(minutes=RENEW / 60)
        await playground.settled()
        if true():
            return
    raise AssertionError("it did not come true")


@exhaustive
async def test_shared_and_taken_over(
    playground: Playground, places: list[SmallServer], pair: list[BotProcess]
) -> None:
    """After a death the other process has all shards within half a minute, and goes on with every
    match by the buttons that are out there; a third takes its share of them."""
    people = [newcomer(playground, place, number) for number, place in enumerate(places)]
    tables = [await practice(playground, person) for person in people]
    for table in tables:
        await table.turn()
    await pair[0].strike()
    left = pair[1].database
    await until(playground, lambda: shares(playground, left) == [SHARDS], 30 // RENEW)
    for table in tables:
        await table.turn()
    await pair[0].start()
    await until(playground, lambda: shares(playground, left) == [2, 2])
    for table in tables:
        await table.turn()
    assert playground.gateway.hasty == 0, "sessions began too fast"
    assert await pair[1].terminate() == 0
    await until(playground, lambda: shares(playground, left) == [SHARDS], 2)
    for person, table in zip(people, tables, strict=True):
        await table.turn()
        assert len(boards(person, table.channel)) == 1, "nothing was posted twice"
