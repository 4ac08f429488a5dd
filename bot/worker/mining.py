"""Mining puzzles while the worker processes are idle.

It is the least important work: it starts only while no hint, move or accuracy is due, gives way as
soon as a player needs one, and has a limit of time for each day.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from typing import TypeVar

from bot.worker.pool import WorkerPool, WorkerYielded
from bot.worker.process import WorkerLost
from bot.worker.tasks import Mine, PlayForPuzzles, Task
from engine.core.game import AnyGame
from engine.core.puzzles import Puzzle
from engine.core.types import Entry

T = TypeVar("T")
A_DAY = 1800.0
"""Seconds for one day, of one process."""
PAUSE = 20.0
"""Seconds after giving way. People who play against computers ask again soon."""
TRIES = 3
"""Lost processes after which a match is given up; giving way doesn't count."""


class SpentForToday(Exception):
    """The day's time for mining is used up."""


def _today() -> date:
    return datetime.now(UTC).date()


class PoolMiner:
    def __init__(
        self,
        pool: WorkerPool,
        seconds_a_day: float = A_DAY,
        today: Callable[[], date] = _today,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pool = pool
        self._a_day = seconds_a_day
        self._today = today
        self._pause = pause
        self._clock = clock
        self._day = today()
        self._spent = 0.0

    @property
    def left(self) -> float:
        """Return the seconds that are left today."""
        if self._day != self._today():
            self._day, self._spent = self._today(), 0.0
        return max(self._a_day - self._spent, 0.0)

    async def mine(self, game: AnyGame, seats: int, log: tuple[Entry, ...]) -> tuple[Puzzle, ...]:
        """Return the verified puzzles of a finished match.

        The caller decides which matches may be used: none that runs, none of a daily game, and none
        whose players opted out. Raise SpentForToday if the day's time was used up before, so the
        last match of a day can exceed it; raise WorkerLost if a process was lost several times.
        """
        if not game.puzzle_kinds:
            return ()
        self._check_day()
        puzzles: list[Puzzle] = []
        first: int | None = 0
        while first is not None:
            more, first = await self._done(game, Mine(seats, log, first))
            puzzles += more
        return tuple(puzzles)

    async def mine_own(self, game: AnyGame, seed: bytes) -> tuple[Puzzle, ...]:
        """Let computers play a match with the dice of `seed` (32 bytes), and mine it; raise like
        `mine`.
        """
        if not game.puzzle_kinds:
            return ()
        self._check_day()
        seats = game.info.seats[seed[-1] % len(game.info.seats)]
        return await self.mine(game, seats, await self._done(game, PlayForPuzzles(seats, seed)))

    def _check_day(self) -> None:
        if not self.left:
            raise SpentForToday

    async def _done(self, game: AnyGame, task: Task[T]) -> T:
        lost = 0
        while True:
            await self._pool.quiet()
            began, yielded = self._clock(), False
            try:
                return await self._pool.run(game, task)
            except WorkerYielded:
                yielded = True
            except WorkerLost:
                lost += 1
                if lost == TRIES:
                    raise
            finally:
                # Seconds of the clock, because an ended process can't report its processor time.
                self._spent += self._clock() - began
            if yielded:
                await self._pause(PAUSE)
