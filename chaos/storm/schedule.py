"""When what goes wrong: storms of faults, each followed by a calm in which all must come right."""

import asyncio
import contextlib
import time
from collections.abc import Callable

from chaos.database_reader import DatabaseReader
from chaos.message_tracker import MessageTracker
from chaos.postings import PostingRecorder
from chaos.scenario import Tempo
from chaos.storm.faults import FaultInjector, Note
from chaos.storm.participants import Participants
from chaos.transcript import Checkpoint
from playground import Storm
from playground.luck import Luck

QUIET, SETTLING = 0.4, 10.0
"""Real seconds for which nothing must happen in a calm, and for which that is waited for."""
CALM = 30.0
"""Real seconds without faults after which everything must be shown as it is."""
POLL = 0.1
"""Real seconds between two looks whether it is."""


class FaultSchedule:
    """Injects faults until it is ended."""

    def __init__(
        self,
        participants: Participants,
        tracker: MessageTracker,
        reader: DatabaseReader,
        luck: Luck,
        tempo: Tempo,
        injector: Callable[[Luck, Note], FaultInjector],
    ) -> None:
        self.enough = False
        """Set when only few groups are left: they end without faults."""
        self.schedule: list[str] = []
        """What went wrong when."""
        self._began = time.monotonic()
        self.participants = participants
        self._tracker = tracker
        self._reader = reader
        self._luck = luck
        self._tempo = tempo
        self._storm = Storm(luck.child("storm"))
        self._injector = injector(luck.child("injector"), self._note)

    @property
    def faults(self) -> int:
        """How many things went wrong, kills not counted."""
        return self._storm.counts.total() + self._injector.counts.total()

    async def run(self, postings: PostingRecorder, *, brief: bool = False) -> None:
        """Storms and calms by turns until it is enough; one of each if `brief`."""
        self.participants.playground.storm = self._storm
        postings.also = self._injector.processes.on_exchange
        while not self.enough:
            until = time.monotonic() + self._luck.between(*self._tempo.storm)
            if opening := self._injector.opening():
                await self._injector.inject(opening)
            while time.monotonic() < until:
                await asyncio.sleep(self._luck.between(*self._tempo.pause))
                await self._injector.inject(self._injector.draw())
            await self._calm()
            if brief:
                return
            self._note("storm")
            self._storm.over = False
        self._storm.over = True

    def _note(self, what: str) -> None:
        self.schedule.append(f"{time.monotonic() - self._began:7.2f} s: {what}")
        now = self.participants.playground.world.clock()
        self._tracker.transcript.schedule.append((now, f"-- {what}"))

    async def _calm(self) -> None:
        """Repair everything while nobody acts, and note what each match shows then."""
        self._note("calm")
        self.participants.stop()
        await self._repair()
        await self._settled()
        if await self._lift_limits():
            await self._settled()
        deadline = time.monotonic() + CALM
        points = self._checkpoints()
        while time.monotonic() < deadline and not all(map(_is_current, points)):
            await asyncio.sleep(POLL)
            points = self._checkpoints()
        for point in points:
            if not _is_current(point):
                self._note(
                    f"not current: match {point.match}, {self._reader.describe(point.match)}"
                )
        self._tracker.transcript.checkpoints += points
        self.participants.resume()

    async def _settled(self) -> None:
        with contextlib.suppress(TimeoutError):
            await self.participants.playground.settled(QUIET, SETTLING)

    async def _lift_limits(self) -> bool:
        """Move the clock past every limit on new threads; return whether there was one."""
        playground = self.participants.playground
        left = self._injector.discord.limited_until - playground.world.clock()
        if left <= 0:
            return False
        self._note(f"{left:.0f} seconds pass, until threads can be made everywhere")
        await playground.forward(minutes=(left + 1) / 60)
        return True

    def _checkpoints(self) -> list[Checkpoint]:
        now = self.participants.playground.world.clock()
        points = []
        for match in self._reader.running():
            stored, messages = self._reader.stored(match), self._tracker.matches.get(match)
            boards = [] if messages is None else messages.boards()
            if stored is None or (not boards and match in self._injector.moderation.lost):
                continue  # people must ask for it, and they may not act
            shown = tuple((live.message, live.snapshot.seq or 0) for live in boards)
            points.append(Checkpoint(now, match, stored, shown))
        return points

    async def _repair(self) -> None:
        self._storm.over = True
        await self._injector.repair()

    async def end(self, running: asyncio.Task[None]) -> None:
        """Stop injecting, repair everything, and wait until all is shown as it is."""
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await self._repair()
        await self._lift_limits()
        await self.wait_until_shown()
        self.participants.resume()

    async def wait_until_shown(self) -> None:
        """Wait until all is shown as it is, for CALM seconds at most."""
        deadline = time.monotonic() + CALM
        while time.monotonic() < deadline and not self._all_is_shown():  # noqa: ASYNC110 - it is a database
            await asyncio.sleep(POLL)

    def _all_is_shown(self) -> bool:
        matches = self._tracker.matches.values()
        over = [messages for messages in matches if self._reader.is_over(messages.match)]
        current = all(map(_is_current, self._checkpoints()))
        return current and not any(messages.boards() for messages in over)


def _is_current(point: Checkpoint) -> bool:
    return [seq for _, seq in point.boards] == [point.stored.seq]
