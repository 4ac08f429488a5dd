"""What luck brought each seat in a log."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core import driver
from engine.core.capabilities import Luck
from engine.core.fortune import Fortune, total
from engine.core.game import AnyGame
from engine.core.types import Entry


@dataclass(frozen=True, slots=True)
class Rolled:
    """What one Entry of luck brought."""

    seq: int
    fortunes: tuple[Fortune, ...]
    """One a seat."""


def rolls(game: AnyGame, seats: int, log: Iterable[Entry]) -> tuple[Rolled, ...]:
    """What each Entry of luck in a log brought; () of a Game that does not compare luck.

    Raises BadEntry where an Entry is not legal.
    """
    if not isinstance(game, Luck):
        return ()
    position = driver.start(game, seats)
    found = []
    for made in driver.replay(game, seats, log):
        if made.entry.actor is None:
            fortunes = game.fortunes(position.state, made.position.state)
            found.append(Rolled(made.entry.seq, fortunes))
        position = made.position
    return tuple(found)


def of_seats(rolled: Iterable[Rolled], seats: int) -> tuple[Fortune, ...]:
    """What all of them brought, one a seat."""
    lines = [entry.fortunes for entry in rolled]
    return tuple(total(line[seat] for line in lines) for seat in range(seats))
