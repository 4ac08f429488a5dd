"""The computer's part in a day's puzzle: the house's opening, and how the computer would
continue.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.match.daily.days import ComputerGame, DayGame
from bot.match.values.days import Day
from engine.core import driver
from engine.core.chance import Stream
from engine.core.game import AnyGame
from engine.core.opening import opening, play_to_end
from engine.core.types import Entry


class House:
    """Plays in this process. Both methods can take a while, and must not block the event loop."""

    async def opening(self, game: AnyGame, seed: bytes, day: Day, /) -> tuple[Entry, ...]:
        return await asyncio.to_thread(_opened, game, seed, day)

    async def play_on(self, game: AnyGame, fixed: DayGame, /) -> ComputerGame:
        stream = Stream(fixed.seed, fixed.day)
        return await asyncio.to_thread(play_to_end, game, fixed.opening, stream)


def read_log(game: AnyGame, log: Sequence[Entry]) -> tuple[driver.Advance[Any], ...]:
    return tuple(driver.replay(game, 1, log))


def _opened(game: AnyGame, seed: bytes, day: Day) -> tuple[Entry, ...]:
    return tuple(advance.entry for advance in opening(game, Stream(seed, day)))
