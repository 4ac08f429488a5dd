"""Plays a match for one as the house or a computer would, in a process of its own, as it may think
for a second about each move: ``python -m bot.playing_on < begun.match`` plays on to the end,
``python -m bot.playing_on opening < empty.match`` plays the opening. Both print the match file.
"""

import os
import sys

from bot.games import load_games
from engine.core import driver
from engine.core.chance import Stream
from engine.core.matchfile import Opened, open_match, write
from engine.core.opening import opening, played_on

MODEST = 5
"""How far the process stands back for others."""


def finished(opened: Opened) -> str:
    """The match file with its seed, played on by the computer; raises BadLine."""
    advances = [made for _, made in opened.advances()]
    position = advances[-1].position if advances else driver.start(opened.game, 1)
    played = (*advances, *played_on(opened.game, position, _stream(opened)))
    return write(opened.header, [made.entry for made in played])


def begun(opened: Opened) -> str:
    """The match file with its seed, with what the house opens."""
    played = opening(opened.game, _stream(opened))
    return write(opened.header, [made.entry for made in played])


def _stream(opened: Opened) -> Stream:
    assert opened.header.seed is not None, "its dice are known"
    return Stream(bytes.fromhex(opened.header.seed), opened.header.contribution)


def main() -> None:
    """Read a match file, print it with what was played."""
    if hasattr(os, "nice"):  # not everywhere
        os.nice(MODEST)
    opened = open_match(sys.stdin.buffer.read(), load_games().game)
    sys.stdout.write(begun(opened) if sys.argv[1:] == ["opening"] else finished(opened))


if __name__ == "__main__":
    main()
