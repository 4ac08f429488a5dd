"""The six types as dice that differ in outline, colour and number."""

from functools import partial

from PIL import Image, ImageDraw

from render.canvas import SMOOTH, Canvas, dots
from render.games.dice_grid.colours import Body, colours_of
from render.pen import Pen, Points
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
    outline = OUTLINES[type_ % len(OUTLINES)]
    pen.shape(outline, body.base)
    if plain:
        return
    dark = _between(body.base, body.dark)
    light = _between(body.base, body.light)
    match outline:
        case _ if outline is TRIANGLE:
            pen.shape(((0.5, 0.05), (0.34, 0.42), (0.0, 0.93)), light)
            pen.shape(((0.5, 0.05), (0.66, 0.42), (1.0, 0.93)), dark)
        case _ if outline is SQUARE:
            pen.shape(((0.1, 0.1), (0.9, 0.1), (0.8, 0.2), (0.2, 0.2)), light)
            pen.shape(((0.1, 0.9), (0.9, 0.9), (0.8, 0.8), (0.2, 0.8)), dark)
        case _ if outline is DIAMOND:
            pen.shape(((0.5, 0.0), (0.06, 0.5), (0.22, 0.5)), light)
            pen.shape(((0.5, 0.0), (0.94, 0.5), (0.78, 0.5)), dark)
            pen.shape(((0.06, 0.5), (0.22, 0.5), (0.5, 1.0)), dark)
            pen.shape(((0.94, 0.5), (0.78, 0.5), (0.5, 1.0)), body.dark)
        case _ if outline is KITE:
            pen.shape(((0.5, 0.0), (0.01, 0.66), (0.17, 0.64)), light)
            pen.shape(((0.5, 0.0), (0.99, 0.66), (0.83, 0.64)), dark)
            pen.shape(((0.01, 0.66), (0.17, 0.64), (0.5, 0.84), (0.5, 1.0)), dark)
            pen.shape(((0.99, 0.66), (0.83, 0.64), (0.5, 0.84), (0.5, 1.0)), body.dark)
        case _ if outline is PENTAGON:
            inner = tuple((0.5 + (x - 0.5) * 0.78, 0.53 + (y - 0.53) * 0.78) for x, y in PENTAGON)
            for at, colour in enumerate((dark, body.dark, dark, light, light)):
                after = (at + 1) % 5
                pen.shape((PENTAGON[at], PENTAGON[after], inner[after], inner[at]), colour)
        case _:
            top, low = (0.5, 0.1), 0.76
            pen.shape(((0.5, 0.0), (0.06, 0.25), (0.08, low), top), light)
            pen.shape(((0.5, 0.0), (0.94, 0.25), (0.92, low), top), dark)
            pen.shape(((0.08, low), (0.92, low), (0.5, 1.0)), body.dark)


def _between(first: tuple[int, int, int], second: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = ((a + b) // 2 for a, b in zip(first, second, strict=True))
    return red, green, blue
