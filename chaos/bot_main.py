"""The bot as chaos runs it: maybe with a fault in its code, maybe with another game.

`python -m chaos.bot_main run` is `python -m bot run`, but for what the environment names, and
it raises an error where the bot logs that a custom_id can't be read.
"""

import os
import sys
from collections.abc import Sequence

from bot.__main__ import main as bot
from chaos.games import find_game
from chaos.mutants import MUTANTS
from chaos.quick_retries import retry_quickly
from cogs.base import custom_id_families
from cogs.interactions import context

MUTANT, GAME = "CHAOS_MUTANT", "CHAOS_GAME"
"""The variables that name a fault (chaos.mutants) and a game (chaos.games)."""
QUICK_RETRIES = "CHAOS_QUICK_RETRIES"
"""The variable that, if set, shortens the pauses before a retry (chaos.quick_retries)."""
FORM_PATIENCE = "CHAOS_FORM_PATIENCE"
"""The variable with the seconds that a form may take, for a busy machine: see
cogs/interactions/context.py."""


def main(arguments: Sequence[str]) -> int:
    """Run a command of the bot; returns the exit code."""
    custom_id_families.strict = True
    if (mutant := os.environ.get(MUTANT)) is not None:
        MUTANTS[mutant]()
    if QUICK_RETRIES in os.environ:
        retry_quickly()
    if FORM_PATIENCE in os.environ:
        context.FORM_PATIENCE = float(os.environ[FORM_PATIENCE])
    game = os.environ.get(GAME)
    return bot(arguments) if game is None else bot(arguments, find_game(game).load)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
