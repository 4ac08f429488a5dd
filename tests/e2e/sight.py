"""Users' view of a match, compared with its stored state."""

import contextlib
from collections import Counter
from pathlib import Path

from chaos.database_reader import DatabaseReader
from chaos.messages import Json
from playground import ClientError, Playground
from playground.world import Event
from tests.e2e.players import Table, boards, buttons


class Visibility:
    """Users' view of match 1."""

    def __init__(self, playground: Playground, database: Path, table: Table) -> None:
        self.playground = playground
        self.table = table
        self._ledger = DatabaseReader(str(database))
        self._told: dict[int, str] = {}
        """The first custom_id of each message when it was posted, without its last field."""
        playground.world.listeners.append(self._on_event)

    def seq(self) -> int:
        stored = self._ledger.stored(1)
        assert stored is not None, "the match has begun"
        return stored.seq

    def live(self) -> list[Json]:
        channels = self.playground.world.guild.channels
        return [m for channel in list(channels) for m in boards(self.table.people[0], channel)]

    def is_current(self) -> bool:
        """Return whether there is exactly one playable board, at the stored state."""
        seqs = [int(next(iter(buttons(board))).split(":")[3]) for board in self.live()]
        return seqs == [self.seq()]

    async def clears(self) -> None:
        """Wait until the match is shown by one current board, and check that this lasts."""
        await self.playground.wait_for(self.is_current)
        await self.playground.settled(0.2)
        assert self.is_current()

    async def turn(self) -> None:
        (board,) = self.live()
        before = self.seq()
        custom_id = next(i for i in buttons(board) if ":take " in i or ":hero " in i)
        for person in self.table.to_act(board):
            with contextlib.suppress(TimeoutError, ClientError):
                await person.press(board["id"], custom_id)
        await self.counts(before)

    async def counts(self, before: int) -> None:
        await self.playground.wait_for(lambda: self.seq() > before)

    def pinged_twice(self) -> list[tuple[int, str]]:
        """Return users pinged by two messages about the same state."""
        pings = self.playground.world.pings
        counts = Counter((user, self._told.get(message, "")) for message, user in pings)
        return [ping for ping, times in counts.items() if times > 1]

    def _on_event(self, event: Event) -> None:
        if event.name == "MESSAGE_CREATE" and event.message is not None:
            message = event.message
            offered = buttons({"components": message.components, "content": message.content})
            self._told[message.id] = next(iter(offered), "").rpartition(":")[0]
