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
    """A bot with a drawing process, the default."""
    process = BotProcess(playground, tmp_path)
    process.settings = {"SALUD_DRAWING": "process"}
    async with process:
        yield process


def drawing(bot: BotProcess) -> list[int]:
    """Return the processes that draw boards: first a fork of the bot, then a program."""
    processes = []
    for folder in [path for path in Path("/proc").iterdir() if path.name.isdecimal()]:
        try:
            name = (folder / "comm").read_text().strip()
            command = (folder / "cmdline").read_bytes().split(b"\0")
            log = (folder / "fd/2").readlink()
        except OSError:  # the process has ended, or belongs to another user
            continue
        if log == bot.log and (name == "salud-drawing" or b"bot.app.drawing" in command):
            processes.append(int(folder.name))
    return processes


async def test_killed_drawing_process_is_replaced_and_ends_with_the_bot(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The drawing process ends however the bot ends."""
    table = await practice(playground, people[0])
    await table.turn()
    (first,) = drawing(bot)
    os.kill(first, signal.SIGKILL)
    for _ in range(3):
        await table.turn()
    board = await table.ready()
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
