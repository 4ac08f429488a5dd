"""Thinks for the bot, in a process of its own: ``python -m bot.thinking <MiB of memory>``.

Standard input has the games, then one task at a time, and the answers go to the standard output
(`messages.py`). It ends with its input, that is with the bot, however that ends.
"""

import contextlib
import os
import signal
import sys
import traceback
from typing import BinaryIO

from bot.game_register import GameRegister
from bot.thinking.messages import FAILED, FOUND, SIZE, Task, framed, games_in, task_in
from bot.thinking.timed import Timed
from engine.core.computers import decide
from engine.core.types import Level

MODEST = 10
"""How far the process stands back for others."""
MEBIBYTE = 2**20


class Ended(Exception):
    """There is no more input."""


def bounded(mebibytes: int) -> None:
    """Take no more memory than that, where the system can see to it; give way to all others."""
    if hasattr(os, "nice"):
        os.nice(MODEST)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (mebibytes * MEBIBYTE,) * 2)


def answer(task: Task, games: GameRegister) -> bytes:
    """The token that was found, or where it failed."""
    try:
        game = games.game(task.game, task.rules)
        assert game is not None, "the bot has the same games"
        thinking = Timed(task.seconds, task.seed)
        action = decide(game, task.state, task.seat, Level.KING, thinking)
        return FOUND + game.notation(action).encode()
    except Exception:  # noqa: BLE001 - the bot moves without it, and logs this
        return FAILED + traceback.format_exc().encode()


def think(source: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there is no more input; raises Ended."""
    games = games_in(_message(source))
    while True:
        answers.write(framed(answer(task_in(_message(source)), games)))
        answers.flush()


def _message(source: BinaryIO) -> bytes:
    (size,) = SIZE.unpack(_exactly(source, SIZE.size))
    return _exactly(source, size)


def _exactly(source: BinaryIO, size: int) -> bytes:
    got = source.read(size)
    if len(got) < size:
        raise Ended
    return got


def main() -> None:
    """Think until the bot ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which then ends this
    bounded(int(sys.argv[1]))
    with contextlib.suppress(Ended, BrokenPipeError):
        think(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
