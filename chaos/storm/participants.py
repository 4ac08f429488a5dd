"""Everybody in a storm: who takes part, and whether they may act just now."""

import asyncio

from chaos.games import PlayableGame
from playground import Person, Playground
from playground.luck import Luck

_POLL = 0.02
"""Real seconds between two looks whether a bot is there."""


class Participants:
    """Stops all of them during a calm, and lets them go on after it."""

    def __init__(
        self,
        playground: Playground,
        game: PlayableGame,
        stranger: Person,
        luck: Luck,
        impatience: float,
        *,
        misbehave: bool,
    ) -> None:
        self.playground = playground
        self.game = game
        self.stranger = stranger
        """Somebody who plays in no match."""
        self.impatience = impatience
        """Real seconds without news after which they try again."""
        self.misbehave = misbehave
        """Whether they do what they should not."""
        self.people: list[Person] = []
        """Everybody who plays."""
        self._luck = luck
        self._active = asyncio.Event()
        self._active.set()

    def stop(self) -> None:
        """Nobody begins anything new."""
        self._active.clear()

    def resume(self) -> None:
        """Everybody may act."""
        self._active.set()

    async def may_act(self) -> None:
        """Wait until acting is allowed and, mostly, until a bot is there to hear it."""
        while True:
            await self._active.wait()
            gateway = self.playground.gateway
            if gateway.online or (self.misbehave and gateway.sessions and self._luck.chance(0.02)):
                return
            await asyncio.sleep(_POLL)
