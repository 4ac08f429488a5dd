"""The bot as chaos runs it: with an optional mutant, and optionally with another game.

`python -m chaos.bot_main run` is `python -m bot run` with the changes that environment variables
name. It also raises an error for a custom_id that the bot cannot read, instead of
logging it.
"""

import os
import sys
from collections.abc import Sequence
from typing import Any

from bot.__main__ import main as bot
from bot.app.playground_clock import PlaygroundClock
from bot.storage import opening
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from chaos.games import find_game
from chaos.mutants import MUTANTS
from chaos.quick_retries import retry_quickly
from cogs.base import custom_id_families
from cogs.interactions import context

MUTANT, GAME = "CHAOS_MUTANT", "CHAOS_GAME"
SKEW = "CHAOS_SKEW"
"""Seconds by which this process's clock is ahead of all others; can be negative."""
QUICK_RETRIES = "CHAOS_QUICK_RETRIES"
BESIDE = "CHAOS_BESIDE"
"""Start next to another process on the same database, which a bot without SALUD_SHARDS refuses."""
BOT_PATIENCE = "CHAOS_BOT_PATIENCE"
"""Seconds for which a bot waits for another one to leave its database."""
FORM_PATIENCE = "CHAOS_FORM_PATIENCE"
"""Time for filling in a form, in seconds: busy machines need more
(cogs/interactions/context.py).
"""


def main(arguments: Sequence[str]) -> int:
    custom_id_families.strict = True
    if (mutant := os.environ.get(MUTANT)) is not None:
        MUTANTS[mutant]()
    if QUICK_RETRIES in os.environ:
        retry_quickly()
    if SKEW in os.environ:
        _set_clock(int(os.environ[SKEW]))
    if BESIDE in os.environ:
        _open_beside()
    if BOT_PATIENCE in os.environ:
        opening.STOPPING = opening.VANISHED = float(os.environ[BOT_PATIENCE])
    if FORM_PATIENCE in os.environ:
        context.FORM_PATIENCE = float(os.environ[FORM_PATIENCE])
    game = os.environ.get(GAME)
    return bot(arguments) if game is None else bot(arguments, find_game(game).load)


def _set_clock(skew: int) -> None:
    right = PlaygroundClock.now

    def wrong(clock: PlaygroundClock) -> int:
        return right(clock) + skew

    PlaygroundClock.now = wrong  # type: ignore[method-assign, assignment]


def _open_beside() -> None:
    from bot.app import assembly as app

    async def opened(*arguments: Any, is_shared: bool) -> Database:
        del is_shared
        return await open_database(*arguments)

    vars(app)["open_for_bot"] = opened


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
