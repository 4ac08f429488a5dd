"""The bot's side of a worker process or of the drawing process."""

import asyncio
import os
import pickle
import sys
from collections import deque
from pathlib import Path
from typing import Any, Protocol, Self

from bot.worker.messages import DONE, FULL, SIZE, frame

ROOT = Path(__file__).resolve().parents[2]
LEAVE = 1.0
BUFFER = 2**20
SETTINGS = ("DISCORD_", "SALUD_")
"""Prefixes of the bot's settings, some of which are secret; a process needs none."""


class WorkerLost(Exception): ...


class WorkerFull(WorkerLost):
    """The task needs more memory than the process is allowed."""


class Process(Protocol):
    """The part of `asyncio.subprocess.Process` that is used here."""

    pid: int

    @property
    def returncode(self) -> int | None: ...

    @property
    def stdin(self) -> asyncio.StreamWriter | None: ...

    @property
    def stdout(self) -> asyncio.StreamReader | None: ...

    def kill(self) -> None: ...

    async def wait(self) -> int: ...


class WorkerProcess:
    def __init__(self, process: Process) -> None:
        self._process = process
        self._waiting: deque[asyncio.Future[bytes]] = deque()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, games: bytes, module: str, *arguments: str) -> Self:
        """Run a module of this project; `games` is a pickled GameRegister. Raise OSError."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module, *arguments),
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if not is_setting(name)},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=BUFFER,
        )
        started = cls(process)
        started._send(games)
        return started

    @property
    def number(self) -> int:
        return self._process.pid

    @property
    def ended(self) -> bool:
        return self._reading.done()

    @property
    def busy(self) -> bool:
        return bool(self._waiting)

    async def ask(self, message: bytes) -> Any:
        if self.ended:
            raise WorkerLost("the process has ended")
        waiting: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        self._send(message)
        answer = await waiting
        if answer == FULL:
            raise WorkerFull("the process needs more memory than it is allowed")
        if answer[:1] != DONE:
            raise WorkerLost(answer[1:].decode())
        return pickle.loads(answer[1:])  # noqa: S301 - a process of ours wrote it

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None, "a pipe was asked for"
        self._process.stdin.write(frame(message))

    async def _read(self) -> None:
        assert self._process.stdout is not None, "a pipe was asked for"
        try:
            while True:
                (size,) = SIZE.unpack(await self._process.stdout.readexactly(SIZE.size))
                answer = await self._process.stdout.readexactly(size)
                waiting = self._waiting.popleft()
                if not waiting.done():
                    waiting.set_result(answer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            for waiting in self._waiting:
                if not waiting.done():
                    waiting.set_exception(WorkerLost("the process has ended"))

    async def gone(self) -> None:
        await self._process.wait()
        await self._reading

    async def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self.gone()

    async def end(self) -> None:
        assert self._process.stdin is not None, "a pipe was asked for"
        self._process.stdin.close()
        try:
            async with asyncio.timeout(LEAVE):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
        await self.gone()


def is_setting(name: str) -> bool:
    return name.upper().startswith(SETTINGS)
