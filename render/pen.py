"""A pen that draws in a square of side 1, so that one drawing serves every size.

Most signs are drawings in `data/shapes`, lists of strokes of the pen; code draws those whose form
depends on numbers. A square can be flattened, which keeps its width; the squares that `at` returns
inside it are whole.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from render.canvas import smooth
from render.theme import RGB, parse_colour
from render.typography.fonts import Weight, font

Points = tuple[tuple[float, float], ...]
UnitBox = tuple[float, float, float, float]
Drawing = Sequence[tuple[Any, ...]]
"""Strokes of a file in `data/shapes`, which explains them."""
_FOLDER = Path(__file__).parent.parent / "data" / "shapes"


@cache
def drawings(file: str) -> Mapping[str, Drawing]:
    """Return all drawings of a file by name, with points in pairs."""
    tables = tomllib.loads((_FOLDER / f"{file}.toml").read_text(encoding="utf-8"))
    return {name: tuple(_stroke(*stroke) for stroke in strokes) for name, strokes in tables.items()}


def _stroke(kind: str, colour: str, *numbers: Any) -> tuple[Any, ...]:
    match kind:
        case "oval" | "edge" | "digit":
            return kind, colour, *numbers
        case "block":
            return kind, colour, numbers[:4], numbers[4]
        case "shape":
            return kind, colour, tuple(zip(numbers[::2], numbers[1::2], strict=True))
        case "path":
            return kind, colour, numbers[0], tuple(zip(numbers[1::2], numbers[2::2], strict=True))
        case _:
            raise ValueError(f"there are no strokes of the kind '{kind}'")


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

    def draw(self, drawing: Drawing, *palettes: object) -> None:
        """Draw all strokes. A colour's name is an attribute of one of `palettes`, which come in
        order.
        """
        corners: Points = ()
        for kind, name, *form in drawing:
            colour = _colour(name, palettes)
            if kind == "shape":
                (corners,) = form
                self.shape(corners, colour)
            elif kind == "block":
                self.block(form[0], form[1], colour)
            elif kind == "path":
                self.path(form[1], colour, form[0])
            elif kind == "oval":
                left, top, right, bottom = form
                self.oval((left, top, right, bottom), colour)
            elif kind == "edge":
                self.path((*corners, *corners[:2]), colour, form[0])
            else:
                text, x, y, height = form
                self.digit(x, y, height, text, colour)

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


def _colour(name: str, palettes: tuple[object, ...]) -> RGB:
    if name.startswith("#"):
        return parse_colour(name)
    for palette in palettes:
        colour: RGB | None = getattr(palette, name, None)
        if colour is not None:
            return colour
    raise ValueError(f"there is no colour '{name}' here")


def pen_sprite(size: int, draw: Callable[[Pen], None]) -> Image.Image:
    return smooth(size, size, lambda image, scale: draw(Pen(image, 0, 0, size * scale)))
