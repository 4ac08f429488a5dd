"""Luck of each seat in a log."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core import driver
from engine.core.capabilities import Luck
from engine.core.fortune import Fortune, total
from engine.core.game import AnyGame
from engine.core.types import Entry


@dataclass(frozen=True, slots=True)
class Rolled:
    """Luck of one chance Entry."""

    seq: int
    fortunes: tuple[Fortune, ...]
    """One per seat."""


def rolls(game: AnyGame, seats: int, log: Iterable[Entry]) -> tuple[Rolled, ...]:
    """Return the luck of each chance Entry in a log; () for a Game without Luck.

    Raise BadEntry if an Entry is not legal.
    """
    if not isinstance(game, Luck):
        return ()
    position = driver.start(game, seats)
    rolled = []
    for advance in driver.replay(game, seats, log):
        if advance.entry.actor is None:
            fortunes = game.fortunes(position.state, advance.position.state)
            rolled.append(Rolled(advance.entry.seq, fortunes))
        position = advance.position
    return tuple(rolled)


def of_seats(rolled: Iterable[Rolled], seats: int) -> tuple[Fortune, ...]:
    """Return the total luck, one Fortune per seat."""
    lines = [entry.fortunes for entry in rolled]
    return tuple(total(line[seat] for line in lines) for seat in range(seats))
