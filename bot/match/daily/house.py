"""What the game's computer plays on a day: the house's opening, and how it would have gone on."""

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from bot.match.daily.days import ComputerGame, DayGame
from bot.match.values.days import Day
from engine.core import driver
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.opening import finished, opening
from engine.core.types import Entry


class House(Protocol):
    """Plays for the house. Both may think for long, and hold up nobody meanwhile."""

    async def opening(self, game: AnyGame, seed: bytes, day: Day, /) -> tuple[Entry, ...]:
        """What everybody's match of a day begins with, luck included."""

    async def play_on(self, game: AnyGame, fixed: DayGame, /) -> ComputerGame:
        """The computer's game of a day, from what the house has opened."""


class HouseHere(House):
    """Plays in a thread of this process."""

    async def opening(self, game: AnyGame, seed: bytes, day: Day, /) -> tuple[Entry, ...]:
        """See House."""
        return await asyncio.to_thread(_opened, game, seed, day)

    async def play_on(self, game: AnyGame, fixed: DayGame, /) -> ComputerGame:
        """See House."""
        return await asyncio.to_thread(_played_on, game, fixed)


def read_log(game: AnyGame, log: Sequence[Entry]) -> tuple[driver.Advance[Any], ...]:
    """The log of a match for one with what each entry led to; raises BadEntry."""
    return tuple(driver.replay(game, 1, log))


def _opened(game: AnyGame, seed: bytes, day: Day) -> tuple[Entry, ...]:
    return tuple(made.entry for made in opening(game, Stream(seed, day)))


def _played_on(game: AnyGame, fixed: DayGame) -> ComputerGame:
    return ComputerGame(*finished(game, fixed.opening, Stream(fixed.seed, fixed.day)))
