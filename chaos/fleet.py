"""The bot's processes: started, stopped and killed while people play."""

import asyncio
import os
import sys
import time
from pathlib import Path

from chaos.nursery import PLANT, ROOT, Child, Nursery
from chaos.transcript import Stop, Transcript
from playground import Playground

START = 40.0
"""Real seconds after which a process that does not connect has failed."""
STOP = 30.0
"""Real seconds after which one that does not stop is killed."""


Process = asyncio.subprocess.Process | Child


class Fleet:
    """The processes of one bot, all on one database; the last one started is the current one.

    The first one is started by the command line, as an operator does; the others come out of a
    nursery, which takes a tenth of the time.
    """

    def __init__(
        self, playground: Playground, folder: Path, transcript: Transcript, plant: str | None = None
    ) -> None:
        self.playground = playground
        self.database = folder / "salud.db"
        self.log = folder / "bot.log"
        self.kills = 0
        self.starts = 0
        self._folder = folder
        self._transcript = transcript
        self._plant = plant
        self._processes: list[Process] = []
        self._nursery = Nursery()

    @property
    def running(self) -> int:
        """How many processes there are."""
        return len(self._processes)

    def environment(self) -> dict[str, str]:
        """The settings of a process."""
        return {
            **os.environ,
            "DISCORD_TOKEN": self.playground.token,
            "SALUD_PLAYGROUND": self.playground.url,
            "SALUD_DATABASE": str(self.database),
            "SALUD_HEARTBEAT": str(self._folder / "alive"),
            "SALUD_ACTS_PER_SECOND": "1000",
            "SALUD_TAKE_BACK": "0",
            "SALUD_TICK": "1.0",
            "SALUD_BACKUPS_KEPT": "0",
            **({} if self._plant is None else {PLANT: self._plant}),
        }

    async def start(self) -> None:
        """Start one more process and wait until it is connected.

        Raises: RuntimeError when it ends or does not connect in time.
        """
        self.starts += 1
        before = self.playground.gateway.identifies
        process: Process
        if self.starts == 1:
            await self._nursery.open()
            process = await self._start_cold()
        else:
            process = await self._nursery.start(self.environment(), self.log)
        self._processes.append(process)
        deadline = time.monotonic() + START
        while self.playground.gateway.identifies == before:
            if process.returncode is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the bot did not come up (exit code {process.returncode})")
            await asyncio.sleep(0.02)

    async def _start_cold(self) -> asyncio.subprocess.Process:
        module = ["bot", "run"] if self._plant is None else ["chaos.bot"]
        with self.log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                *module,
                cwd=ROOT,
                env=self.environment(),
                stdout=log,
                stderr=log,
            )

    def strike(self) -> None:
        """Kill the oldest process this very moment; `kill` clears it away."""
        if self._processes and self._processes[0].returncode is None:
            self._processes[0].kill()

    async def struck(self) -> None:
        """Wait until the oldest process has been killed by a strike."""
        await self._processes[0].wait()

    async def kill(self) -> None:
        """End the oldest process at once, as a power cut does."""
        process = self._processes.pop(0)
        self.kills += 1
        if process.returncode is None:
            process.kill()
        await process.wait()

    async def terminate(self) -> None:
        """Ask the oldest process to stop, and write down how it did."""
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
        """Stop all."""
        while self._processes:
            await self.terminate()
        await self._nursery.close()
