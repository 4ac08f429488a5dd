"""Draws pictures for the bot, in a process of its own: ``python -m bot.drawing``.

Standard input has messages, each after its length (`cogs/drawing/calls.py`): first the games,
then calls, which it answers in order. Between them it draws ahead what pictures are
made of. It ends with its input, that is with the bot, however that ends.
"""

import contextlib
import fcntl
import os
import pickle
import select
import signal
import sys
import traceback
from collections.abc import Iterator
from typing import BinaryIO

from bot.game_register import GameRegister
from cogs.drawing.calls import DREW, RAISED, SIZE, Calls
from cogs.runtime.process import prepare, settle
from render.game_pictures import GamePictures
from texts import Catalogue

PIPE = 2**20
"""Bytes of pictures that wait to be read while the next is drawn."""


class Ended(Exception):
    """There is no more input."""


class Messages:
    """The messages on the standard input, and the answers on the standard output."""

    def __init__(self, source: int, answers: BinaryIO) -> None:
        self._source = source
        self._answers = answers

    @property
    def waiting(self) -> bool:
        """Whether there is one to read, or the end."""
        return bool(select.select([self._source], [], [], 0)[0])

    def read(self) -> bytes:
        """The next one; raises Ended."""
        (size,) = SIZE.unpack(self._exactly(SIZE.size))
        return self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        got = bytearray()
        while len(got) < size:
            more = os.read(self._source, size - len(got))
            if not more:
                raise Ended
            got += more
        return bytes(got)

    def answer(self, text: bytes) -> None:
        """Answer the message that was read last."""
        self._answers.write(SIZE.pack(len(text)) + text)
        self._answers.flush()


def answer(call: bytes, calls: Calls) -> bytes:
    """What a call gives, or where it failed."""
    try:
        return DREW + pickle.dumps(calls.read(call)(), pickle.HIGHEST_PROTOCOL)
    except Exception:  # noqa: BLE001 - the bot draws it again, and meets the same
        return RAISED + traceback.format_exc().encode()


def preparing(games: GameRegister) -> Iterator[None]:
    """Draws ahead, a little at each step."""
    for name in games.names:
        package = games.package(name)
        pictures: GamePictures | None = package.part(package.pictures)
        if pictures is not None:
            yield from pictures.warm_up_steps()
    settle()


def draw(messages: Messages) -> None:
    """Draw until there is no more input; raises Ended.

    The games come from the bot, so this process need not read their files, nor what that takes.
    """
    games: GameRegister = pickle.loads(messages.read())  # noqa: S301 - the bot wrote it
    calls = Calls(games, Catalogue.load())
    for _ in preparing(games):
        while messages.waiting:
            messages.answer(answer(messages.read(), calls))
    while True:
        messages.answer(answer(messages.read(), calls))


def main() -> None:
    """Draw until the bot ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which then ends this
    prepare()
    with contextlib.suppress(AttributeError, OSError):  # Linux alone can
        fcntl.fcntl(sys.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE)
    with contextlib.suppress(Ended, BrokenPipeError):
        draw(Messages(sys.stdin.fileno(), sys.stdout.buffer))


if __name__ == "__main__":
    main()
