"""Whole matches through PgBouncer; no copy begins while a bot runs, whether it plays or is idle."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import tells_winner
from tests.e2e.test_matches import challenge
from tests.tiers import exhaustive

IN_USE = "A bot uses the database"


@pytest.fixture
async def bot(playground: Playground, tmp_path: Path, pooled: str) -> AsyncIterator[BotProcess]:
    process = BotProcess(playground, tmp_path)
    process.settings["SALUD_DATABASE"] = pooled
    async with process:
        yield process


async def copied(source: str, target: Path) -> str:
    """Run `python -m bot copy` as a process; return its output."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "copy", "--no-replay", source, str(target)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    return output.decode()


@exhaustive
async def test_match_is_played_to_its_end_and_no_copy_begins_meanwhile(
    playground: Playground,
    bot: BotProcess,
    people: list[Person],
    pooled: str,
    tmp_path: Path,
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(3):
        await table.turn()
    copying = asyncio.create_task(copied(pooled, tmp_path / "playing.db"))
    ended = await table.play()
    assert tells_winner(ended)
    assert IN_USE in await copying
    await playground.settled()
    assert IN_USE in await copied(pooled, tmp_path / "idle.db")
    await bot.strike()
    assert "is a complete copy" in await copied(pooled, tmp_path / "killed.db"), (
        "a killed bot is gone immediately"
    )
    await bot.start()
    await playground.settled()
    assert IN_USE in await copied(pooled, tmp_path / "again.db")
    log = bot.log.read_text(encoding="utf-8")
    assert "Traceback" not in log
    assert "database broke" not in log
    assert await bot.terminate() == 0
