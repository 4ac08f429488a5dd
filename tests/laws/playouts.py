"""Random matches: the strategy that all laws share."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any, TypeVar

from _pytest.mark import ParameterSet
from hypothesis import settings
from hypothesis import strategies as st

from bot.app.games import load_games
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Advance, Position
from engine.core.game import AnyGame
from engine.core.types import Entry
from tests.games import GUESTS
from tests.tiers import every, full_or
from tests.toy_game import ToyGame

T = TypeVar("T")

QUICK = settings(
    deadline=None,
    max_examples=full_or(6, 3),
    derandomize="CI" in os.environ,
)
"""Number of matches for each law."""
LONGEST = 2000
"""Upper bound on the entries of a match of any tested Game."""
SHARED = 6
"""Number of matches per table that a process plays, for all laws together."""
_RUN = bytes(SEED_BYTES) if "CI" in os.environ else os.urandom(SEED_BYTES)
"""The seed of all matches: random, except on CI.

To repeat a failure, set it to the seed in the failure's message.
"""


@dataclass(frozen=True)
class Table:
    game: AnyGame
    seats: int

    def __repr__(self) -> str:
        return f"{self.game.info.name}-{self.seats}"


_REGISTER = load_games()
DICE_MINER = tuple(
    Table(game, seats) for game in [_REGISTER.newest("dice-miner")] for seats in game.info.seats
)
"""Dice Miner with every number of seats."""
TABLES = (
    *(
        Table(_REGISTER.newest(name), seats)
        for name in _REGISTER.names
        for seats in _REGISTER.newest(name).info.seats
    ),
    *(Table(game, seats) for game in (ToyGame(), *GUESTS) for seats in game.info.seats),
)
"""Every registered Game with every number of seats."""


def some_tables(among: Sequence[Table]) -> list[ParameterSet]:
    """Return cases for `parametrize`. `make test` tries one number of seats of each game."""
    return every(among, is_middle)


def is_middle(table: Table) -> bool:
    """Return whether it has the middle number of its game's seats: three of two, three or four."""
    seats = table.game.info.seats
    return table.seats == seats[len(seats) // 2]


@dataclass(frozen=True)
class Playout:
    """A match from its start to any point."""

    table: Table
    stream: Stream
    positions: tuple[Position[Any], ...]
    """Before the first entry, and after each."""
    advances: tuple[Advance[Any], ...]

    def __repr__(self) -> str:
        played, run = self.stream.contribution, self.stream.seed.hex()
        return f"{len(self.advances)} entries of {played} at {self.table!r} in the run {run}"

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(advance.entry for advance in self.advances)

    def until(self, entries: int) -> "Playout":
        """Return the match as it was after some entries."""
        return replace(
            self, positions=self.positions[: entries + 1], advances=self.advances[:entries]
        )


@st.composite
def playouts(draw: st.DrawFn, table: Table, *, whole: bool = True) -> Playout:
    """Return a random match, or the beginning of one if not `whole`.

    A law gets some of the matches of this process, which all laws share.
    """
    playout = _played(table, draw(st.integers(0, SHARED - 1)))
    return playout if whole else playout.until(draw(st.integers(0, 180)))


@cache
def _played(table: Table, number: int) -> Playout:
    """Return a whole match. In the first one, every seat takes the first legal Action."""
    game = table.game
    stream = Stream(_RUN, f"laws {number}")
    choices, choice_number = Stream(_RUN, f"choices {number}"), count()

    def choice(options: Sequence[T]) -> T:
        return options[choices.number(next(choice_number), len(options)) if number else 0]

    position = driver.start(game, table.seats)
    positions = [position]
    advances: list[Advance[Any]] = []
    while game.outcome(position.state) is None:
        assert len(advances) < LONGEST, "a match ends"
        request = game.chance(position.state)
        if request is not None:
            numbers = stream.answer(request, position.drawn)
            advances.append(driver.settle(game, position, numbers))
        else:
            seat = choice(sorted(game.to_act(position.state)))
            token = choice(driver.legal_tokens(game, position, seat))
            advances.append(driver.choose(game, position, seat, token))
        position = advances[-1].position
        positions.append(position)
    return Playout(table, stream, tuple(positions), tuple(advances))
