"""A canvas that records the extent of each line of text."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from hypothesis import Phase
from PIL import Image

from render.canvas import SCALE, Canvas, text_width
from render.typography.fonts import Weight

NO_SHRINK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Finding a smaller picture would take minutes and reveal nothing more."""


class Line(NamedTuple):
    """One line of text, in units."""

    text: str
    size: int
    left: float
    right: float
    y: float
    """Its centre."""


class MeasuredCanvas(Canvas):
    """Draws as usual, and records each line of text."""

    def __init__(self, image: Image.Image) -> None:
        super().__init__(image)
        self.lines: list[Line] = []

    def put_text(
        self, x: int, y: int, text: str, weight: Weight, size: int, *more: Any, **named: Any
    ) -> None:
        super().put_text(x, y, text, weight, size, *more, **named)
        anchor = more[1]
        wide = text_width(text, weight, size)
        left = x / SCALE - {"l": 0.0, "m": wide / 2, "r": float(wide)}[anchor[0]]
        if text:
            self.lines.append(Line(text, size, left, left + wide, y / SCALE))


@contextmanager
def measured(module: ModuleType) -> Iterator[list[MeasuredCanvas]]:
    """Collect the canvases on which the module draws while the context is open."""
    canvases: list[MeasuredCanvas] = []

    def make(image: Image.Image) -> MeasuredCanvas:
        canvases.append(MeasuredCanvas(image))
        return canvases[-1]

    with patch.object(module, "Canvas", make):
        yield canvases


def check_layout(canvas: MeasuredCanvas) -> None:
    """Check that text stays inside the picture, never overlaps, and is legible on a phone."""
    for line in canvas.lines:
        assert line.left >= 0, line
        assert line.right <= canvas.width, line
        assert line.size / 2 <= line.y <= canvas.height - line.size / 2, line
        assert line.size * 390 / canvas.width >= 11, line
    for one, other in combinations(canvas.lines, 2):
        # Capital letters are two thirds as high as their size.
        level = abs(one.y - other.y) < (one.size + other.size) / 3 * 0.95
        assert not level or one.right <= other.left or other.right <= one.left, (one, other)
