"""What goes wrong, when: storms and calms, and single troubles drawn from the seed."""

import asyncio
import contextlib
import time

from chaos.fleet import Fleet
from chaos.ledger import Ledger
from chaos.shelf import Shelf
from chaos.stage import Stage
from chaos.transcript import Checkpoint
from chaos.troubles import Troubles
from playground import Storm
from playground.luck import Luck

STORM = (12.0, 24.0)
BRIEF = 5.0
PAUSE = (0.2, 2.0)
"""Real seconds between two troubles."""
QUIET, SETTLING = 0.4, 10.0
CALM = 30.0
"""Real seconds in calm weather after which everything must be shown as it is."""


class Weather:
    """Disturbs a run until it is ended."""

    def __init__(
        self, stage: Stage, fleet: Fleet, shelf: Shelf, ledger: Ledger, luck: Luck
    ) -> None:
        self.enough = False
        """Set when only few tables are left: they end in good weather."""
        self.schedule: list[str] = []
        """What went wrong when."""
        self._began = time.monotonic()
        self._stage = stage
        self._fleet = fleet
        self._shelf = shelf
        self._ledger = ledger
        self._luck = luck
        self._storm = Storm(luck.child("storm"))
        self._troubles = Troubles(stage, fleet, shelf, ledger, luck.child("troubles"), self._note)

    @property
    def faults(self) -> int:
        """How many things went wrong, kills not counted."""
        return self._storm.counts.total() + self._troubles.counts.total()

    async def rage(self, *, brief: bool = False) -> None:
        """Storms, each followed by a calm in which all must come right, until it is enough.

        If `brief`, one of them.
        """
        playground = self._stage.playground
        playground.storm = self._storm
        playground.on_exchange = self._troubles.on_exchange
        while not self.enough:
            until = time.monotonic() + (BRIEF if brief else self._luck.between(*STORM))
            while time.monotonic() < until:
                await asyncio.sleep(self._luck.between(*PAUSE))
                await self._troubles.happen(self._troubles.draw())
            await self._calm()
            if brief:
                return
            self._note("storm")
            self._storm.over = False
        self._storm.over = True

    def _note(self, what: str) -> None:
        self.schedule.append(f"{time.monotonic() - self._began:7.2f} s: {what}")
        now = self._stage.playground.world.clock()
        self._shelf.transcript.schedule.append((now, f"-- {what}"))

    async def _calm(self) -> None:
        self._note("calm")
        self._stage.close()
        await self._mend()
        with contextlib.suppress(TimeoutError):
            await self._stage.playground.settled(QUIET, SETTLING)
        deadline = time.monotonic() + CALM
        points = self._look()
        while time.monotonic() < deadline and not all(map(_is_current, points)):
            await asyncio.sleep(0.1)
            points = self._look()
        for point in points:
            if not _is_current(point):
                self._note(
                    f"not current: match {point.match}, {self._ledger.describe(point.match)}"
                )
        self._shelf.transcript.checkpoints += points
        self._stage.open()

    def _look(self) -> list[Checkpoint]:
        now = self._stage.playground.world.clock()
        points = []
        for match in self._ledger.running():
            stored, view = self._ledger.stored(match), self._shelf.matches.get(match)
            boards = [] if view is None else view.boards()
            if stored is None or (not boards and match in self._troubles.lost):
                continue  # people must ask for it, and they rest
            shown = tuple((hanging.message, hanging.look.seq or 0) for hanging in boards)
            points.append(Checkpoint(now, match, stored, shown))
        return points

    async def _mend(self) -> None:
        self._storm.over = True
        await self._troubles.mend()

    async def end(self, disturbing: asyncio.Task[None]) -> None:
        """Stop disturbing, mend everything, and wait until all is shown as it is."""
        disturbing.cancel()
        await asyncio.gather(disturbing, return_exceptions=True)
        await self._mend()
        await self.clear()
        self._stage.open()

    async def clear(self) -> None:
        """Wait until all is shown as it is, but not for ever."""
        deadline = time.monotonic() + CALM
        while time.monotonic() < deadline and not self._all_is_shown():  # noqa: ASYNC110 - it is a database
            await asyncio.sleep(0.2)

    def _all_is_shown(self) -> bool:
        """Whether nothing is left to be shown of any match."""
        views = self._shelf.matches.values()
        over = [view for view in views if self._ledger.is_over(view.match)]
        return all(map(_is_current, self._look())) and not any(view.boards() for view in over)


def _is_current(point: Checkpoint) -> bool:
    return [seq for _, seq in point.boards] == [point.stored.seq]
