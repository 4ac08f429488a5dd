"""A worker process: ``python -m bot.worker <MiB of memory>``."""

import contextlib
import os
import pickle
import sys
from functools import partial
from typing import Any

from bot.game_register import GameRegister
from bot.worker.messages import Messages, serve
from bot.worker.tasks import Task

MODEST = 10
MEBIBYTE = 2**20


def bounded(mebibytes: int) -> None:
    if hasattr(os, "nice"):
        os.nice(MODEST)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (mebibytes * MEBIBYTE,) * 2)


def done(message: bytes, games: GameRegister) -> Any:
    name, rules, task = pickle.loads(message)  # noqa: S301 - the bot wrote it
    assert isinstance(task, Task), "it comes from the pool"
    game = games.game(name, rules)
    assert game is not None, "the bot has the same games"
    return task.run(game)


def work(games: GameRegister, messages: Messages) -> None:
    while True:
        messages.answer(partial(done, messages.read(), games))


if __name__ == "__main__":
    bounded(int(sys.argv[1]))
    serve(work)
