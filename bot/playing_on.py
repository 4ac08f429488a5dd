"""Plays a match for one on to its end: ``python -m bot.playing_on < begun.match``, in a process of
its own, as the computer may think for a second about each move. Prints the whole match file.
"""

import os
import sys

from bot.games import load_games
from engine.core import driver
from engine.core.chance import Stream
from engine.core.matchfile import Opened, open_match, write
from engine.core.opening import played_on

MODEST = 5
"""How far the process stands back for others."""


def finished(opened: Opened) -> str:
    """The match file with its seed, played on by the computer; raises BadLine."""
    header, advances = opened.header, [made for _, made in opened.advances()]
    assert header.seed is not None, "its dice are known"
    position = advances[-1].position if advances else driver.start(opened.game, header.seats)
    stream = Stream(bytes.fromhex(header.seed), header.contribution)
    played = (*advances, *played_on(opened.game, position, stream))
    return write(header, [made.entry for made in played])


def main() -> None:
    """Read a match file, print it played to its end."""
    if hasattr(os, "nice"):  # not everywhere
        os.nice(MODEST)
    sys.stdout.write(finished(open_match(sys.stdin.buffer.read(), load_games().game)))


if __name__ == "__main__":
    main()
