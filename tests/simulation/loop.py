"""An event loop with virtual time, in which a seed or a list chooses the next callback.

The loop runs the callbacks of several simulated processes, and of the world around them (WORLD).
A callback belongs to the process that was running when it was scheduled. A process can be frozen
at any await: none of its callbacks runs any more, until it is thawed. A killed process is frozen
for ever. The loop keeps its tasks, so that Python cleans nothing up.
"""

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context
from random import Random  # noqa: TID251 - choices by a seed, and no dice
from typing import Any

WORLD = 0
START = 1_800_000_598.0
Entry = tuple[int, asyncio.Handle]


class Choices:
    """Luck by a seed."""

    is_systematic = False
    """Whether each callback is a choice, even if only one is ready."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 - repeatable luck for a test

    def next_of(self, ready: Sequence[Entry]) -> int:
        """Return the index of the callback that runs next, or -1 after a crash."""
        return int(self.random.random() * len(ready))


class Systematic(Choices):
    """The first choices are given, the others are 0; `taken` has each with its possibilities.

    A choice is between the processes, each of which runs its callbacks in order, and a crash.
    """

    is_systematic = True

    def __init__(self, given: Sequence[int]) -> None:
        super().__init__(0)
        self._given = given
        self.taken: list[tuple[int, int]] = []
        self.crash: Callable[[], object] | None = None
        """Kills a process, once."""

    def next_of(self, ready: Sequence[Entry]) -> int:
        processes = list(dict.fromkeys(process for process, _ in ready))
        possible = len(processes) + (self.crash is not None)
        if possible == 1:
            return 0
        number = len(self.taken)
        choice = self._given[number] if number < len(self._given) else 0
        self.taken.append((choice, possible))
        if choice < len(processes):
            return next(at for at, (process, _) in enumerate(ready) if process == processes[choice])
        assert self.crash is not None, "it is one of the possibilities"
        crash, self.crash = self.crash, None
        crash()
        return -1


class Loop(asyncio.BaseEventLoop):
    def __init__(self, choices: Choices) -> None:
        super().__init__()
        self.choices = choices
        self.now = START
        self.process = WORLD
        """The process whose callback is running."""
        self.steps = 0
        self.failures: list[str] = []
        """Violated laws, and unexpected errors of tasks."""
        self._current: list[Entry] = []
        self._later: list[tuple[float, int, int, asyncio.TimerHandle]] = []
        self._number = 0
        self._frozen: dict[int, list[Entry]] = {}
        self._tasks: list[asyncio.Task[Any]] = []
        self._over = False
        self.set_task_factory(self._task)

    def time(self) -> float:
        return self.now

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._add(self.process, handle)
        return handle

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self._number += 1
        heapq.heappush(self._later, (when, self._number, self.process, timer))
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Leave the timer in the heap; the loop skips it at its time."""

    def call_exception_handler(self, context: Any) -> None:
        if not self._over:
            self.failures.append(f"{context.get('message')}: {context.get('exception')!r}")

    @contextmanager
    def within(self, process: int) -> Iterator[None]:
        """Schedule everything for a process."""
        before, self.process = self.process, process
        try:
            yield
        finally:
            self.process = before

    def begin(self, process: int, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        with self.within(process):
            return self.create_task(work)

    def freeze(self, process: int) -> None:
        frozen = self._frozen.setdefault(process, [])
        frozen += [entry for entry in self._current if entry[0] == process]
        self._current = [entry for entry in self._current if entry[0] != process]

    def thaw(self, process: int) -> None:
        self._current += self._frozen.pop(process, ())

    def run(self, until: float, most: int = 100_000) -> None:
        """Run callbacks until a time, or a failure; raise AssertionError if they don't end."""
        events._set_running_loop(self)
        try:
            while not self.failures and self._step(until):
                self.steps += 1
                assert self.steps < most, "the simulation does not come to rest"
        finally:
            events._set_running_loop(None)
        self.now = max(self.now, until)

    def end(self) -> None:
        """End all tasks, including those of killed processes."""
        self._over = True
        self.failures.clear()
        self.run_all_frozen()
        for _ in range(10):
            for task in self._tasks:
                if not task.done():
                    task.cancel()
            self.run(self.now, most=1_000_000)
        self._tasks.clear()
        self._later.clear()
        self.close()

    def run_all_frozen(self) -> None:
        for process in list(self._frozen):
            self.thaw(process)

    def _add(self, process: int, handle: asyncio.Handle) -> None:
        frozen = self._frozen.get(process)
        (self._current if frozen is None else frozen).append((process, handle))

    def _step(self, until: float) -> bool:
        """Run one callback; return False if there is none until then."""
        while not self._current:
            if not self._later or self._later[0][0] > until:
                return False
            self.now = max(self.now, self._later[0][0])
            while self._later and self._later[0][0] <= self.now:
                _, _, process, timer = heapq.heappop(self._later)
                if not timer.cancelled():
                    self._add(process, timer)
        current = self._current
        is_choice = len(current) > 1 or self.choices.is_systematic
        at = self.choices.next_of(current) if is_choice else 0
        if at < 0:  # the choice was to change something else first
            return True
        self.process, handle = current.pop(at)
        if not handle.cancelled():
            handle._run()
        self.process = WORLD
        return True

    def _task(self, loop: Any, work: Any, **options: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **options)
        self._tasks.append(task)
        if len(self._tasks) > 64:
            self._tasks = [task for task in self._tasks if not task.done()]
        return task
