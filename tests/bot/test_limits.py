"""Helper processes: the kernel ends them before the bot, and none exceeds its limits."""

import asyncio
import os
import pickle
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.game_register import GameRegister
from bot.storage.sqlite import find_bytes
from bot.worker.limits import DRAWING, WORKER
from bot.worker.process import WorkerFull, WorkerLost, WorkerProcess
from bot.worker.tasks import Task
from engine.core.game import AnyGame
from tests.patience import PATIENCE
from tests.tiers import exhaustive
from tests.toy_game import TOY, ToyGame

GAMES = GameRegister({"toy": {1: ToyGame()}}, {"toy": TOY})
MEMORY = 300


class Allocate(Task[int]):
    late = PATIENCE

    def run(self, game: AnyGame) -> int:  # noqa: ARG002
        return len(bytearray(MEMORY << 20))


class Greet(Task[str]):
    late = PATIENCE

    def run(self, game: AnyGame) -> str:
        return game.info.name


class Endless(Task[None]):
    late = 0.0

    def run(self, game: AnyGame) -> None:  # noqa: ARG002
        while True:
            pass


def score(process: int) -> int:
    return int(Path("/proc", str(process), "oom_score_adj").read_text())


@asynccontextmanager
async def worker(memory: int = MEMORY) -> AsyncIterator[WorkerProcess]:
    process = await WorkerProcess.start(pickle.dumps(GAMES), "bot.worker", str(memory))
    try:
        yield process
    finally:
        await process.kill()


async def ask(process: WorkerProcess, task: Task[Any]) -> Any:
    return await process.ask(pickle.dumps(("toy", 1, task)))


async def test_worker_ends_before_the_bot_if_memory_runs_out() -> None:
    """Its memory and its time are limited, and it leaves no core dump."""
    async with worker() as process:
        await ask(process, Greet())
        limits = Path("/proc", str(process.number), "limits").read_text()
        assert score(process.number) == WORKER > score(os.getpid())
    assert WORKER > DRAWING, "boards need the process that draws"
    assert re.search(rf"Max address space +{MEMORY << 20} ", limits)
    assert re.search(r"Max core file size +0 ", limits)
    assert re.search(r"Max cpu time +\d+ ", limits)


async def test_worker_without_enough_memory_says_so_and_ends() -> None:
    async with worker() as process:
        with pytest.raises(WorkerFull):
            await ask(process, Allocate())
        await process.gone()


@exhaustive
async def test_worker_whose_bot_is_gone_does_not_work_forever() -> None:
    """The bot normally ends a late worker itself."""
    async with worker() as process:
        with pytest.raises(WorkerLost, match="ended"):
            await ask(process, Endless())


async def test_search_of_the_database_file_ends_before_the_bot(tmp_path: Path) -> None:
    """The program waits here for a file that never has any content."""
    path = tmp_path / "salud.db"
    os.mkfifo(path)
    command = [sys.executable, "-I", find_bytes.__file__, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:  # noqa: ASYNC220
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(PATIENCE):
                while score(process.pid) != find_bytes.EXPENDABLE:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert process.poll() is None
        finally:
            process.kill()
