"""Matches played at random: the one strategy of all laws."""

import os
from dataclasses import dataclass
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from bot.games import load_games
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Advance, Position
from engine.core.game import AnyGame
from engine.core.types import Entry
from tests.games import GUESTS
from tests.toy_game import ToyGame

QUICK = settings(
    deadline=None,
    max_examples=8 if "CI" in os.environ else 5,
    derandomize="CI" in os.environ,
)
"""How many matches each law is tried on."""
LONGEST = 2000
"""No match of a Game under test has more entries."""


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


@dataclass(frozen=True)
class Playout:
    """One match, from its start to where it was left."""

    table: Table
    stream: Stream
    positions: tuple[Position[Any], ...]
    """Before the first entry, and after each."""
    advances: tuple[Advance[Any], ...]

    @property
    def log(self) -> tuple[Entry, ...]:
        """The entries."""
        return tuple(made.entry for made in self.advances)


@st.composite
def playouts(draw: st.DrawFn, table: Table, *, whole: bool = True) -> Playout:
    """A match with decisions drawn at random; if not `whole`, it may stop anywhere."""
    game = table.game
    seed = draw(st.integers(0, 2**64 - 1)).to_bytes(SEED_BYTES, "big")
    stream = Stream(seed, "laws")
    entries = LONGEST if whole else draw(st.integers(0, 180))
    position = driver.start(game, table.seats)
    positions = [position]
    advances: list[Advance[Any]] = []
    while game.outcome(position.state) is None and len(advances) < entries:
        request = game.chance(position.state)
        if request is not None:
            drawn = stream.answer(request, position.drawn)
            advances.append(driver.settle(game, position, drawn))
        else:
            seat = draw(st.sampled_from(sorted(game.to_act(position.state))))
            tokens = driver.legal_tokens(game, position, seat)
            advances.append(driver.choose(game, position, seat, draw(st.sampled_from(tokens))))
        position = advances[-1].position
        positions.append(position)
    assert len(advances) < LONGEST, "a match ends"
    return Playout(table, stream, tuple(positions), tuple(advances))
