"""A server that starts bot processes quickly by forking a process with all modules loaded.

A campaign starts the bot hundreds of times, and most of a start is spent on loading modules and
preparing pictures. A forked process can be killed like any other, shares no memory with the server,
and runs the same code as `python -m bot run`.

As a program, `python -m chaos.fork_server`, it reads one JSON object per line, `{"environment": …,
"log": …, "arguments": ["run"]}`, and answers each with `{"pid": …}`. When a process has ended, it
prints `{"pid": …, "code": …}`.
"""

import asyncio
import contextlib
import gc
import importlib
import json
import os
import selectors
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from chaos.games import PlayableGame, find_game
from cogs.games.installed import InstalledGames
from texts import Catalogue

ROOT = Path(__file__).parent.parent
RUN = ("run",)


class ForkedProcess:
    """A process forked elsewhere, with the interface of `asyncio.subprocess.Process`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        self._handle: int | None = None
        with contextlib.suppress(ProcessLookupError):
            self._handle = os.pidfd_open(pid)

    def end(self, code: int) -> None:
        self.returncode = code
        self._ended.set()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def send_signal(self, number: int) -> None:
        """Send a signal through the pidfd: after the process ends, its pid can belong to another
        process.
        """
        if self._handle is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    async def wait(self) -> int:
        """Wait for the end; return the exit code, negative for a signal."""
        await self._ended.wait()
        assert self.returncode is not None, "end() sets the code"
        return self.returncode


class ForkServer:
    def __init__(self, game: str = "") -> None:
        self._game = game
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._children: dict[int, ForkedProcess] = {}
        self._forked: asyncio.Queue[ForkedProcess] = asyncio.Queue()

    async def open(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "chaos.fork_server", self._game),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read())

    async def start(
        self, environment: Mapping[str, str], log: Path, arguments: Sequence[str] = RUN
    ) -> ForkedProcess:
        assert self._process is not None, "open() comes first"
        assert self._process.stdin is not None, "open() made a pipe"
        request = {"environment": dict(environment), "log": str(log), "arguments": list(arguments)}
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        return await self._forked.get()

    async def close(self) -> None:
        if self._process is None or self._process.stdin is None:
            return
        self._process.stdin.close()
        await self._process.wait()
        if self._reading is not None:
            await self._reading

    async def _read(self) -> None:
        assert self._process is not None, "open() comes first"
        assert self._process.stdout is not None, "open() made a pipe"
        while line := await self._process.stdout.readline():
            message = json.loads(line)
            if "code" in message:
                self._children.pop(message["pid"]).end(message["code"])
            else:
                child = self._children[message["pid"]] = ForkedProcess(message["pid"])
                self._forked.put_nowait(child)


# ---------------------------------------------------------------------- in the forking process


def _bot(request: Mapping[str, Any]) -> int:
    from chaos.bot_main import main

    log = os.open(request["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for descriptor, number in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(descriptor, number)
    os.environ.clear()
    os.environ.update(request["environment"])
    return main(request.get("arguments", RUN))


def _fork(request: Mapping[str, Any]) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        code = _bot(request)
    except BaseException:  # noqa: BLE001 - nothing may return into the server
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)


def _tell(**message: int) -> None:
    os.write(1, json.dumps(message).encode() + b"\n")


def _reap(living: set[int]) -> None:
    while living:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        living.discard(pid)
        _tell(pid=pid, code=os.waitstatus_to_exitcode(status))


def _load(game: PlayableGame) -> None:
    games = InstalledGames(game.load())
    for module in ("chaos.bot_main", "bot.storage.sqlite.database", *games.extensions):
        importlib.import_module(module)
    Catalogue.load()
    for pictures in games.all_pictures:
        pictures.warm_up()
        pictures.emoji()
    for name in games.names:  # modules that are loaded at their first use
        for part in (games.screens, games.statistics, games.lesson, games.guide):
            part(name)


def main(game: str = "") -> None:
    _load(find_game(game))
    gc.freeze()  # memory of loaded modules stays shared
    ended, wakeup = os.pipe()
    os.set_blocking(wakeup, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
    waiting = selectors.DefaultSelector()
    waiting.register(0, selectors.EVENT_READ)
    waiting.register(ended, selectors.EVENT_READ)
    living: set[int] = set()
    read = b""
    while waiting.get_map() and (0 in waiting.get_map() or living):
        for key, _ in waiting.select():
            if key.fd == ended:
                os.read(ended, 4096)
                _reap(living)
                continue
            more = os.read(0, 65_536)
            if not more:
                waiting.unregister(0)
            *lines, read = (read + more).split(b"\n")
            for line in lines:
                pid = _fork(json.loads(line))
                living.add(pid)
                _tell(pid=pid)


if __name__ == "__main__":
    main(*sys.argv[1:])
