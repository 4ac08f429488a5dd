"""A process that forks the bots of end-to-end tests, one per pytest worker, with everything
imported.

`python -m bot run` takes seconds to start, a fork (chaos/fork_server.py) a fraction of one.
tests/bot/test_process.py tests the command itself.
"""

import asyncio
import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from queue import Queue
from threading import Event, Lock, Thread

from chaos.fork_server import ROOT, RUN

FORK_SERVER = (sys.executable, "-m", "chaos.fork_server")


class Child:
    def __init__(self, pid: int) -> None:
        self.returncode: int | None = None
        self._ended = Event()
        self._using = Lock()
        self._handle: int | None = None
        with contextlib.suppress(ProcessLookupError):  # the process may have ended already
            self._handle = os.pidfd_open(pid)

    def end(self, code: int) -> None:
        self.returncode = code
        with self._using:
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None
        self._ended.set()

    def send(self, number: signal.Signals) -> None:
        with self._using, contextlib.suppress(ProcessLookupError):
            if self._handle is not None:
                signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        self.send(signal.SIGKILL)

    def terminate(self) -> None:
        self.send(signal.SIGTERM)

    def send_signal(self, number: int) -> None:
        self.send(signal.Signals(number))

    async def wait(self) -> int:
        """Wait for the end; return the exit code, negative for a signal."""
        await asyncio.to_thread(self._ended.wait)
        assert self.returncode is not None, "it has ended"
        return self.returncode


class Cradle:
    """A fork server that outlives each test's event loop."""

    def __init__(self, command: Sequence[str] = FORK_SERVER) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._asking = Lock()
        self._born: Queue[Child | None] = Queue()
        """Requested processes, in order; None once the fork server has ended."""
        self._children: dict[int, Child] = {}
        self._listening = Thread(target=self._listen, daemon=True)
        self._listening.start()
        atexit.register(self.close)

    async def start(
        self, environment: Mapping[str, str], log: Path, arguments: Sequence[str] = RUN
    ) -> Child:
        return await asyncio.to_thread(self._start, environment, log, arguments)

    def _start(self, environment: Mapping[str, str], log: Path, arguments: Sequence[str]) -> Child:
        assert self._process.stdin is not None, "there is a pipe"
        with self._asking:
            request = {"environment": dict(environment), "log": str(log), "arguments": arguments}
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(json.dumps(request) + "\n")
                self._process.stdin.flush()
            # No deadline: a late answer would be mistaken for the next one.
            child = self._born.get()
            if child is None:
                self._born.put(None)
                raise RuntimeError("the process that forks has ended")
            return child

    def close(self) -> None:
        """End the fork server after killing its processes."""
        assert self._process.stdin is not None, "there is a pipe"
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        for child in tuple(self._children.values()):
            child.send(signal.SIGKILL)
        self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout is not None, "there is a pipe"
        try:
            for line in self._process.stdout:
                report = json.loads(line)
                if "code" in report:
                    self._children.pop(report["pid"]).end(report["code"])
                else:
                    child = self._children[report["pid"]] = Child(report["pid"])
                    self._born.put(child)
        finally:
            self._born.put(None)
            # The fork server can no longer report how the others end.
            for child in tuple(self._children.values()):
                child.kill()
                child.end(-signal.SIGKILL)


class Lent:
    """A fork server for a fleet, backed by this worker's cradle, which outlives the fleet."""

    async def open(self) -> None: ...

    async def start(
        self, environment: Mapping[str, str], log: Path, arguments: Sequence[str] = RUN
    ) -> Child:
        return await cradle().start(environment, log, arguments)

    async def close(self) -> None:
        """Do nothing, because other tests use the cradle."""


@cache
def cradle() -> Cradle:
    return Cradle()
