"""A canvas that records the text written on it."""

from itertools import combinations
from typing import Any, NamedTuple

from PIL import Image

from render.canvas import SCALE, Box, Canvas, dots
from render.indexed import text_box
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


class BoxedCanvas(Canvas):
    """Draws as usual, and records the box (in pixels) and size of each line of text."""

    def __init__(self, image: Image.Image) -> None:
        super().__init__(image)
        self.texts: list[tuple[str, int, Box]] = []

    def put_text(
        self, x: int, y: int, text: str, weight: Weight, size: int, colour: Any, anchor: str,
        outline: Any,
    ) -> None:  # fmt: skip
        left, top, right, bottom = text_box(text, weight, size, anchor)
        self.texts.append((text, size, (x + left, y + top, x + right, y + bottom)))
        super().put_text(x, y, text, weight, size, colour, anchor, outline)

    def check_boxes(self) -> None:
        """Check that text stays inside the picture and never overlaps."""
        for text, _, (left, top, right, bottom) in self.texts:
            assert min(left, top) >= 0, text
            assert right <= self.image.width, text
            assert bottom <= self.image.height, text
        for (first, _, a), (second, _, b) in combinations(self.texts, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (first, second)
