"""A watch over the sessions of a fleet's shards."""

import asyncio
import time

import yarl

from chaos.shard_times import ShardTimes
from playground import Playground

LOOK = 0.1


class ShardWatch:
    def __init__(self, playground: Playground, shards: int, times: ShardTimes) -> None:
        self.times = times
        self.is_cut = False
        """Whether a process is cut from Discord, and its shards have to be handed over."""
        self.suspended: set[str] = set()
        """Ways to Discord of suspended processes, whose sessions hear nothing."""
        self._gateway = playground.gateway
        self._shards = shards

    async def look(self) -> None:
        while not all(self._sessions()):  # noqa: ASYNC110 - it is a look from outside
            await asyncio.sleep(LOOK)
        well = single = [time.monotonic()] * self._shards
        while True:
            now, sessions = time.monotonic(), self._sessions()
            well = [now if n else since for n, since in zip(sessions, well, strict=True)]
            single = [now if n < 2 else since for n, since in zip(sessions, single, strict=True)]
            longest = now - min(well)
            if self.is_cut:
                self.times.unheard_in_cuts = max(self.times.unheard_in_cuts, longest)
            else:
                self.times.unheard = max(self.times.unheard, longest)
            self.times.doubled = max(self.times.doubled, now - min(single))
            self.times.hasty = self._gateway.hasty
            await asyncio.sleep(LOOK)

    @property
    def is_complete(self) -> bool:
        return all(self._sessions())

    def _sessions(self) -> list[int]:
        counts = [0] * self._shards
        for session in self._gateway.sessions.values():
            number, shards = session.shard
            connection = session.connection
            if connection is None or shards != self._shards:
                continue
            if yarl.URL(connection.address).port not in self._deaf():
                counts[number] += 1
        return counts

    def _deaf(self) -> set[int | None]:
        return {yarl.URL(url).port for url in self.suspended}
