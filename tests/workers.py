"""Results of worker processes, without processes."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.worker.judging import Judging
from bot.worker.pool import WorkerPool
from engine.core.accuracy import Weighed
from engine.core.game import AnyGame


def answer_tasks(
    patch: pytest.MonkeyPatch, answer: Callable[[AnyGame, Any], Awaitable[object]]
) -> None:
    """Answer the tasks of all pools by calling `answer` with the game and the task."""

    async def run(_: WorkerPool, game: AnyGame, task: Any, __: object = None) -> object:
        return await answer(game, task)

    patch.setattr(WorkerPool, "run", run)


def find(patch: pytest.MonkeyPatch, result: object) -> None:
    """Give each task this result."""

    async def return_result(_: AnyGame, __: object) -> object:
        return result

    answer_tasks(patch, return_result)


def find_accuracy(patch: pytest.MonkeyPatch, weighed: tuple[Weighed, ...]) -> None:
    """Judge all matches like this."""

    async def run(*_: object) -> tuple[Weighed, ...]:
        return weighed

    patch.setattr(Judging, "run", run)


def find_nothing(patch: pytest.MonkeyPatch) -> None:
    """Fail the test if a task is requested."""

    async def fail(_: AnyGame, task: object) -> object:
        raise AssertionError(f"{task} was asked for")

    answer_tasks(patch, fail)
