"""Implementations of the match service's ports with worker processes."""

import asyncio
import logging
import secrets
import time
from typing import Any, TypeVar

from bot.match.daily.days import ComputerGame, DayGame
from bot.match.daily.house import House
from bot.match.playing.thinker import ThinkingLost
from bot.match.values.days import Day
from bot.observing.observer import Observer
from bot.worker.pool import WorkerPool
from bot.worker.process import WorkerLost
from bot.worker.tasks import Decide, PlayOn, PlayOpening, Task
from engine.core.game import AnyGame
from engine.core.types import Entry, Seat

T = TypeVar("T")
_log = logging.getLogger(__name__)


class PoolThinker:
    """The Thinker `think` gives each move the same time, or less while many moves wait."""

    def __init__(self, pool: WorkerPool, seconds: float, observer: Observer | None = None) -> None:
        self._pool = pool
        self._seconds = seconds
        self._observer = Observer() if observer is None else observer

    async def think(self, game: AnyGame, state: Any, seat: Seat) -> str:
        began = time.perf_counter()
        task = Decide(state, seat, self._seconds, secrets.randbits(64))
        try:
            token = await self._pool.run(game, task)
        except WorkerLost as error:
            self._observer.thought_ended("lost", time.perf_counter() - began)
            raise ThinkingLost(str(error)) from error
        self._observer.thought_ended("found", time.perf_counter() - began)
        return token


class PoolHouse(House):
    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool

    async def opening(self, game: AnyGame, seed: bytes, day: Day, /) -> tuple[Entry, ...]:
        return await self._played(game, PlayOpening(seed, day))

    async def play_on(self, game: AnyGame, fixed: DayGame, /) -> ComputerGame:
        task = PlayOn(fixed.opening, fixed.seed, fixed.day)
        return await self._played(game, task)

    async def _played(self, game: AnyGame, task: Task[T]) -> T:
        try:
            return await self._pool.run(game, task)
        except WorkerLost as error:
            _log.warning("The house plays in this process: %s", error)
            return await asyncio.to_thread(task.run, game)
