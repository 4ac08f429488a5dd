"""A worker process: ``python -m bot.worker <MiB of memory>``."""

import os
import pickle
import sys
from functools import partial
from typing import Any

from bot.game_register import GameRegister
from bot.worker.limits import WORKER, limit, limit_time
from bot.worker.messages import Messages, serve
from bot.worker.tasks import Task

MODEST = 10


def done(message: bytes, games: GameRegister) -> Any:
    name, rules, task = pickle.loads(message)  # noqa: S301 - the bot wrote it
    assert isinstance(task, Task), "it comes from the pool"
    game = games.game(name, rules)
    assert game is not None, "the bot has the same games"
    limit_time(task.patience)
    return task.run(game)


def work(games: GameRegister, messages: Messages) -> None:
    while True:
        messages.answer(partial(done, messages.read(), games))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(MODEST)
    limit(int(sys.argv[1]), WORKER)
    serve(work)
