"""Parts of pictures, kept as the pastes that draw them."""

from typing import Any, NamedTuple

from render.memory import Memory
from render.typography.runs import FONTS

ROOM = 2_500_000
"""How many bytes of pastes are kept at most."""
_PASTE = 300
"""Bytes of a paste, without its pixels: they belong to stamps and runs of text."""

Paste = tuple[Any, ...]
"""The arguments of `ImagingCore.paste`: pixels or a number, the box, and perhaps a mask."""


class Part(NamedTuple):
    """How a part of a picture is drawn."""

    pastes: tuple[Paste, ...]
    result: Any
    """What the function that drew it gave."""


PARTS: Memory[Part] = Memory(ROOM, lambda part: _PASTE * (len(part.pastes) + 1))
FONTS.when_changed(PARTS.clear)
