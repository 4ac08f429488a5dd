"""A few processes that think, started when there is something to think about."""

import asyncio
import logging
import os
import pickle
import secrets
import time
from dataclasses import dataclass

from bot.game_register import GameRegister
from bot.match.playing.thinker import Question, ThinkingLost
from bot.observing.observer import Observer
from bot.thinking.messages import Task, dumped
from bot.thinking.process import ThinkingProcess

_log = logging.getLogger(__name__)

LEAST = 0.1
"""Seconds that a thought has however many others wait."""
LATE = 10.0
"""Seconds beyond its time after which a thought counts as lost; a process may have to start."""


def usual_number() -> int:
    """How many think at the same time unless a setting says so: one core is left for the bot."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What thinking may take."""

    seconds: float = 2.0
    """Of one core, a move."""
    processes: int = 1
    """How many think at the same time; other thoughts wait."""
    memory: int = 512
    """MiB a process."""
    rest: float = 60.0
    """Seconds without a thought after which a process ends."""


class ThinkingPool:
    """A Thinker. While all of its processes think, further questions wait in order.

    The more of them wait, the shorter is each thought, so that the last one is not late.
    """

    def __init__(
        self,
        games: GameRegister,
        bounds: Bounds,
        late: float | None = None,
        observer: Observer | None = None,
    ) -> None:
        self._games = dumped(games)
        self._bounds = bounds
        self._late = LATE if late is None else late
        self._observer = Observer() if observer is None else observer
        self._room = asyncio.Semaphore(bounds.processes)
        self._idle: dict[ThinkingProcess, asyncio.Task[None]] = {}
        """Those with nothing to do, each with what ends it."""
        self._resting: set[asyncio.Task[None]] = set()
        """All that end one, also those that have begun to."""
        self._thinking: set[asyncio.Task[str]] = set()
        self._waiting = 0
        """Questions that no process has taken up."""
        self._closed = False

    async def think(self, question: Question) -> str:
        """See Thinker; raises ThinkingLost."""
        asked = time.perf_counter()
        try:
            found = await self._found(question)
        except ThinkingLost:
            self._observer.thought_ended("lost", time.perf_counter() - asked)
            raise
        self._observer.thought_ended("found", time.perf_counter() - asked)
        return found

    async def _found(self, question: Question) -> str:
        """What a process finds, once one has time."""
        self._waiting += 1
        try:
            await self._room.acquire()
            seconds = self._fair_share()
        finally:
            self._waiting -= 1
        info = question.game.info
        task = Task(
            game=info.name,
            rules=info.rules,
            state=question.state,
            seat=question.seat,
            seconds=seconds,
            seed=secrets.randbits(64),
        )
        try:
            message = dumped(task)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            self._room.release()
            raise ThinkingLost(f"the question can't leave this process: {error}") from error
        # A process that has been asked must be heard, also if nobody waits for the answer.
        asked = asyncio.create_task(self._ask(message), name="salud-thinking")
        self._thinking.add(asked)
        asked.add_done_callback(self._heard)
        return await asyncio.shield(asked)

    def _fair_share(self) -> float:
        """Seconds for the thought that begins now, which still counts as waiting."""
        crowd = self._waiting / self._bounds.processes
        return max(self._bounds.seconds / max(crowd, 1.0), min(LEAST, self._bounds.seconds))

    def _heard(self, asked: asyncio.Task[str]) -> None:
        self._thinking.discard(asked)
        self._room.release()
        if not asked.cancelled():
            asked.exception()  # whoever waited has it

    async def _ask(self, message: bytes) -> str:
        """What a process finds; one that is late or broken is not asked again."""
        process: ThinkingProcess | None = None
        kept = False
        try:
            async with asyncio.timeout(self._bounds.seconds + self._late):
                process = await self._process()
                token = await process.ask(message)
            self._let_rest(process)
            kept = True
        except TimeoutError as error:
            raise ThinkingLost("the process that thinks is late") from error
        except OSError as error:
            raise ThinkingLost(f"no process could be started: {error}") from error
        finally:
            if process is not None and not kept:
                await process.kill()
        return token

    async def _process(self) -> ThinkingProcess:
        """The process that was idle for the shortest time, else a new one; raises OSError."""
        if self._closed:
            raise ThinkingLost("the bot stops")
        while self._idle:
            process, resting = self._idle.popitem()
            resting.cancel()
            if not process.ended:
                return process
        return await ThinkingProcess.start(self._games, self._bounds.memory)

    def _let_rest(self, process: ThinkingProcess) -> None:
        """Keep it for the next question, or end it if there is none for a while."""
        resting = asyncio.create_task(self._rest(process))
        self._idle[process] = resting
        self._resting.add(resting)
        resting.add_done_callback(self._resting.discard)

    async def _rest(self, process: ThinkingProcess) -> None:
        await asyncio.sleep(self._bounds.rest)
        del self._idle[process]
        await process.end()

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        processes = [*self._idle]
        for task in (*self._idle.values(), *self._thinking):
            task.cancel()
        self._idle.clear()
        await asyncio.gather(*self._resting, *self._thinking, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in processes))
