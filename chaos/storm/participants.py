"""The participants of a storm, and the switch that stops all of them during a calm."""

import asyncio

from chaos.games import PlayableGame
from playground import Person, Playground
from playground.luck import Luck

_POLL = 0.02
"""Real seconds between two checks for a running bot."""


class Participants:
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
        self.impatience = impatience
        """Real seconds without news before players try again."""
        self.misbehave = misbehave
        self.people: list[Person] = []
        self._luck = luck
        self._active = asyncio.Event()
        self._active.set()

    def stop(self) -> None:
        self._active.clear()

    def resume(self) -> None:
        self._active.set()

    async def may_act(self) -> None:
        """Wait until acting is allowed and, most of the time, until a bot is online."""
        while True:
            await self._active.wait()
            gateway = self.playground.gateway
            if gateway.online or (self.misbehave and gateway.sessions and self._luck.chance(0.02)):
                return
            await asyncio.sleep(_POLL)
