"""Finds the turning points of a match file: ``python -m bot.turning < 12.match``, in a process
of its own, as it thinks for some seconds. Prints them as JSON, steps counted as in replays.
"""

import json
import os
import sys

from bot.games import load_games
from engine.core import driver
from engine.core.matchfile import Opened, open_match
from engine.core.turning import TurningPoint, turning_points
from engine.core.turns import turns

MODEST = 5
"""How far the process stands back for others."""


def find(opened: Opened) -> tuple[TurningPoint, ...]:
    """The turning points of a finished match; () for one that is not. Raises BadLine."""
    game, header = opened.game, opened.header
    advances = [made for _, made in opened.advances()]
    if not advances or game.outcome(advances[-1].position.state) is None:
        return ()
    found = turns(game, header.seats, advances)
    states = [driver.start(game, header.seats).state]
    states += [advances[turn.end - 1].position.state for turn in found]
    return turning_points(game, states, bytes.fromhex(header.commitment))


def main() -> None:
    """Read a match file, print what was found in it."""
    if hasattr(os, "nice"):  # not everywhere
        os.nice(MODEST)
    points = find(open_match(sys.stdin.buffer.read(), load_games().game))
    told = [{"step": p.step, "before": p.before, "after": p.after} for p in points]
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
