"""The bot as chaos runs it: maybe with a fault in its code, maybe with another game.

`python -m chaos.bot_main run` is `python -m bot run`, but for what the environment names.
"""

import os
import sys
from collections.abc import Sequence

from bot.__main__ import main as bot
from chaos.games import find_game
from chaos.hurry import hurry
from chaos.mutants import MUTANTS

MUTANT, GAME, HURRY = "CHAOS_MUTANT", "CHAOS_GAME", "CHAOS_HURRY"
"""The variables that name a fault (chaos.mutants) and a game (chaos.games), and the one that, if
set, shortens the pauses before another try (chaos.hurry)."""


def main(arguments: Sequence[str]) -> int:
    """Run a command of the bot; returns the exit code."""
    if (mutant := os.environ.get(MUTANT)) is not None:
        MUTANTS[mutant]()
    if HURRY in os.environ:
        hurry()
    game = os.environ.get(GAME)
    return bot(arguments) if game is None else bot(arguments, find_game(game).load)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
