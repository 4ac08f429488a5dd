"""The real bot in its own processes against a playground in this one, and its use of resources."""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playground import Playground

ROOT = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")
QUIET = 1.0
"""Seconds without work after which a started bot is ready to be measured."""
MAIN, DRAWING, ANIMATIONS, OTHERS = PROCESSES = ("bot", "drawing", "animations", "others")
COUNTED = 5.0
"""Seconds in which a running bot must report its counts."""


@dataclass(frozen=True, slots=True)
class Used:
    """Resources used since the start."""

    seconds: float
    """Processor seconds of all threads and child processes."""
    memory: dict[str, float]
    """Current proportional set size in MiB, by process (`PROCESSES`)."""
    transactions: int
    """Commits that waited for the disk."""
    committing: float
    """Total seconds of those commits."""
    late: Sequence[float] = ()
    """Delays of the event loop since the last measurement, in milliseconds."""
    requests: dict[str, int] = field(default_factory=dict)
    """REST requests by method and route."""

    @property
    def resident(self) -> float:
        """MiB of all processes."""
        return sum(self.memory.values())

    def since(self, before: "Used") -> "Used":
        """Return the use since an earlier measurement; memory as of now."""
        requests = {
            name: count - before.requests.get(name, 0) for name, count in self.requests.items()
        }
        return Used(
            self.seconds - before.seconds,
            self.memory,
            self.transactions - before.transactions,
            self.committing - before.committing,
            self.late,
            requests,
        )


class Process:
    """A process of the bot and its children."""

    def __init__(self, started: asyncio.subprocess.Process, counts: Path) -> None:
        self._started = started
        self._counts = counts

    @classmethod
    async def begun(cls, program: Sequence[str], folder: Path, settings: Mapping[str, str]) -> Self:
        """Start a process with these settings and its own folder."""
        counts = folder / "counts.json"
        environment = {
            **os.environ,
            "SALUD_ACTS_PER_SECOND": "1000",
            "SALUD_TAKE_BACK": "0",
            "SALUD_COMPUTER_PAUSE": "0",
            "SALUD_REPORTS": str(folder / "reports"),
            "SALUD_HEARTBEAT": str(folder / "alive"),
            "SALUD_BACKUPS": str(folder / "backups"),
            "BENCH_COUNTS": str(counts),
            "PYTHONOPTIMIZE": "2",
            **settings,
        }
        with (folder / "bot.log").open("ab") as log:
            started = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *program), cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        return cls(started, counts)

    async def warmed(self) -> None:
        """Wait until the process has drawn the pictures that it prepares at each start."""
        before = self._seconds()
        while True:
            await asyncio.sleep(QUIET)
            after = self._seconds()
            if after - before < QUIET / 20:
                return
            before = after

    async def end(self) -> None:
        self._started.terminate()
        await self._started.wait()

    async def used(self) -> Used:
        """Return the use so far, without requests."""
        self._counts.unlink(missing_ok=True)
        self._started.send_signal(signal.SIGUSR1)
        return await asyncio.to_thread(self._read)

    def _read(self) -> Used:
        given_up = time.monotonic() + COUNTED
        while not self._counts.exists() and time.monotonic() < given_up:
            time.sleep(0.01)
        counted = json.loads(self._counts.read_text())
        return Used(
            self._seconds(),
            self._memory(),
            counted["transactions"],
            counted["seconds"],
            counted["late"],
        )

    def _memory(self) -> dict[str, float]:
        memory = dict.fromkeys(PROCESSES, 0.0)
        for number in self._all():
            # A process can end in the meantime.
            with contextlib.suppress(OSError):
                memory[self._role(number)] += proportional_set_size(number)
        return memory

    def _role(self, number: int) -> str:
        if number == self._started.pid:
            return MAIN
        if Path("/proc", str(number), "comm").read_text().strip() == "salud-drawing":
            return DRAWING
        command = Path("/proc", str(number), "cmdline").read_bytes().split(b"\0")
        return ANIMATIONS if b"bot.app.drawing" in command else OTHERS

    def _seconds(self) -> float:
        return sum(map(_ticks, self._all())) / TICKS

    def _all(self) -> list[int]:
        """Return the pids of the process and its running children."""
        found = [self._started.pid]
        for number in found:
            for thread in Path("/proc", str(number), "task").iterdir():
                with contextlib.suppress(OSError):  # the process has ended in the meantime
                    found += map(int, (thread / "children").read_text().split())
        return found


class WholeBot:
    """A bot of one or more processes, and the playground that it serves."""

    def __init__(
        self,
        folder: Path,
        program: Sequence[str] = ("bench.counted_bot",),
        settings: Mapping[str, str] = {},
        processes: int = 1,
    ) -> None:
        self._program = program
        self._settings = {"SALUD_DATABASE": str(folder / "salud.db"), **settings}
        self._wanted = processes
        self.playground = Playground(on_exchange=self._count)
        self._folder = folder
        self._requests: dict[str, int] = {}
        self._processes: list[Process] = []

    async def __aenter__(self) -> Self:
        await self.playground.start()
        where = {"DISCORD_TOKEN": self.playground.token, "SALUD_PLAYGROUND": self.playground.url}
        for number in range(self._wanted):
            folder = self._folder / str(number)
            folder.mkdir()
            settings = {**where, **self._settings}
            self._processes.append(await Process.begun(self._program, folder, settings))
            await self.playground.wait_for(lambda: self.playground.gateway.online)
        for process in self._processes:
            await process.warmed()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await asyncio.gather(*(process.end() for process in self._processes))
        await self.playground.stop()

    async def rested(self) -> None:
        """Wait until all work is done and no process for animations is left."""
        for process in self._processes:
            await process.warmed()

    async def used(self) -> Used:
        parts = [await process.used() for process in self._processes]
        return Used(
            sum(part.seconds for part in parts),
            {role: sum(part.memory[role] for part in parts) for role in PROCESSES},
            sum(part.transactions for part in parts),
            sum(part.committing for part in parts),
            [delay for part in parts for delay in part.late],
            dict(self._requests),
        )

    def _count(self, method: str, route: str, _sent: Any, _status: int, _got: Any) -> None:
        name = f"{method} {route}"
        self._requests[name] = self._requests.get(name, 0) + 1


def _ticks(process: int) -> int:
    """Return processor ticks of a process and of its finished children."""
    stat = Path("/proc", str(process), "stat").read_text()
    return sum(map(int, stat.rpartition(")")[2].split()[11:15]))


def proportional_set_size(process: int) -> float:
    """Return the memory of a process in MiB, with shared memory divided among its users."""
    lines = Path("/proc", str(process), "smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 2**10
