"""A canvas that knows from where to where each line of text reaches."""

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
"""A smaller picture would take minutes to find and tell nothing more."""


class Line(NamedTuple):
    """One line of text, in units."""

    text: str
    size: int
    left: float
    right: float
    y: float
    """Its middle."""


class MeasuredCanvas(Canvas):
    """Draws as usual, and notes each line of text."""

    def __init__(self, image: Image.Image) -> None:
        super().__init__(image)
        self.lines: list[Line] = []

    def put_text(
        self, x: int, y: int, text: str, weight: Weight, size: int, *more: Any, **named: Any
    ) -> None:
        """See Canvas."""
        super().put_text(x, y, text, weight, size, *more, **named)
        anchor = more[1]
        wide = text_width(text, weight, size)
        left = x / SCALE - {"l": 0.0, "m": wide / 2, "r": float(wide)}[anchor[0]]
        if text:
            self.lines.append(Line(text, size, left, left + wide, y / SCALE))


@contextmanager
def measured(module: ModuleType) -> Iterator[list[MeasuredCanvas]]:
    """What the pictures of a module are drawn on meanwhile, in order."""
    made: list[MeasuredCanvas] = []

    def make(image: Image.Image) -> MeasuredCanvas:
        made.append(MeasuredCanvas(image))
        return made[-1]

    with patch.object(module, "Canvas", make):
        yield made


def check_layout(canvas: MeasuredCanvas) -> None:
    """Nothing leaves the picture, no text runs into another, and a phone shows every letter."""
    for line in canvas.lines:
        assert line.left >= 0, line
        assert line.right <= canvas.width, line
        assert line.size / 2 <= line.y <= canvas.height - line.size / 2, line
        assert line.size * 390 / canvas.width >= 11, line
    for one, other in combinations(canvas.lines, 2):
        # Capital letters are two thirds as high as their size.
        level = abs(one.y - other.y) < (one.size + other.size) / 3 * 0.95
        assert not level or one.right <= other.left or other.right <= one.left, (one, other)
