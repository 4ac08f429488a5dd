"""Luck of each seat over a whole log.

A Game rates the luck of a single step. This module replays a log, asks the
Game about each outcome of chance, and adds up the answers (fortune.py). Undone moves need no
correction, because outcomes of chance can't be undone.
"""

from collections.abc import Iterable

from engine.core import driver
from engine.core.fortune import Fortune, total
from engine.core.game import AnyGame
from engine.core.types import Entry


def seat_fortunes(game: AnyGame, seats: int, log: Iterable[Entry]) -> tuple[Fortune, ...]:
    """Return the luck of each seat over a log. Raise BadEntry."""
    position = driver.start(game, seats)
    rolls = []
    for advance in driver.replay(game, seats, log):
        if advance.entry.actor is None:
            rolls.append(game.fortunes(position.state, advance.position.state))
        position = advance.position
    return tuple(total(fortunes[seat] for fortunes in rolls) for seat in range(seats))
