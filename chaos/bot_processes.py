"""The bot's processes: started, stopped and killed while people play."""

import asyncio
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Protocol

from chaos.bot_main import BESIDE, GAME, MUTANT, SKEW
from chaos.fleet.link import DiscordLink
from chaos.fork_server import ROOT, RUN, ForkServer
from chaos.transcript import Stop, Transcript
from playground import Playground

START = 40.0
"""Real seconds after which a process that has not connected counts as failed."""
REUSE = "numbers"
"""The mutant that restores a copy without the bot's restore command (chaos.mutants)."""
EXPORTED = 2
STOP = 30.0
"""Real seconds before a process that does not stop is killed."""


class Process(Protocol):
    @property
    def returncode(self) -> int | None:
        """The exit code, negative for a signal; None while it runs."""

    def kill(self) -> None: ...

    def terminate(self) -> None: ...

    def send_signal(self, signal: int, /) -> None: ...

    async def wait(self) -> int: ...


class ProcessSource(Protocol):
    async def open(self) -> None: ...

    async def start(
        self, environment: Mapping[str, str], log: Path, arguments: Sequence[str] = RUN
    ) -> Process: ...

    async def close(self) -> None: ...


def _snapshot(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def _overwrite(source: Path, database: Path) -> None:
    for suffix in ("-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    database.write_bytes(source.read_bytes())


class BotProcesses:
    """The processes of one bot on one database; the newest is the current one.

    With `cold`, the first process starts from the command line, like an operator's. The others come
    from `source` (by default a new fork server), which takes a tenth of the time.
    """

    def __init__(
        self,
        playground: Playground,
        folder: Path,
        transcript: Transcript,
        mutant: str | None = None,
        game: str = "",
        *,
        cold: bool = True,
        source: ProcessSource | None = None,
    ) -> None:
        self.playground = playground
        self.database = folder / "salud.db"
        self.address = str(self.database)
        """The database, as SALUD_DATABASE names it."""
        self.wanted = 1
        """Number of processes when nothing fails."""
        self.settings: dict[str, str] = {}
        self.log = folder / "bot.log"
        self.new_link: Callable[[], Awaitable[DiscordLink]] | None = None
        """Makes each process's own way to Discord; by default all connect directly."""
        self.kills = 0
        self.starts = 0
        self._folder = folder
        self._transcript = transcript
        self._chosen = {} if mutant is None else {MUTANT: mutant}
        if game:
            self._chosen[GAME] = game
        self._unguarded = mutant == REUSE
        self._cold = cold
        self._processes: list[Process] = []
        self._links: dict[Process, DiscordLink] = {}
        self._source = source or ForkServer(game)

    @property
    def running(self) -> int:
        return len(self._processes)

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DISCORD_TOKEN": self.playground.token,
            "SALUD_PLAYGROUND": self.playground.url,
            "SALUD_DATABASE": self.address,
            "SALUD_HEARTBEAT": str(self._folder / f"alive-{self.starts}"),
            "SALUD_ACTS_PER_SECOND": "1000",
            "SALUD_TAKE_BACK": "0",
            "SALUD_COMPUTER_PAUSE": "0",
            "SALUD_TICK": "1.0",
            "SALUD_BACKUPS_KEPT": "0",
            "SALUD_DRAWING": "thread",
            **self._chosen,
            **self.settings,
        }

    async def start(self, *, skew: int | None = None) -> None:
        """Start one more process and wait until it is connected.

        With `skew`, its clock is ahead of the others by that many seconds, and it is expected to
        stay unconnected. Raise RuntimeError if the process ends or does not connect in time.
        """
        self.starts += 1
        environment = self.environment()
        if skew is not None:
            environment[SKEW] = str(skew)
        if self._processes and "SALUD_SHARDS" not in self.settings:
            environment[BESIDE] = "1"  # they overlap on purpose
        link = None if self.new_link is None else await self.new_link()
        if link is not None:
            environment["SALUD_PLAYGROUND"] = link.url
        before = self.playground.gateway.identifies
        process: Process
        if self.starts == 1:
            await self._source.open()
        if self.starts == 1 and self._cold:
            process = await self._start_cold(environment)
        else:
            process = await self._source.start(environment, self.log)
        self._processes.append(process)
        if link is not None:
            self._links[process] = link
        if skew is not None:
            return
        deadline = time.monotonic() + START
        while self.playground.gateway.identifies == before:
            if process.returncode is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the bot did not come up (exit code {process.returncode})")
            await asyncio.sleep(0.02)

    async def _start_cold(self, environment: Mapping[str, str]) -> asyncio.subprocess.Process:
        module = "chaos.bot_main" if self._chosen else "bot"
        with self.log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", module, "run"),
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
            )

    def strike(self) -> None:
        if self._processes and self._processes[0].returncode is None:
            self._processes[0].kill()

    def suspend(self) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGCONT)

    def suspend_first(self) -> None:
        self._processes[0].send_signal(signal.SIGSTOP)

    def link_of_first(self) -> DiscordLink:
        """Return the way to Discord of the process that the next process fault will hit."""
        return self._links[self._processes[0]]

    def mend_links(self) -> None:
        for link in self._links.values():
            link.is_cut = False

    async def copy(self, target: Path) -> None:
        await self._operate("backup", "--force", str(target))

    async def copy_to_file(self) -> None:
        await self._operate("copy", self.address, str(self.database))

    async def restore(self, source: Path, replaced: Path) -> None:
        """Stop all processes, save the database to `replaced`, and restore the copy `source`.

        Raise RuntimeError if the restore command fails.
        """
        while self._processes:
            await self.terminate()
        await asyncio.to_thread(_snapshot, self.database, replaced)
        if self._unguarded:
            await asyncio.to_thread(_overwrite, source, self.database)
        else:
            await self._operate("restore", str(source))

    async def export_some(self, matches: Sequence[int]) -> dict[int, str]:
        exported = matches[:EXPORTED]
        printed = await asyncio.gather(*(self._export(match) for match in exported))
        return dict(zip(exported, printed, strict=True))

    async def _export(self, match: int) -> str:
        printed = self._folder / f"export-{match}"
        process = await self._source.start(self.environment(), printed, ("export", str(match)))
        await process.wait()
        return await asyncio.to_thread(printed.read_text, encoding="utf-8", errors="replace")

    async def _operate(self, *arguments: str) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bot", *arguments),
            cwd=ROOT,
            env=self.environment(),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        printed, _ = await process.communicate()
        if process.returncode != 0:
            raise RuntimeError(f"{arguments[0]}: {printed.decode(errors='replace')}")

    async def struck(self) -> None:
        await self._processes[0].wait()

    async def kill(self) -> None:
        process = self._processes.pop(0)
        self.kills += 1
        if process.returncode is None:
            process.kill()
        await process.wait()

    async def terminate_last(self) -> None:
        self._processes.insert(0, self._processes.pop())
        await self.terminate()

    async def terminate(self) -> None:
        process = self._processes.pop(0)
        began = time.monotonic()
        if process.returncode is None:
            process.terminate()
        try:
            async with asyncio.timeout(STOP):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        self._transcript.stops.append(Stop(time.monotonic() - began, process.returncode))

    async def close(self) -> None:
        while self._processes:
            await self.terminate()
        await self._source.close()
