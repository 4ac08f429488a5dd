"""Small drawings: stars, and icons for the parts of the points."""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from render.pen import Pen, Points, pen_sprite
from render.theme import RGB, Theme, mix

_STAR: Points = tuple(
    (
        0.5 + (0.5 if at % 2 == 0 else 0.22) * sin(at * pi / 5),
        0.53 - (0.5 if at % 2 == 0 else 0.22) * cos(at * pi / 5),
    )
    for at in range(10)
)
_SMALL: Points = tuple((0.5 + (x - 0.5) * 0.7, 0.54 + (y - 0.54) * 0.7) for x, y in _STAR)


@lru_cache(maxsize=16)
def star(theme: Theme, size: int, *, used: bool) -> Image.Image:
    ground = theme.paper

    def draw(pen: Pen) -> None:
        if used:
            pen.shape(_STAR, theme.paper_edge)
            pen.shape(_SMALL, ground)
        else:
            pen.shape(_STAR, theme.gold_edge)
            pen.shape(_SMALL, theme.gold)

    return pen_sprite(size, draw)


@lru_cache(maxsize=16)
def line_icon(theme: Theme, size: int, kind: str) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.block((0, 0, 1, 1), 0.14, theme.ink_soft)
        for place in range(9):
            row, column = divmod(place, 3)
            on = {"square": place == 4, "column": column == 1, "row": row == 1}[kind]
            x, y = 0.09 + column * 0.29, 0.09 + row * 0.29
            pen.block((x, y, x + 0.24, y + 0.24), 0.03, theme.gold if on else _pale(theme))

    return pen_sprite(size, draw)


def _pale(theme: Theme) -> RGB:
    return mix(theme.ink_soft, theme.paper, 0.55)
