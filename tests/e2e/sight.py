"""What people see of a match, compared with what is stored of it."""

import contextlib
from collections import Counter
from pathlib import Path

from chaos.database_reader import DatabaseReader
from chaos.messages import Json
from playground import ClientError, Playground
from playground.world import Event
from tests.e2e.players import Table, boards, buttons


class Visibility:
    """Sees match 1."""

    def __init__(self, playground: Playground, database: Path, table: Table) -> None:
        self.playground = playground
        self.table = table
        self._ledger = DatabaseReader(str(database))
        self._told: dict[int, str] = {}
        """What messages offered when they were posted."""
        playground.world.listeners.append(self._on_event)

    def seq(self) -> int:
        """How many entries are stored."""
        stored = self._ledger.stored(1)
        assert stored is not None, "the match has begun"
        return stored.seq

    def live(self) -> list[Json]:
        """All messages on which the match can be played, wherever they are."""
        channels = self.playground.world.guild.channels
        return [m for channel in list(channels) for m in boards(self.table.people[0], channel)]

    def is_current(self) -> bool:
        """Whether one board can be played on, and it tells all."""
        told = [int(next(iter(buttons(board))).split(":")[3]) for board in self.live()]
        return told == [self.seq()]

    async def clears(self) -> None:
        """Wait until that is so and stays so."""
        await self.playground.wait_for(self.is_current)
        await self.playground.settled(0.2)
        assert self.is_current()

    async def turn(self) -> None:
        """Somebody moves, and it counts; nobody waits for what Discord says to it."""
        (board,) = self.live()
        before = self.seq()
        custom_id = next(i for i in buttons(board) if ":take " in i or ":hero " in i)
        for person in self.table.to_act(board):
            with contextlib.suppress(TimeoutError, ClientError):
                await person.press(board["id"], custom_id)
        await self.counts(before)

    async def counts(self, before: int) -> None:
        """Wait until more entries are stored than before."""
        await self.playground.wait_for(lambda: self.seq() > before)

    def pinged_twice(self) -> list[tuple[int, str]]:
        """Who was pinged by two messages that told the same."""
        pings = self.playground.world.pings
        seen = Counter((user, self._told.get(message, "")) for message, user in pings)
        return [ping for ping, times in seen.items() if times > 1]

    def _on_event(self, event: Event) -> None:
        if event.name == "MESSAGE_CREATE" and event.message is not None:
            shown = event.message
            offered = buttons({"components": shown.components, "content": shown.content})
            self._told[shown.id] = next(iter(offered), "").rpartition(":")[0]
