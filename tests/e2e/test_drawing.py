"""The real bot with a process that draws for it."""

import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from chaos.messages import pictures
from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.test_matches import practice


@pytest.fixture
async def bot(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """One with such a process, as it is by default."""
    process = BotProcess(playground, tmp_path)
    process.settings = {"SALUD_DRAWING": "process", "DRAWS_FOR": str(process.database)}
    async with process:
        yield process


def drawing(bot: BotProcess) -> list[int]:
    """The processes that draw for it."""
    found = []
    for number in [int(one.name) for one in Path("/proc").iterdir() if one.name.isdecimal()]:
        try:
            command, variables = (
                Path("/proc", str(number), name).read_bytes().split(b"\0")
                for name in ("cmdline", "environ")
            )
        except OSError:  # it has ended, or is somebody else's
            continue
        if b"bot.drawing" in command and f"DRAWS_FOR={bot.database}".encode() in variables:
            found.append(number)
    return found


async def test_a_match_goes_on_without_it(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Killed in the middle of a match it is replaced; it ends with the bot, however that ends."""
    table = await practice(playground, people[0])
    await table.turn()
    (first,) = drawing(bot)
    os.kill(first, signal.SIGKILL)
    for _ in range(3):
        await table.turn()
    board = table.board()
    assert board is not None
    assert pictures(board), "it shows the mountain"
    (second,) = drawing(bot)
    assert second != first
    await bot.kill()
    await playground.wait_for(lambda: drawing(bot) == [])
    await bot.start()
    await table.turn()
    assert await bot.terminate() == 0
    assert drawing(bot) == []
    assert "Traceback" not in bot.log.read_text(encoding="utf-8")
