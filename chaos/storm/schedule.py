"""The schedule of a storm: periods of faults, each followed by a calm.

Two questions need opposite conditions. "Does anything break?" needs faults all the time, also on
top of each other, because the worst bugs hide in a kill during the repair of another fault. "Does
the bot recover?" needs a time without faults: while they happen, every missing board has an excuse.

So a storm alternates. An injector draws a fault every second or so, with pauses of 0.1 to 2 s, and
the playground itself drops and delays requests. Then comes a calm:

1. All participants stop, so that nothing new happens.
2. Everything is repaired: permissions come back, processes start, limits on threads pass.
3. The schedule waits until the bot is idle and shows the right board of every match, for CALM
   seconds at most.
4. It records one Checkpoint per match. The check "current" then demands exactly one board, with
   the stored seq, for each of them.

The calm has to wait for the bot instead of for a fixed time: a fixed time would be too short on a
busy machine, and would waste minutes of each campaign on a fast one.
"""

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
"""Real seconds without activity that end the wait in a calm, and the limit of that wait."""
CALM = 30.0
"""Real seconds without faults after which every board must be current."""
POLL = 0.1


class FaultSchedule:
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
        """Set when only a few groups are left, so that they end without faults."""
        self.schedule: list[str] = []
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
        return self._storm.counts.total() + self._injector.counts.total()

    async def run(self, postings: PostingRecorder, *, brief: bool = False) -> None:
        self.participants.playground.storm = self._storm
        postings.also = self._injector.processes.on_exchange
        while not self.enough:
            if opening := self._injector.opening():
                await self._injector.inject(opening)
            until = time.monotonic() + self._luck.between(*self._tempo.storm)
            while time.monotonic() < until:
                await asyncio.sleep(self._luck.between(*self._tempo.pause))
                await self._injector.inject(self._injector.draw())
            await self._calm()
            if brief:
                return
            self._note("storm")
            self._storm.over = False
        self._storm.over = True

    def _note(self, fault: str) -> None:
        self.schedule.append(f"{time.monotonic() - self._began:7.2f} s: {fault}")
        now = self.participants.playground.world.clock()
        self._tracker.transcript.schedule.append((now, f"-- {fault}"))

    async def _calm(self) -> None:
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
        playground = self.participants.playground
        left = self._injector.discord.limited_until - playground.world.clock()
        if left <= 0:
            return False
        self._note(f"{left:.0f} seconds pass until every limit on threads is over")
        await playground.forward(minutes=(left + 1) / 60)
        return True

    def _checkpoints(self) -> list[Checkpoint]:
        now = self.participants.playground.world.clock()
        points = []
        for match in self._reader.running():
            stored, messages = self._reader.stored(match), self._tracker.matches.get(match)
            boards = [] if messages is None else messages.boards()
            if stored is None or (not boards and match in self._injector.moderation.lost):
                continue  # a lost board returns only on request, and players pause now
            current = tuple((live.message, live.snapshot.seq or 0) for live in boards)
            points.append(Checkpoint(now, match, stored, current))
        return points

    async def _repair(self) -> None:
        self._storm.over = True
        await self._injector.repair()

    async def end(self, running: asyncio.Task[None]) -> None:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await self._repair()
        await self._lift_limits()
        await self.wait_until_shown()
        self.participants.resume()

    async def wait_until_shown(self) -> None:
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
