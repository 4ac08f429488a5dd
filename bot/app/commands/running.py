"""The command `run`. It forks the process that draws boards, and only then loads Discord."""

import asyncio
import os
from collections.abc import Callable

from bot.app.drawing import fork_artist
from bot.app.settings import Settings, bare, read_settings
from bot.game_register import GameRegister
from bot.worker.forked import Forked


def run_bot(
    games: GameRegister, prepare: Callable[[Settings], None], *, accept_frozen: bool
) -> None:
    """Run the bot until a signal stops it. `prepare` begins the log.

    Raise the errors that `python -m bot` prints as a sentence.
    """
    # Before Discord is loaded, settings are read and anything begins a thread.
    drawing = fork_drawing(games)
    try:
        from bot.app.assembly import run
        from bot.app.start_check import start_check

        settings = read_settings()
        prepare(settings)
        check = start_check(games, "run", accept=accept_frozen)
        asyncio.run(run(settings, games, drawing, check))
    finally:
        if drawing is not None:
            drawing.leave()


def fork_drawing(games: GameRegister) -> Forked | None:
    is_wanted = bare(os.environ.get("SALUD_DRAWING", "process")) == "process"
    return fork_artist(games) if is_wanted else None
