"""A process of this program, forked before the bot loads Discord and reads its settings.

A process started as a program loads its own copy of all code. A fork shares every page of memory
that neither process writes to. Forking is safe only while a process has one thread and no event
loop, so this happens at most once, at the very start; a replacement is started as a program.

The process ends when its input closes, however the bot ends.
"""

import asyncio
import contextlib
import ctypes
import gc
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.worker.messages import Ended, Messages
from bot.worker.process import BUFFER, WorkerProcess, is_setting

PR_SET_NAME = 15
"""A command of Linux's prctl. The name replaces the bot's in `ps -c` and `top`."""


@dataclass(slots=True)
class Forked:
    number: int
    questions: int
    """File descriptor to write to."""
    answers: int
    """File descriptor to read from."""
    is_adopted: bool = field(default=False, init=False)

    async def adopted(self) -> WorkerProcess:
        """Connect the process to the running event loop; call this once. Raise OSError."""
        self.is_adopted = True
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=BUFFER)
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(self.answers, "rb", 0)
        )
        transport, protocol = await loop.connect_write_pipe(
            asyncio.streams.FlowControlMixin, os.fdopen(self.questions, "wb", 0)
        )
        writer = asyncio.StreamWriter(transport, protocol, None, loop)
        return WorkerProcess(_Child(self.number, writer, reader))

    def leave(self) -> None:
        """End the process if it was never adopted."""
        if self.is_adopted:
            return
        self.is_adopted = True
        os.close(self.questions)
        os.close(self.answers)
        os.waitpid(self.number, 0)


class _Child:
    """The part of `asyncio.subprocess.Process` that WorkerProcess uses."""

    def __init__(self, pid: int, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader) -> None:
        self.pid, self.stdin, self.stdout = pid, stdin, stdout
        self.returncode: int | None = None
        self._gone = asyncio.Event()
        self._descriptor = os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(self._descriptor, self._reap)

    def _reap(self) -> None:
        asyncio.get_running_loop().remove_reader(self._descriptor)
        os.close(self._descriptor)
        _, status = os.waitpid(self.pid, 0)
        self.returncode = os.waitstatus_to_exitcode(status)
        self._gone.set()

    def kill(self) -> None:
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)

    async def wait(self) -> int:
        await self._gone.wait()
        assert self.returncode is not None, "the process was reaped"
        return self.returncode


def fork(name: str, answer_all: Callable[[Messages], None]) -> Forked | None:
    """Fork a process that calls `answer_all`; return None where forking is unsafe or impossible.

    Load everything that both processes need first.
    """
    if threading.active_count() > 1 or not _can_watch():
        return None
    source, questions = os.pipe()
    answers, target = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # Collecting garbage would write to every object, and so copy the pages that it is in.
    gc.collect()
    gc.freeze()
    number = os.fork()
    if number == 0:
        os.close(questions)
        os.close(answers)
        _serve(name, source, target, answer_all)
    os.close(source)
    os.close(target)
    return Forked(number, questions, answers)


def _can_watch() -> bool:
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):  # not Linux, or a sandbox without this system call
        return False
    return True


def _serve(name: str, source: int, target: int, answer_all: Callable[[Messages], None]) -> None:
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the bot ends this process
        _forget_settings()
        ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode(), 0, 0, 0)
        with contextlib.suppress(Ended, BrokenPipeError):
            answer_all(Messages(source, os.fdopen(target, "wb")))
        code = 0
    except BaseException:  # noqa: BLE001 - nothing of the bot may run in this process
        traceback.print_exc()
    finally:
        os._exit(code)


def _forget_settings() -> None:
    """Remove the bot's settings from the environment, and overwrite them where the system put
    them.
    """
    library = ctypes.CDLL(None)
    library.getenv.restype = ctypes.c_void_p
    for name in [name for name in os.environ if is_setting(name)]:
        value = library.getenv(os.fsencode(name))
        if value:
            ctypes.memset(value, 0, len(os.fsencode(os.environ[name])))
        del os.environ[name]
