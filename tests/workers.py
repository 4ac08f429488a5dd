"""Results of worker processes, without any process."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.worker.pool import WorkerPool
from engine.core.game import AnyGame


def answer_tasks(
    patch: pytest.MonkeyPatch, answer: Callable[[AnyGame, Any], Awaitable[object]]
) -> None:
    """Let `answer` do the tasks of all pools, each with its game."""

    async def run(_: WorkerPool, game: AnyGame, task: Any) -> object:
        return await answer(game, task)

    patch.setattr(WorkerPool, "run", run)


def find(patch: pytest.MonkeyPatch, result: object) -> None:
    """Let each task have this result."""

    async def found(_: AnyGame, __: object) -> object:
        return result

    answer_tasks(patch, found)


def find_nothing(patch: pytest.MonkeyPatch) -> None:
    """Let a test fail that asks for a task."""

    async def asked(_: AnyGame, task: object) -> object:
        raise AssertionError(f"{task} was asked for")

    answer_tasks(patch, asked)
