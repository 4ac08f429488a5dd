"""Finds the best moves at the end of a match file, in a process of its own, as it thinks for some
seconds: ``python -m bot.advice SEAT [SECONDS] < 12.match``. Prints them as JSON, the best first.
"""

import contextlib
import json
import os
import sys
from typing import Any

from bot.games import load_games
from bot.worker.timed import Timed
from engine.core import driver
from engine.core.advice import advise, written
from engine.core.matchfile import Opened, open_match

SECONDS = 2.0
"""How long is thought."""
MODEST = 5
"""How far the process stands back for others."""
MEMORY = 2**30
"""Bytes that it may take."""


def state_of(opened: Opened) -> Any:
    """The State at the end of a match file; raises BadLine."""
    state = driver.start(opened.game, opened.header.seats).state
    for _, made in opened.advances():
        state = made.position.state
    return state


def limited() -> None:
    """Stand back for others, and take no more than MEMORY, where the system can see to it."""
    if hasattr(os, "nice"):
        os.nice(MODEST)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not everywhere

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """Read a match file, print what a seat would best do at its end."""
    limited()
    opened = open_match(sys.stdin.buffer.read(), load_games().game)
    # Luck to think with, which has nothing of the match's; the same moment has the same.
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    thinking = Timed(seconds, int(opened.header.commitment, 16))
    moves = advise(opened.game, state_of(opened), int(sys.argv[1]), thinking)
    sys.stdout.write(json.dumps(written(moves)))


if __name__ == "__main__":
    main()
