"""Matches played at random: the one strategy of all laws."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any, TypeVar

from _pytest.mark import ParameterSet
from hypothesis import settings
from hypothesis import strategies as st

from bot.games import load_games
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
"""How many matches each law is tried on."""
LONGEST = 2000
"""No match of a Game under test has more entries."""
SHARED = 6
"""How many matches of each table a process plays for all laws together."""
_RUN = bytes(SEED_BYTES) if "CI" in os.environ else os.urandom(SEED_BYTES)
"""What all of them follow from: other matches in every run, but for CI. Set it to what a failure
prints, and the same ones are played again."""


@dataclass(frozen=True)
class Table:
    """A Game with a number of seats."""

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
"""Every Game with every number of seats: a game is under test once it is registered."""


def some_tables(among: Sequence[Table]) -> list[ParameterSet]:
    """Return cases for `parametrize`. `make test` tries one number of seats of each game."""
    return every(among, is_middle)


def is_middle(table: Table) -> bool:
    """Return whether it has the middle number of its game's seats: three of two, three or four."""
    seats = table.game.info.seats
    return table.seats == seats[len(seats) // 2]


@dataclass(frozen=True)
class Playout:
    """One match, from its start to where it was left."""

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
        """The entries."""
        return tuple(made.entry for made in self.advances)

    def until(self, entries: int) -> "Playout":
        """As it was after so many entries."""
        return replace(
            self, positions=self.positions[: entries + 1], advances=self.advances[:entries]
        )


@st.composite
def playouts(draw: st.DrawFn, table: Table, *, whole: bool = True) -> Playout:
    """A match with decisions made at random; if not `whole`, it may stop anywhere.

    A law tries several of the matches that this process has played: all laws share them.
    """
    playout = _played(table, draw(st.integers(0, SHARED - 1)))
    return playout if whole else playout.until(draw(st.integers(0, 180)))


@cache
def _played(table: Table, number: int) -> Playout:
    """A whole match. In the first one, every seat decides for what is listed first."""
    game = table.game
    stream = Stream(_RUN, f"laws {number}")
    choices, made = Stream(_RUN, f"choices {number}"), count()

    def choice(some: Sequence[T]) -> T:
        return some[choices.number(next(made), len(some)) if number else 0]

    position = driver.start(game, table.seats)
    positions = [position]
    advances: list[Advance[Any]] = []
    while game.outcome(position.state) is None:
        assert len(advances) < LONGEST, "a match ends"
        request = game.chance(position.state)
        if request is not None:
            drawn = stream.answer(request, position.drawn)
            advances.append(driver.settle(game, position, drawn))
        else:
            seat = choice(sorted(game.to_act(position.state)))
            token = choice(driver.legal_tokens(game, position, seat))
            advances.append(driver.choose(game, position, seat, token))
        position = advances[-1].position
        positions.append(position)
    return Playout(table, stream, tuple(positions), tuple(advances))
