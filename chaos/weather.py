"""What goes wrong, when: a schedule drawn from the seed."""

import asyncio

from chaos.fleet import Fleet
from chaos.ledger import Ledger
from chaos.shelf import Shelf
from chaos.stage import Stage
from playground.luck import Luck


class Weather:
    """Disturbs a run until it is ended."""

    def __init__(
        self, stage: Stage, fleet: Fleet, shelf: Shelf, ledger: Ledger, luck: Luck
    ) -> None:
        self.schedule: list[str] = []
        self.faults = 0
        self._stage = stage
        self._fleet = fleet
        self._shelf = shelf
        self._ledger = ledger
        self._luck = luck

    async def rage(self) -> None:
        """Disturb."""

    async def end(self, disturbing: asyncio.Task[None]) -> None:
        """Stop disturbing and mend everything."""
        disturbing.cancel()
        await asyncio.gather(disturbing, return_exceptions=True)
