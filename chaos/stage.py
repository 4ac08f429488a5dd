"""What all tables share: whether people act just now, how wild they are, who else walks by."""

import asyncio

from playground import Person, Playground
from playground.luck import Luck


class Stage:
    """Opens and closes the floor for all players at once."""

    def __init__(self, playground: Playground, stranger: Person, luck: Luck, *, wild: bool) -> None:
        self.playground = playground
        self.stranger = stranger
        """Somebody who plays in no match."""
        self.wild = wild
        """Whether people do what they should not."""
        self.people: list[Person] = []
        """Everybody who plays."""
        self._luck = luck
        self._open = asyncio.Event()
        self._open.set()

    def close(self) -> None:
        """Nobody begins anything new."""
        self._open.clear()

    def open(self) -> None:
        """Everybody may act."""
        self._open.set()

    async def may_act(self) -> None:
        """Wait until acting is allowed and, mostly, until a bot is there to hear it."""
        while True:
            await self._open.wait()
            gateway = self.playground.gateway
            if gateway.online or (self.wild and gateway.sessions and self._luck.chance(0.02)):
                return
            await asyncio.sleep(0.05)
