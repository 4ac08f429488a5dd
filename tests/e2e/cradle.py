"""Brings up the bots of end-to-end tests: forked from one process a worker, which has all loaded.

A start of `python -m bot run` takes seconds, a fork of it (chaos/nursery.py) a fraction of one.
That the command itself comes up is tested in tests/bot/test_process.py.
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
    """A process of the bot."""

    def __init__(self, pid: int) -> None:
        self.returncode: int | None = None
        self._ended = Event()
        self._using = Lock()
        self._handle: int | None = None
        with contextlib.suppress(ProcessLookupError):  # it may have ended already
            self._handle = os.pidfd_open(pid)

    def end(self, code: int) -> None:
        """Note how it ended."""
        self.returncode = code
        with self._using:
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None
        self._ended.set()

    def send(self, number: signal.Signals) -> None:
        """Send a signal; nothing happens where it has ended."""
        with self._using, contextlib.suppress(ProcessLookupError):
            if self._handle is not None:
                signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        """End it at once."""
        self.send(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to stop."""
        self.send(signal.SIGTERM)

    def send_signal(self, number: int) -> None:
        """Send any signal."""
        self.send(signal.Signals(number))

    async def wait(self) -> int:
        """Wait for its end; gives the exit code, negative for a signal."""
        await asyncio.to_thread(self._ended.wait)
        assert self.returncode is not None, "it has ended"
        return self.returncode


class Cradle:
    """A nursery that outlives each test's event loop."""

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
        """Processes that were asked for, in this order; None once no more will come."""
        self._children: dict[int, Child] = {}
        self._listening = Thread(target=self._listen, daemon=True)
        self._listening.start()
        atexit.register(self.close)

    async def start(
        self, environment: Mapping[str, str], log: Path, arguments: Sequence[str] = RUN
    ) -> Child:
        """A new process of the bot, which prints into `log`; `arguments` are its command line."""
        return await asyncio.to_thread(self._start, environment, log, arguments)

    def _start(self, environment: Mapping[str, str], log: Path, arguments: Sequence[str]) -> Child:
        assert self._process.stdin is not None, "there is a pipe"
        with self._asking:
            request = {"environment": dict(environment), "log": str(log), "arguments": arguments}
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(json.dumps(request) + "\n")
                self._process.stdin.flush()
            # No deadline: an answer that came too late would be taken for the next one.
            child = self._born.get()
            if child is None:
                self._born.put(None)
                raise RuntimeError("the process that forks has ended")
            return child

    def close(self) -> None:
        """End it, once all its processes have ended."""
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
                told = json.loads(line)
                if "code" in told:
                    self._children.pop(told["pid"]).end(told["code"])
                else:
                    child = self._children[told["pid"]] = Child(told["pid"])
                    self._born.put(child)
        finally:
            self._born.put(None)
            # Nobody will say how the others end.
            for child in tuple(self._children.values()):
                child.kill()
                child.end(-signal.SIGKILL)


class Lent:
    """The cradle of this worker, to a fleet: it stays when the fleet goes."""

    async def open(self) -> None:
        """It is ready, or will be."""

    async def start(
        self, environment: Mapping[str, str], log: Path, arguments: Sequence[str] = RUN
    ) -> Child:
        """A new process of the bot, as the cradle starts it."""
        return await cradle().start(environment, log, arguments)

    async def close(self) -> None:
        """Others need it still."""


@cache
def cradle() -> Cradle:
    """The one of this worker."""
    return Cradle()
