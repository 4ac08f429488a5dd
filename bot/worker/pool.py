"""A pool of worker processes, started on demand.

Hints, accuracy and computer players need processes only now and then, and each takes memory. So the
pool starts a process when a task finds none idle, keeps it for the next task of any kind, and ends
it after an idle minute. Starting one takes a quarter of a second of the processor, and the next
hint often comes minutes later, so the last process stays five minutes.

Some kinds of tasks take much longer than others: a hint one second, the house's match a minute.
In one queue, such a match would hold up all computer players. So each kind has its own number of
places (`Room`), which people get in turn. By default computer players have one place for each spare
core, hints and the parts of an accuracy have one for each core, and every other kind has one.

Spare tasks, for which no player waits, start when the pool has nothing else to do. If another task
comes, the pool kills their process: its work is lost, and its caller tries again later.

A process can hang, run out of memory, or be killed. Nothing in the bot depends on its answer: after
the task's patience the pool kills it, and the task is lost. A computer player then moves by a quick
rule. A started task is finished even if its caller is cancelled, because a process with an unread
answer could not be used again.
"""

import asyncio
import os
import pickle
from collections.abc import Coroutine, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from bot.game_register import GameRegister
from bot.worker.process import WorkerLost, WorkerProcess
from bot.worker.rooms import Room
from bot.worker.tasks import Advise, Decide, FindDecisions, Judge, Task
from engine.core.game import AnyGame

T = TypeVar("T")
SHARED = (Advise, FindDecisions, Judge)
"""Kinds of tasks that get a place for each core, because people wait for them."""


def cores() -> int:
    return os.cpu_count() or 1


def usual_number() -> int:
    return max(1, cores() - 1)


@dataclass(frozen=True, slots=True)
class Bounds:
    deciding: int = 1
    """Processes for computer players."""
    sharing: int = 1
    """Processes for hints, and as many for accuracy. Each other kind of task has one."""
    memory: int = 512
    rest: float = 60.0
    """Seconds after which an idle process ends."""
    last_rest: float = 240.0
    """Further seconds for which the last idle process stays."""
    waiting: int = 256
    """Maximum number of waiting tasks of one kind."""


class WorkerLate(WorkerLost, TimeoutError): ...


class WorkerYielded(WorkerLost):
    """A spare task gave way to a player's task."""


class WorkerPool:
    def __init__(self, games: GameRegister, bounds: Bounds | None = None) -> None:
        self._games = pickle.dumps(games, pickle.HIGHEST_PROTOCOL)
        self._bounds = Bounds() if bounds is None else bounds
        self._rooms: dict[type[Task[Any]], Room] = {Decide: Room(self._bounds.deciding)}
        self._rooms |= {kind: Room(self._bounds.sharing) for kind in SHARED}
        self._idle: dict[WorkerProcess, asyncio.Task[None]] = {}
        self._working: set[WorkerProcess] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._spare: set[WorkerProcess] = set()
        self._wanted = 0
        """Number of players' tasks, waiting or at work."""
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._closed = False

    @property
    def sharing(self) -> int:
        """The number of processes that can share a task that was cut into parts."""
        return self._bounds.sharing

    async def run(self, game: AnyGame, task: Task[T], asker: Hashable = None) -> T:
        """Return the result of the task, for which `asker` waits; raise WorkerLost.

        A spare task waits until no other works or waits; it raises WorkerYielded if one comes.
        """
        kind = Judge if isinstance(task, Judge) else type(task)
        room = self._rooms.setdefault(kind, Room(1))
        if room.waiting >= self._bounds.waiting:
            raise WorkerLost("too many tasks are waiting")
        wanted = not task.is_spare
        if wanted:
            self._want()
        try:
            task = task.shared(await room.enter(asker))
            asking = await self._started(game, task, room, wanted=wanted)
        except BaseException:
            if wanted:
                self._unwant()
            raise
        if wanted:
            asking.add_done_callback(self._unwant)
        result: T = await asyncio.shield(asking)
        return result

    async def _started(
        self, game: AnyGame, task: Task[Any], room: Room, *, wanted: bool
    ) -> asyncio.Task[Any]:
        """Start a task that has its place, and let it give the place back at its end."""
        try:
            if not wanted:
                await self.quiet()
            message = pickle.dumps((game.info.name, game.info.rules, task), pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            room.leave()
            raise WorkerLost(f"the task can't leave this process: {error}") from error
        except asyncio.CancelledError:
            room.leave()
            raise
        asking = self._begun(self._ask(message, task.patience, wanted=wanted))
        asking.add_done_callback(partial(_left, room))
        return asking

    async def quiet(self) -> None:
        """Wait until the pool has only spare tasks."""
        await self._quiet.wait()

    def _want(self) -> None:
        self._wanted += 1
        self._quiet.clear()
        for process in self._spare:
            self._begun(process.kill())
        self._spare.clear()

    def _unwant(self, _: object = None) -> None:
        self._wanted -= 1
        if not self._wanted:
            self._quiet.set()

    def _begun(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        begun = asyncio.create_task(work, name="salud-worker")
        self._tasks.add(begun)
        begun.add_done_callback(self._tasks.discard)
        return begun

    async def _ask(self, message: bytes, patience: float, *, wanted: bool) -> Any:
        process: WorkerProcess | None = None
        kept = False
        try:
            async with asyncio.timeout(patience):
                self._check_open()
                process = await self._process()
                self._working.add(process)
                self._check_open()  # the pool can have closed while the process started
                if not wanted:
                    if self._wanted:
                        raise WorkerYielded("another task came while the process started")
                    self._spare.add(process)
                result = await process.ask(message)
        except TimeoutError as error:
            raise WorkerLate("the process is late") from error
        except OSError as error:
            raise WorkerLost(f"no process could be started: {error}") from error
        except WorkerLost as error:
            if not wanted and process is not None and process not in self._spare:
                raise WorkerYielded("another task came") from error
            raise
        else:
            self._idle[process] = self._begun(self._rest(process))
            kept = True
            return result
        finally:
            if process is not None:
                self._working.discard(process)
                self._spare.discard(process)
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
        if len(self._idle) == 1:
            await asyncio.sleep(self._bounds.last_rest)
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


def _left(room: Room, asking: asyncio.Task[Any]) -> None:
    room.leave()
    if not asking.cancelled():
        asking.exception()  # mark it as retrieved; a caller that still waits gets it
