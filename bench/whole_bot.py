"""The real bot in its own processes against a playground in this one, and its use of resources.

``python -m bench.whole_bot`` is ``python -m bot run`` with one addition: on every SIGUSR1 it writes
the number of transactions it has waited for into the file BENCH_COUNTS.
"""

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

from bot.__main__ import main as run_bot
from bot.database_address import is_server
from bot.storage.postgresql.writer import PostgresWriter
from bot.storage.sqlite.writer import Writer
from playground import Playground

ROOT = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")
QUIET = 1.0
"""Seconds without work after which a started bot is ready to be measured."""
COUNTED = 5.0
"""Seconds in which a running bot must report its counts."""


@dataclass(frozen=True, slots=True)
class Used:
    """Resources used since the start."""

    seconds: float
    """Processor seconds of all threads and child processes."""
    resident: float
    """Current memory in MiB."""
    transactions: int
    """Commits that waited for the disk."""
    committing: float
    """Total seconds of those commits."""
    requests: dict[str, int] = field(default_factory=dict)
    """REST requests by method and route."""

    def since(self, before: "Used") -> "Used":
        """Return the use since an earlier measurement; memory as of now."""
        requests = {
            name: count - before.requests.get(name, 0) for name, count in self.requests.items()
        }
        return Used(
            self.seconds - before.seconds,
            self.resident,
            self.transactions - before.transactions,
            self.committing - before.committing,
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
        memory = sum(map(_memory, self._all()))
        return Used(self._seconds(), memory, counted["transactions"], counted["seconds"])

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
        program: Sequence[str] = ("bench.whole_bot",),
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

    async def used(self) -> Used:
        parts = [await process.used() for process in self._processes]
        return Used(
            sum(part.seconds for part in parts),
            sum(part.resident for part in parts),
            sum(part.transactions for part in parts),
            sum(part.committing for part in parts),
            dict(self._requests),
        )

    def _count(self, method: str, route: str, _sent: Any, _status: int, _got: Any) -> None:
        name = f"{method} {route}"
        self._requests[name] = self._requests.get(name, 0) + 1


def _ticks(process: int) -> int:
    """Return processor ticks of a process and of its finished children."""
    stat = Path("/proc", str(process), "stat").read_text()
    return sum(map(int, stat.rpartition(")")[2].split()[11:15]))


def _memory(process: int) -> float:
    """Return the proportional set size in MiB: shared memory is divided among the processes that
    share it.
    """
    lines = Path("/proc", str(process), "smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 2**10


def counting(writer: type[Writer | PostgresWriter]) -> None:
    """Make this process write the number and duration of its transactions on SIGUSR1."""
    target, make = Path(os.environ["BENCH_COUNTS"]), writer._commit  # noqa: SLF001 - counted
    done, seconds = [0], [0.0]

    def commit(self: Any, batch: Any, *rest: Any) -> list[Any]:
        begun = time.perf_counter()
        try:
            return make(self, batch, *rest)
        finally:
            if any(waiting.durable for waiting in batch):
                done[0] += 1
                seconds[0] += time.perf_counter() - begun

    def write(*_: object) -> None:
        part = target.with_suffix(".part")
        part.write_text(json.dumps({"transactions": done[0], "seconds": seconds[0]}))
        part.rename(target)

    writer._commit = commit  # type: ignore[method-assign]  # noqa: SLF001
    signal.signal(signal.SIGUSR1, write)


if __name__ == "__main__":
    counting(PostgresWriter if is_server(os.environ["SALUD_DATABASE"]) else Writer)
    sys.exit(run_bot(["run"]))
