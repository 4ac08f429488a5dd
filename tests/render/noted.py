"""A canvas that remembers what was written on it."""

from typing import Any, NamedTuple

from PIL import Image

from render.canvas import SCALE, Canvas, dots
from render.theme import USUAL
from render.typography.fonts import Weight


class Said(NamedTuple):
    """One line of text."""

    text: str
    """As it was drawn, so shortened if it had no room."""
    size: int
    weight: Weight
    y: int
    """Units from the top."""


class NotedCanvas(Canvas):
    """Draws as usual, on so many units, and notes each line of text."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(Image.new("RGB", (dots(width), dots(height)), USUAL.ground))
        self.said: list[Said] = []

    def put_text(
        self, x: int, y: int, text: str, weight: Weight, size: int, *more: Any, **named: Any
    ) -> None:
        """See Canvas."""
        self.said.append(Said(text, size, weight, round(y / SCALE)))
        super().put_text(x, y, text, weight, size, *more, **named)
