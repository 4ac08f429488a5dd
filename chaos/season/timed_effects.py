"""Effects that last for hours of the playground's time and are then undone."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from playground import Playground

HOUR = 3600.0
Undo = Callable[[], Coroutine[Any, Any, None] | None]


@dataclass(frozen=True, slots=True)
class _Effect:
    until: float
    undo: Undo


class TimedEffects:
    def __init__(self, playground: Playground) -> None:
        self._clock = playground.world.clock
        self._effects: list[_Effect] = []

    def add(self, hours: float, undo: Undo) -> None:
        """Undo something after some hours, or in `end_all`."""
        self._effects.append(_Effect(self._clock() + hours * HOUR, undo))

    async def end_overdue(self) -> None:
        await self._end([effect for effect in self._effects if effect.until <= self._clock()])

    async def end_all(self) -> None:
        await self._end(self._effects[:])

    async def _end(self, effects: list[_Effect]) -> None:
        for effect in effects:
            self._effects.remove(effect)
            undoing = effect.undo()
            if undoing is not None:
                await undoing
