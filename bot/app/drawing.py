"""A process that draws pictures for the bot: ``python -m bot.app.drawing <MiB of memory>``.

It answers calls (`cogs/drawing/calls.py`) in order. After its start, it prepares parts of pictures
whenever no call waits; with ``ahead`` after the number also rare parts, which take a second.
"""

import contextlib
import fcntl
import sys
from functools import partial

from bot.game_register import GameRegister
from bot.worker.forked import Forked, fork
from bot.worker.limits import DRAWING, limit, limit_time
from bot.worker.messages import Messages, serve
from cogs.drawing.calls import MEMORY, Calls
from cogs.runtime.process import prepare, settle, trim
from render.game_pictures import GamePictures
from render.palette import forget_searches
from texts import Catalogue

AHEAD = "ahead"
PAUSE = 0.05
"""Seconds without a call after which a rare part is drawn, which delays the next call."""
REST = 5.0
"""Seconds without a call after which spare memory is returned to the system."""
PIPE = 2**20
"""Size of the output pipe in bytes; finished pictures wait in it while the next one is drawn."""
LONGEST = 60.0
"""Seconds of the processor for a picture, more than the bot waits for one."""


def draw(games: GameRegister, messages: Messages, *, ahead: bool) -> None:
    calls = Calls(games, Catalogue.load())

    def answer_next() -> None:
        call = messages.read()
        limit_time(LONGEST)
        messages.answer(lambda: calls.read(call)())

    every = _pictures(games)
    for pictures in every:
        for _ in pictures.warm_up_steps():
            while messages.arrives():
                answer_next()
    _settle()
    if ahead:
        for pictures in every:
            for _ in pictures.ahead_steps():
                while messages.arrives(within=PAUSE):
                    answer_next()
        _settle()
    while True:
        answer_next()
        if not messages.arrives(within=REST):
            forget_searches()
            trim()


def _settle() -> None:
    forget_searches()
    settle()


def _pictures(games: GameRegister) -> list[GamePictures]:
    packages = [games.package(name) for name in games.names]
    return [package.part(package.pictures) for package in packages if package.pictures is not None]


def fork_artist(games: GameRegister) -> Forked | None:
    """Fork a process that draws boards, sharing what the bot needs, too: rules, texts, screens and
    pictures. Return None where that is impossible; then `ProcessArtist` starts a program.
    """
    prepare()
    Calls(games, Catalogue.load())  # loads everything that a call can name
    process = fork("salud-drawing", partial(_draw_within_limits, games))
    if process is not None:
        _widen(process.answers)
    return process


def _draw_within_limits(games: GameRegister, messages: Messages) -> None:
    limit(MEMORY, DRAWING)
    draw(games, messages, ahead=True)


def _widen(pipe: int) -> None:
    with contextlib.suppress(AttributeError, OSError):  # only Linux can resize a pipe
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)


if __name__ == "__main__":
    limit(int(sys.argv[1]), DRAWING)
    prepare()
    _widen(sys.stdout.fileno())
    serve(partial(draw, ahead=AHEAD in sys.argv))
