"""The parts of every run: a playground, the bot's processes in it, and recorders."""

import asyncio
import time
from pathlib import Path

from chaos.bot_processes import BotProcesses, ProcessSource
from chaos.cups.watcher import PanelWatcher
from chaos.database_reader import DatabaseReader
from chaos.days.watcher import DayWatcher
from chaos.games import find_game
from chaos.interactions import note_interactions
from chaos.message_tracker import MessageTracker
from chaos.postings import PostingRecorder
from chaos.scenario import RunResult, Scenario
from chaos.transcript import Transcript
from playground import Playground
from playground.luck import Luck
from playground.notified import bot_pushes


class Run:
    def __init__(
        self,
        scenario: Scenario,
        folder: Path,
        source: ProcessSource | None,
        interrupted: asyncio.Event | None,
        *,
        cold: bool,
    ) -> None:
        self.scenario = scenario
        self.interrupted = interrupted or asyncio.Event()
        """Set when the run must end early. It still repairs everything and stops all processes."""
        self.folder = folder
        self.luck = Luck(scenario.seed)
        self.game = find_game(scenario.game)
        self.transcript = Transcript()
        self.playground = Playground()
        self.playground.interactions.memory = float("inf")  # days pass in runs
        self.processes = BotProcesses(
            self.playground,
            folder,
            self.transcript,
            scenario.mutant,
            scenario.game,
            cold=cold,
            source=source,
        )
        self.reader = DatabaseReader(self.processes.address)
        self.tracker = MessageTracker(self.playground, self.reader, self.transcript)
        self.watcher = DayWatcher(self.playground, self.reader, self.transcript)
        self.panels = PanelWatcher(self.playground, self.transcript)
        self.postings = PostingRecorder(self.playground, self.transcript)
        self.began = time.monotonic()

    @property
    def late(self) -> bool:
        return self.interrupted.is_set() or time.monotonic() - self.began > self.scenario.timeout

    async def close(self) -> None:
        self.processes.resume()
        await self.processes.close()
        await self.playground.stop()
        self.reader.close()

    def result(self, faults: int, schedule: list[str], printed: dict[int, str]) -> RunResult:
        note_interactions(self.playground, self.transcript)
        self.postings.finish()
        self.transcript.interrupted = self.interrupted.is_set()
        self.transcript.ended = self.playground.world.clock()
        self.transcript.pings = list(self.playground.world.pings)
        self.transcript.pushes = bot_pushes(self.playground.world)
        return RunResult(
            self.scenario,
            self.transcript,
            self.processes.database,
            self.processes.log,
            self.playground.token,
            self.processes.kills,
            faults,
            time.monotonic() - self.began,
            schedule,
            printed,
        )
