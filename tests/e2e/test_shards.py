"""Two processes share shards: each server is served by one, even after the other dies."""

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
"""Seconds between two rounds of a process."""
ROUNDS = 12
"""Rounds needed to give up shards, take them over, and connect them."""


@pytest.fixture
def places(playground: Playground) -> list[SmallServer]:
    playground.gateway.max_concurrency = playground.gateway.recommended_shards = SHARDS
    playground.gateway.identify_seconds = 5
    return founded(playground, 2 * SHARDS)


@pytest.fixture
async def pair(
    playground: Playground, places: list[SmallServer], tmp_path: Path
) -> AsyncIterator[list[BotProcess]]:
    """Two processes on one database, with two shards each."""
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
    """Return the shards of all connected sessions; a shard connected twice appears twice."""
    sessions = playground.gateway.sessions.values()
    return sorted(session.shard[0] for session in sessions if session.connection is not None)


def shares(playground: Playground, database: Path) -> list[int]:
    """Return how many shards each process has, or nothing while a shard is unconnected."""
    if connected(playground) != [*range(SHARDS)]:
        return []
    with sqlite3.connect(database) as connection:
        rows = connection.execute(
            "SELECT COUNT(*) FROM shard_lease WHERE connected = 1 GROUP BY process"
        )
        return sorted(count for (count,) in rows.fetchall())


async def until(playground: Playground, true: Callable[[], bool], most: int = ROUNDS) -> None:
    """Let time pass until `true` holds, for at most `most` rounds of the processes."""
    for _ in range(most):
        await playground.forward(minutes=RENEW / 60)
        await playground.settled()
        if true():
            return
    raise AssertionError(f"it did not come true within {most} rounds")


@exhaustive
async def test_shards_of_a_dead_process_are_taken_over_in_half_a_minute(
    playground: Playground, places: list[SmallServer], pair: list[BotProcess]
) -> None:
    """Every match continues by its old buttons, and a restarted process gets its share back."""
    people = [newcomer(playground, place, number) for number, place in enumerate(places)]
    tables = [await practice(playground, person) for person in people]
    for table in tables:
        await table.turn()
    await pair[0].strike()
    database = pair[1].database
    await until(playground, lambda: shares(playground, database) == [SHARDS], 30 // RENEW)
    for table in tables:
        await table.turn()
    await pair[0].start()
    await until(playground, lambda: shares(playground, database) == [2, 2])
    for table in tables:
        await table.turn()
    assert playground.gateway.hasty == 0, "sessions began too fast"
    assert await pair[1].terminate() == 0
    await until(playground, lambda: shares(playground, database) == [SHARDS], 2)
    for person, table in zip(people, tables, strict=True):
        await table.turn()
        await table.ready()  # the computer has moved
        assert len(boards(person, table.channel)) == 1, "nothing was posted twice"
