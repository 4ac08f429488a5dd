"""A match on PostgreSQL while the bot is killed and the server crashes: nothing is lost or
doubled."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.storage.postgresql.connections import connect
from chaos.postgresql_server import PostgresServer
from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Table, buttons, text
from tests.e2e.test_matches import challenge, resigned
from tests.machine import need_postgresql
from tests.tiers import exhaustive

REFUSALS = ("so it didn't count", "can't tell right now whether that counted")


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    need_postgresql()
    with PostgresServer(quick=False) as postgres:
        yield postgres


@pytest.fixture
async def bot(
    playground: Playground, tmp_path: Path, server: PostgresServer
) -> AsyncIterator[BotProcess]:
    process = BotProcess(playground, tmp_path)
    process.settings["SALUD_DATABASE"] = server.create("salud")
    async with process:
        yield process


def stored(server: PostgresServer) -> list[int]:
    with connect(server.address("salud")) as session:
        rows = session.execute("SELECT seq FROM log WHERE match = 1 ORDER BY seq").fetchall()
    return [seq for (seq,) in rows]


async def crash(server: PostgresServer, table: Table) -> None:
    """Crash the server while a player moves.

    On a busy machine it can take longer to start than the bot waits (`bot.storage.postgresql`).
    Then the move is refused, and the player makes it again.
    """
    server.crash()
    turn = asyncio.create_task(table.turn())
    await asyncio.to_thread(server.start)
    try:
        await turn
    except AssertionError:
        seen = [
            message["content"]
            for person in table.people
            for message in person.messages(table.channel)
        ]
        if not any(refusal in message for message in seen for refusal in REFUSALS):
            raise
        await table.turn()


@exhaustive
async def test_match_survives_kills_and_crashes(
    playground: Playground, bot: BotProcess, server: PostgresServer, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(2):
        await table.turn()
    await crash(server, table)
    await playground.settled()
    before, count = table.board(), len(stored(server))
    await bot.kill()
    server.crash()
    server.start()
    await bot.start()
    await playground.settled()
    after = table.board()
    assert before is not None
    assert after is not None
    assert (after["id"], buttons(after)) == (before["id"], buttons(before))
    assert len(stored(server)) == count
    await crash(server, table)
    await table.turn()
    assert len(stored(server)) > count + 1
    assert stored(server) == [*range(len(stored(server)))]
    assert "resigned" in text(await resigned(table))
    assert await bot.terminate() == 0
    assert "Traceback" not in bot.log.read_text(encoding="utf-8")
