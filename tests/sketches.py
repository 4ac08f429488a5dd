"""Pictures for tests that don't check them: each kind is drawn once and then reused."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

from cogs.drawing.artist import ThreadArtist

T = TypeVar("T")


class SketchArtist(ThreadArtist):
    """An artist that returns the first picture that a function drew for all later calls of it."""

    def __init__(self, *_: object, **__: object) -> None:
        super().__init__()
        self._drawn: dict[object, Any] = {}

    async def draw(self, call: Callable[[], T]) -> T:
        kind = call.func if isinstance(call, partial) else call
        if kind not in self._drawn:
            self._drawn[kind] = await super().draw(call)
        return cast("T", self._drawn[kind])
