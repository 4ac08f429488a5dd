"""Work that is being done right now, so that a shutdown can wait for it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class InFlight:
    """How many interactions are being answered right now."""

    def __init__(self) -> None:
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def __len__(self) -> int:
        """How many."""
        return self._count

    @contextmanager
    def working(self) -> Iterator[None]:
        """Count an interaction as being answered while this lasts."""
        self._count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._idle.set()

    async def idle(self) -> None:
        """Wait until nothing is being answered."""
        await self._idle.wait()
