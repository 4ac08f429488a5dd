"""A pen that draws in a square of side 1, so that one drawing serves every size.

A square can be flattened, which keeps its width; the squares that `at` returns inside it are whole.
"""

from collections.abc import Callable

from PIL import Image, ImageDraw

from render.canvas import smooth
from render.theme import RGB
from render.typography.fonts import Weight, font

Points = tuple[tuple[float, float], ...]
UnitBox = tuple[float, float, float, float]


class Pen:
    def __init__(
        self,
        draw: ImageDraw.ImageDraw,
        left: float,
        top: float,
        side: float,
        height: float | None = None,
    ) -> None:
        self._draw = draw
        self._left = left
        self._top = top
        self._side = side
        self._height = side if height is None else height

    @property
    def flatness(self) -> float:
        """The height as a share of the width."""
        return self._height / self._side

    def at(self, x: float, y: float, side: float) -> "Pen":
        """Return a pen for a smaller square within this one, given by its centre."""
        left = self._left + (x - side / 2) * self._side
        top = self._top + (y - side / 2 / self.flatness) * self._height
        return Pen(self._draw, left, top, side * self._side)

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return self._left + x * self._side, self._top + y * self._height

    def shape(self, points: Points, fill: RGB, edge: RGB | None = None, line: float = 0.0) -> None:
        """Fill a polygon; draw an edge of width `line` if a colour is given for it."""
        real = [self._point(x, y) for x, y in points]
        self._draw.polygon(real, fill=fill)
        if edge is not None:
            self.path((*points, points[0], points[1]), edge, line)

    def path(self, points: Points, colour: RGB, line: float) -> None:
        real = [self._point(x, y) for x, y in points]
        width = max(round(line * self._side), 1)
        self._draw.line(real, fill=colour, width=width, joint="curve")
        for x, y in (real[0], real[-1]):
            half = width / 2
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)

    def oval(self, box: UnitBox, fill: RGB) -> None:
        self._draw.ellipse((*self._point(*box[:2]), *self._point(*box[2:])), fill=fill)

    def block(self, box: UnitBox, radius: float, fill: RGB) -> None:
        self._draw.rounded_rectangle(
            (*self._point(*box[:2]), *self._point(*box[2:])), radius * self._height, fill=fill
        )

    def digit(
        self, x: float, y: float, height: float, text: str, colour: RGB, edge: RGB | None = None
    ) -> None:
        """Write a number around a centre; `height` is the height of its digits."""
        face = font(Weight.BLACK, round(height * self._side / 0.66))
        left, top, right, bottom = face.getbbox(text, anchor="ls")
        centre_x, centre_y = self._point(x, y)
        self._draw.text(
            (centre_x - (left + right) / 2, centre_y - (top + bottom) / 2),
            text,
            font=face,
            fill=colour,
            anchor="ls",
            stroke_width=0 if edge is None else round(0.055 * self._side),
            stroke_fill=edge,
        )


def pen_sprite(size: int, draw: Callable[[Pen], None]) -> Image.Image:
    return smooth(size, size, lambda image, scale: draw(Pen(image, 0, 0, size * scale)))
