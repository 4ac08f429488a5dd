"""A few worker processes, started when there is something to do."""

import asyncio
import os
import pickle
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from bot.game_register import GameRegister
from bot.worker.process import WorkerLost, WorkerProcess
from bot.worker.tasks import Decide, Task
from engine.core.game import AnyGame

T = TypeVar("T")


def usual_number() -> int:
    """Return how many computers think at the same time unless a setting says so.

    One core is left for the bot.
    """
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of all work."""

    deciding: int = 1
    """Processes that decide for computers at the same time. Each other kind of task has one."""
    memory: int = 512
    """MiB for each process."""
    rest: float = 60.0
    """Seconds without a task after which a process ends."""
    waiting: int = 256
    """Tasks of one kind that can wait; further ones are lost."""


class WorkerLate(WorkerLost, TimeoutError):
    """The process took longer than the task's patience, and was ended."""


class _Room:
    """Places for tasks of one kind; the others wait in order."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.waiting = 0
        """Tasks that no process has taken up."""
        self._free = asyncio.Semaphore(places)

    async def enter(self) -> float:
        """Wait for a place; return how many tasks want each place, this one among them."""
        self.waiting += 1
        try:
            await self._free.acquire()
            return self.waiting / self.places
        finally:
            self.waiting -= 1

    def leave(self) -> None:
        """Free the place."""
        self._free.release()


class WorkerPool:
    """Runs tasks in worker processes."""

    def __init__(self, games: GameRegister, bounds: Bounds | None = None) -> None:
        self._games = pickle.dumps(games, pickle.HIGHEST_PROTOCOL)
        self._bounds = Bounds() if bounds is None else bounds
        self._rooms: dict[type[Task[Any]], _Room] = {Decide: _Room(self._bounds.deciding)}
        self._idle: dict[WorkerProcess, asyncio.Task[None]] = {}
        """Processes without a task, each with the timer that ends it."""
        self._working: set[WorkerProcess] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        """Everything that asks or ends a process."""
        self._closed = False

    async def run(self, game: AnyGame, task: Task[T]) -> T:
        """Return the result of a task about a game; raise WorkerLost.

        A task that has begun is finished even if the caller is cancelled.
        """
        room = self._rooms.setdefault(type(task), _Room(1))
        if room.waiting >= self._bounds.waiting:
            raise WorkerLost("too many others wait")
        task = task.shared(await room.enter())
        try:
            message = pickle.dumps((game.info.name, game.info.rules, task), pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            room.leave()
            raise WorkerLost(f"the task can't leave this process: {error}") from error
        asking = self._begun(self._ask(message, task.patience))
        asking.add_done_callback(partial(_left, room))
        result: T = await asyncio.shield(asking)
        return result

    def _begun(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        begun = asyncio.create_task(work, name="salud-worker")
        self._tasks.add(begun)
        begun.add_done_callback(self._tasks.discard)
        return begun

    async def _ask(self, message: bytes, patience: float) -> Any:
        """Ask a process; one that is late or broken is not asked again."""
        process: WorkerProcess | None = None
        kept = False
        try:
            async with asyncio.timeout(patience):
                self._check_open()
                process = await self._process()
                self._working.add(process)
                self._check_open()  # it may have taken a while to start
                result = await process.ask(message)
        except TimeoutError as error:
            raise WorkerLate("the process is late") from error
        except OSError as error:
            raise WorkerLost(f"no process could be started: {error}") from error
        else:
            self._idle[process] = self._begun(self._rest(process))
            kept = True
            return result
        finally:
            if process is not None:
                self._working.discard(process)
                if not kept:
                    await process.kill()

    async def _process(self) -> WorkerProcess:
        """Return the process that was idle for the shortest time, else start one; raise OSError."""
        while self._idle:
            process, resting = self._idle.popitem()
            resting.cancel()
            if not process.ended:
                return process
        return await WorkerProcess.start(self._games, "bot.worker", str(self._bounds.memory))

    def _check_open(self) -> None:
        if self._closed:
            raise WorkerLost("the bot stops")

    async def _rest(self, process: WorkerProcess) -> None:
        """End a process if it gets no task for a while."""
        await asyncio.sleep(self._bounds.rest)
        del self._idle[process]
        await process.end()

    async def close(self) -> None:
        """End all processes; tasks that they work on are lost."""
        self._closed = True
        idle = [*self._idle]
        for resting in self._idle.values():
            resting.cancel()
        self._idle.clear()
        await asyncio.gather(*(process.kill() for process in self._working))
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in idle))


def _left(room: _Room, asking: asyncio.Task[Any]) -> None:
    room.leave()
    if not asking.cancelled():
        asking.exception()  # a caller that still waits gets it
