"""Finds the best moves at the end of a match file: ``python -m bot.advice SEAT < 12.match``, in a
process of its own, as it thinks for some seconds. Prints them as JSON, the best first.
"""

import contextlib
import json
import os
import sys
from dataclasses import asdict, dataclass
from typing import Any

from bot.games import load_games
from bot.thinking.timed import Timed
from engine.core import driver
from engine.core.capabilities import Assess
from engine.core.game import AnyGame
from engine.core.matchfile import Opened, open_match
from engine.core.thinking import Thinking
from engine.core.types import Level, Seat

SECONDS = 2.0
"""How long is thought."""
MODEST = 5
"""How far the process stands back for others."""
MEMORY = 2**30
"""Bytes that it may take."""
MOST = 8
"""So many moves are told at most."""


@dataclass(frozen=True, slots=True)
class Advised:
    """A move, and what a search found of it."""

    token: str
    share: float | None = None
    """See Assessed; None where nothing was searched."""
    points: float | None = None
    error: float | None = None


def advise(game: AnyGame, state: Any, seat: Seat, thinking: Thinking) -> tuple[Advised, ...]:
    """The best moves of a seat to act, the best first; of a Game that can't be searched the one
    that the foreman would make."""
    if not isinstance(game, Assess):
        return (Advised(game.notation(game.suggest(state, seat, Level.FOREMAN))),)
    found = game.assess(state, seat, thinking)[:MOST]
    return tuple(
        Advised(game.notation(one.action), one.share, one.points, one.error) for one in found
    )


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
    state = state_of(opened)
    # The luck to think with has nothing of the match's: the same moment is thought about alike.
    thinking = Timed(SECONDS, int(opened.header.commitment, 16))
    told = advise(opened.game, state, int(sys.argv[1]), thinking)
    sys.stdout.write(json.dumps([asdict(one) for one in told]))


if __name__ == "__main__":
    main()
