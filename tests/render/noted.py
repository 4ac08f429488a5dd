"""A canvas that records the text written on it."""

from typing import Any, NamedTuple

from PIL import Image

from render.canvas import SCALE, Canvas, dots
from render.theme import USUAL
from render.typography.fonts import Weight


class Said(NamedTuple):
    """One line of text."""

    text: str
    """As drawn, so possibly shortened."""
    size: int
    weight: Weight
    y: int
    """Units from the top."""


class NotedCanvas(Canvas):
    """Draws as usual, and records each line of text; width and height in units."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(Image.new("RGB", (dots(width), dots(height)), USUAL.ground))
        self.texts: list[Said] = []

    def put_text(
        self, x: int, y: int, text: str, weight: Weight, size: int, *more: Any, **named: Any
    ) -> None:
        self.texts.append(Said(text, size, weight, round(y / SCALE)))
        super().put_text(x, y, text, weight, size, *more, **named)
