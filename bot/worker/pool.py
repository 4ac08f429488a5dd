"""A pool of worker processes, started on demand.

Hints, accuracy and computer players need processes only now and then, and each takes memory. So the
pool starts a process when a task finds none idle, keeps it for the next task of any kind, and ends
it after an idle minute.

Some kinds of tasks take much longer than others: a hint two seconds, the accuracy of a match fifty.
In one queue, a request for accuracy would hold up all computer players. So each kind has its own
number of places, and a task waits until one of them is free. Computer players by default have one
place for each spare core, every other kind has one.

A process can hang, run out of memory, or be killed. Nothing in the bot depends on its answer: after
the task's patience the pool kills it, and the task is lost. A computer player then moves by a quick
rule. A started task is finished even if its caller is cancelled, because a process with an unread
answer could not be used again.
"""

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
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True, slots=True)
class Bounds:
    deciding: int = 1
    """Processes for computer players. Each other kind of task has one."""
    memory: int = 512
    rest: float = 60.0
    waiting: int = 256


class WorkerLate(WorkerLost, TimeoutError): ...


class _Room:
    def __init__(self, places: int) -> None:
        self.places = places
        self.waiting = 0
        self._free = asyncio.Semaphore(places)

    async def enter(self) -> float:
        self.waiting += 1
        try:
            await self._free.acquire()
            return self.waiting / self.places
        finally:
            self.waiting -= 1

    def leave(self) -> None:
        self._free.release()


class WorkerPool:
    def __init__(self, games: GameRegister, bounds: Bounds | None = None) -> None:
        self._games = pickle.dumps(games, pickle.HIGHEST_PROTOCOL)
        self._bounds = Bounds() if bounds is None else bounds
        self._rooms: dict[type[Task[Any]], _Room] = {Decide: _Room(self._bounds.deciding)}
        self._idle: dict[WorkerProcess, asyncio.Task[None]] = {}
        self._working: set[WorkerProcess] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def run(self, game: AnyGame, task: Task[T]) -> T:
        room = self._rooms.setdefault(type(task), _Room(1))
        if room.waiting >= self._bounds.waiting:
            raise WorkerLost("too many tasks are waiting")
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
        process: WorkerProcess | None = None
        kept = False
        try:
            async with asyncio.timeout(patience):
                self._check_open()
                process = await self._process()
                self._working.add(process)
                self._check_open()  # the pool can have closed while the process started
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
        await asyncio.sleep(self._bounds.rest)
        del self._idle[process]
        await process.end()

    async def close(self) -> None:
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
        asking.exception()  # mark it as retrieved; a caller that still waits gets it
