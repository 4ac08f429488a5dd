"""A watch over the sessions of a fleet's shards."""

import asyncio
import time

from chaos.shard_times import ShardTimes
from playground import Playground

LOOK = 0.1


class ShardWatch:
    def __init__(self, playground: Playground, shards: int, times: ShardTimes) -> None:
        self.times = times
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
            self.times.unheard = max(self.times.unheard, now - min(well))
            self.times.doubled = max(self.times.doubled, now - min(single))
            self.times.hasty = self._gateway.hasty
            await asyncio.sleep(LOOK)

    def _sessions(self) -> list[int]:
        counts = [0] * self._shards
        for session in self._gateway.sessions.values():
            number, shards = session.shard
            if session.connection is not None and shards == self._shards:
                counts[number] += 1
        return counts
