"""Luck of each seat over a whole log.

A Game rates the luck of a single step. This module replays a log, asks the
Game about each outcome of chance, and adds up the answers (fortune.py). Undone moves need no
correction, because outcomes of chance can't be undone.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core import driver
from engine.core.fortune import Fortune, total
from engine.core.game import AnyGame
from engine.core.types import Entry


@dataclass(frozen=True, slots=True)
class Rolled:
    seq: int
    fortunes: tuple[Fortune, ...]


def rolls(game: AnyGame, seats: int, log: Iterable[Entry]) -> tuple[Rolled, ...]:
    """Return the luck of each chance Entry. Raise BadEntry."""
    position = driver.start(game, seats)
    rolled = []
    for advance in driver.replay(game, seats, log):
        if advance.entry.actor is None:
            fortunes = game.fortunes(position.state, advance.position.state)
            rolled.append(Rolled(advance.entry.seq, fortunes))
        position = advance.position
    return tuple(rolled)


def of_seats(rolled: Iterable[Rolled], seats: int) -> tuple[Fortune, ...]:
    lines = [entry.fortunes for entry in rolled]
    return tuple(total(line[seat] for line in lines) for seat in range(seats))
