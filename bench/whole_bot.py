"""The real bot as a process of its own against a playground in this one, and what it uses.

``python -m bench.whole_bot`` is ``python -m bot run`` that writes into the file BENCH_COUNTS, each
time it gets SIGUSR1, how many transactions it has waited for.
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
from bot.storage.writer import Writer
from playground import Playground

ROOT = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")
QUIET = 1.0
"""Seconds without work after which a bot that was just started is ready to be measured."""
COUNTED = 5.0
"""Seconds in which a running bot says what it has counted."""


@dataclass(frozen=True, slots=True)
class Used:
    """What the bot has used since its start."""

    seconds: float
    """Of processor time, all threads and all processes that it started."""
    resident: float
    """MiB of memory now."""
    transactions: int
    """Commits that waited for the disk."""
    requests: dict[str, int] = field(default_factory=dict)
    """REST requests, by method and route."""

    def since(self, before: "Used") -> "Used":
        """What was used after that; the memory as it is now."""
        requests = {
            name: count - before.requests.get(name, 0) for name, count in self.requests.items()
        }
        return Used(
            self.seconds - before.seconds,
            self.resident,
            self.transactions - before.transactions,
            requests,
        )


class WholeBot:
    """A bot and the playground that it serves."""

    def __init__(
        self,
        folder: Path,
        program: Sequence[str] = ("bench.whole_bot",),
        settings: Mapping[str, str] = {},
    ) -> None:
        self._program = program
        self._settings = settings
        self.playground = Playground(on_exchange=self._count)
        self._folder = folder
        self._counts = folder / "counts.json"
        self._requests: dict[str, int] = {}
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.playground.start()
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self.playground.token,
            "SALUD_PLAYGROUND": self.playground.url,
            "SALUD_DATABASE": str(self._folder / "salud.db"),
            "SALUD_ACTS_PER_SECOND": "1000",
            "SALUD_TAKE_BACK": "0",
            "SALUD_REPORTS": str(self._folder / "reports"),
            "SALUD_HEARTBEAT": str(self._folder / "alive"),
            "SALUD_BACKUPS": str(self._folder / "backups"),
            "BENCH_COUNTS": str(self._counts),
            **self._settings,
        }
        with (self._folder / "bot.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                *self._program,
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
            )
        await self.playground.wait_for(lambda: self.playground.gateway.online)
        await self._warmed()
        return self

    async def _warmed(self) -> None:
        """Wait until it has drawn ahead what it draws at each start."""
        before = self._seconds()
        while True:
            await asyncio.sleep(QUIET)
            after = self._seconds()
            if after - before < QUIET / 20:
                return
            before = after

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process is not None, "it was started"
        self._process.terminate()
        await self._process.wait()
        await self.playground.stop()

    async def used(self) -> Used:
        """What it has used until now."""
        assert self._process is not None, "it was started"
        self._counts.unlink(missing_ok=True)
        self._process.send_signal(signal.SIGUSR1)
        return await asyncio.to_thread(self._read)

    def _read(self) -> Used:
        assert self._process is not None, "it was started"
        given_up = time.monotonic() + COUNTED
        while not self._counts.exists() and time.monotonic() < given_up:
            time.sleep(0.01)
        counted = json.loads(self._counts.read_text())
        return Used(
            self._seconds(),
            sum(map(_memory, self._processes())),
            counted["transactions"],
            dict(self._requests),
        )

    def _seconds(self) -> float:
        """Processor time since its start."""
        assert self._process is not None, "it was started"
        return sum(map(_ticks, self._processes())) / TICKS

    def _processes(self) -> list[int]:
        """Its number, and those of the processes that it has started and that run."""
        assert self._process is not None, "it was started"
        found = [self._process.pid]
        for number in found:
            for thread in Path("/proc", str(number), "task").iterdir():
                with contextlib.suppress(OSError):  # it has ended meanwhile
                    found += map(int, (thread / "children").read_text().split())
        return found

    def _count(self, method: str, route: str, _sent: Any, _status: int, _got: Any) -> None:
        name = f"{method} {route}"
        self._requests[name] = self._requests.get(name, 0) + 1


def _ticks(process: int) -> int:
    """Of processor time, with that of processes which it has started and which have ended."""
    stat = Path("/proc", str(process), "stat").read_text()
    return sum(map(int, stat.rpartition(")")[2].split()[11:15]))


def _memory(process: int) -> float:
    """MiB; of what it shares with another, its part."""
    lines = Path("/proc", str(process), "smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 2**10


def counting() -> None:
    """Let this process tell how many of its transactions waited for the disk."""
    target, make, done = Path(os.environ["BENCH_COUNTS"]), Writer._commit, [0]  # noqa: SLF001 - counted

    def commit(self: Writer, batch: Any, connection: Any) -> list[Any]:
        done[0] += any(waiting.durable for waiting in batch)
        return make(self, batch, connection)

    def write(*_: object) -> None:
        part = target.with_suffix(".part")
        part.write_text(json.dumps({"transactions": done[0]}))
        part.rename(target)

    Writer._commit = commit  # type: ignore[method-assign]  # noqa: SLF001
    signal.signal(signal.SIGUSR1, write)


if __name__ == "__main__":
    counting()
    sys.exit(run_bot(["run"]))
