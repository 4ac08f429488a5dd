"""What lasts for hours of the playground's time, and is undone when they are over."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from playground import Playground

HOUR = 3600.0
Undo = Callable[[], Coroutine[Any, Any, None] | None]


@dataclass(frozen=True, slots=True)
class _Effect:
    until: float
    """In the playground's time."""
    undo: Undo


class TimedEffects:
    """Those that last now."""

    def __init__(self, playground: Playground) -> None:
        self._clock = playground.world.clock
        self._effects: list[_Effect] = []

    def add(self, hours: float, undo: Undo) -> None:
        """Undo something in so many hours, or when all is repaired."""
        self._effects.append(_Effect(self._clock() + hours * HOUR, undo))

    async def end_overdue(self) -> None:
        """Undo what has lasted long enough."""
        await self._end([effect for effect in self._effects if effect.until <= self._clock()])

    async def end_all(self) -> None:
        """Undo all of it."""
        await self._end(self._effects[:])

    async def _end(self, effects: list[_Effect]) -> None:
        for effect in effects:
            self._effects.remove(effect)
            waiting = effect.undo()
            if waiting is not None:
                await waiting
