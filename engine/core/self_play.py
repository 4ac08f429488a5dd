"""Matches that computers play to produce decisions."""

from collections.abc import Sequence

from engine.core import driver
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.types import Entry, Level

MIXED = (Level.FOREMAN, Level.MINER, Level.FOREMAN, Level.APPRENTICE)
"""Levels of the seats of a match that should look like one between people."""


def play_match(
    game: AnyGame, seats: int, seed: bytes, levels: Sequence[Level] = MIXED
) -> tuple[Entry, ...]:
    """Return the log of a whole match. `seed` (32 bytes) sets the dice, and which seat gets the
    first of the levels.
    """
    stream, position = Stream(seed, "puzzles"), driver.start(game, seats)
    log: list[Entry] = []
    while True:
        advances = driver.advance(game, position, stream)
        log += [advance.entry for advance in advances]
        position = advances[-1].position if advances else position
        if game.outcome(position.state) is not None:
            return tuple(log)
        seat = min(game.to_act(position.state))
        action = game.suggest(position.state, seat, levels[(seat + seed[0]) % len(levels)])
        advance = driver.choose(game, position, seat, game.notation(action))
        log.append(advance.entry)
        position = advance.position
