"""A process that draws pictures for the bot: ``python -m bot.drawing <MiB of memory>``.

It answers calls (`cogs/drawing/calls.py`) in order. After its start, it prepares parts of pictures
whenever no call waits.
"""

import contextlib
import fcntl
import sys
from collections.abc import Iterator

from bot.game_register import GameRegister
from bot.worker.limits import DRAWING, limit, limit_time
from bot.worker.messages import Messages, serve
from cogs.drawing.calls import Calls
from cogs.runtime.process import prepare, settle
from render.game_pictures import GamePictures
from texts import Catalogue

PIPE = 2**20
"""Size of the output pipe in bytes; finished pictures wait in it while the next one is drawn."""
LONGEST = 60.0
"""Seconds of the processor for a picture, more than the bot waits for one."""


def preparing(games: GameRegister) -> Iterator[None]:
    for name in games.names:
        package = games.package(name)
        pictures: GamePictures | None = package.part(package.pictures)
        if pictures is not None:
            yield from pictures.warm_up_steps()
    settle()


def draw(games: GameRegister, messages: Messages) -> None:
    calls = Calls(games, Catalogue.load())

    def answer_next() -> None:
        call = messages.read()
        limit_time(LONGEST)
        messages.answer(lambda: calls.read(call)())

    for _ in preparing(games):
        while messages.waiting:
            answer_next()
    while True:
        answer_next()


if __name__ == "__main__":
    limit(int(sys.argv[1]), DRAWING)
    prepare()
    with contextlib.suppress(AttributeError, OSError):  # only Linux can resize a pipe
        fcntl.fcntl(sys.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE)
    serve(draw)
