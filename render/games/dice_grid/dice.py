"""The six types as dice that differ in outline, colour and number."""

from functools import partial
from types import SimpleNamespace

from PIL import Image, ImageDraw

from render.canvas import SMOOTH, Canvas, dots
from render.games.dice_grid.colours import Body, colours_of
from render.pen import Pen, Points, drawings
from render.theme import RGB, Theme

FACES = (4, 6, 8, 10, 12, 20)
TRIANGLE: Points = ((0.5, 0.05), (1.0, 0.93), (0.0, 0.93))
SQUARE: Points = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
DIAMOND: Points = ((0.5, 0.0), (0.94, 0.5), (0.5, 1.0), (0.06, 0.5))
KITE: Points = ((0.5, 0.0), (0.99, 0.66), (0.5, 1.0), (0.01, 0.66))
PENTAGON: Points = ((0.5, 0.02), (1.0, 0.39), (0.81, 0.97), (0.19, 0.97), (0.0, 0.39))
HEXAGON: Points = ((0.5, 0.0), (0.94, 0.25), (0.94, 0.75), (0.5, 1.0), (0.06, 0.75), (0.06, 0.25))
OUTLINES = (TRIANGLE, SQUARE, DIAMOND, KITE, PENTAGON, HEXAGON)
_NUMBERS = ((0.67, 0.4), (0.5, 0.52), (0.5, 0.44), (0.56, 0.42), (0.53, 0.44), (0.5, 0.42))
BARE = 48
"""Below this size, in units, a die shows no number."""


def put_die(
    canvas: Canvas,
    theme: Theme,
    size: int,
    type_: int,
    x: int,
    y: int,
    ground: RGB,
    number: int | None = None,
) -> None:
    """Draw a die, `size` units wide, with or without a number."""
    make = partial(die_sprite, theme, size, type_, number)
    canvas.stamp(("die", size, type_, number), make, x, y, ground)


def die_sprite(theme: Theme, size: int, type_: int, number: int | None = None) -> Image.Image:
    return paint_die(theme, dots(size), type_, number)


def paint_die(theme: Theme, size: int, type_: int, number: int | None) -> Image.Image:
    body = colours_of(theme).body(type_)
    large = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*body.dark, 0))
    draw = ImageDraw.Draw(large)
    pen = Pen(draw, 0, 0, size * SMOOTH - 1)
    outline = OUTLINES[type_ % len(OUTLINES)]
    pen.shape(outline, body.dark)
    _facets(pen.at(0.5, _middle(outline), 0.9), type_, body, plain=size < dots(BARE))
    if number is not None:
        y, height = _NUMBERS[type_ % len(_NUMBERS)]
        height *= 1.0 if number < 10 else 0.92
        pen.digit(0.5, y, height, str(number), body.ink)
    return large.convert("RGBa").reduce(SMOOTH).convert("RGBA")


def _middle(outline: Points) -> float:
    return {TRIANGLE: 0.525, KITE: 0.51, PENTAGON: 0.51}.get(outline, 0.5)


def _facets(pen: Pen, type_: int, body: Body, *, plain: bool) -> None:
    pen.shape(OUTLINES[type_ % len(OUTLINES)], body.base)
    if not plain:
        halves = {"dim": _between(body.base, body.dark), "shine": _between(body.base, body.light)}
        drawing = drawings("dice-grid")[f"d{FACES[type_ % len(FACES)]}"]
        pen.draw(drawing, body, SimpleNamespace(**halves))


def _between(first: tuple[int, int, int], second: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = ((a + b) // 2 for a, b in zip(first, second, strict=True))
    return red, green, blue
