"""Pictures for tests that look at none: each kind is drawn once, and shown again after that."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

from cogs.drawing.artist import ThreadArtist

T = TypeVar("T")


class SketchArtist(ThreadArtist):
    """Gives what it drew when the same function was called before, of whatever that was."""

    def __init__(self, *_: object, **__: object) -> None:
        super().__init__()
        self._drawn: dict[object, Any] = {}

    async def draw(self, call: Callable[[], T]) -> T:
        """What an earlier call gave, or what this one does."""
        kind = call.func if isinstance(call, partial) else call
        if kind not in self._drawn:
            self._drawn[kind] = await super().draw(call)
        return cast("T", self._drawn[kind])
