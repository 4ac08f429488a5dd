"""A tile for one square of the grid: its type, the path across it, and whether it is lit."""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import SMOOTH, dots, full_mask
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import paint_die
from render.pen import Pen
from render.theme import RGB, Theme, mix

CELL = 108
_DIE = 88
_PAWN = 40


class SquareLook(IntEnum):
    """The look of a square. An integer, because it is hashed often as part of a key."""

    PLAIN = 0
    LIT = 1
    AIM = 2


class Cell(NamedTuple):
    type_: int | None = None
    faces: int = 0
    way: tuple[str, ...] = ()
    """The sides where the last move enters and leaves the square: l, r, u, d."""
    look: SquareLook = SquareLook.PLAIN
    marker: bool = False


def lit_colour(theme: Theme) -> RGB:
    return mix(theme.gold, theme.white, 0.68)


def empty_colour(theme: Theme) -> RGB:
    return mix(theme.paper_dim, theme.paper, 0.3)


def cell_mask() -> Image.Image:
    return full_mask(CELL, CELL)


def paint_cell(theme: Theme, cell: Cell) -> Image.Image:
    side = dots(CELL)
    own = colours_of(theme)
    large = Image.new("RGB", (side * SMOOTH, side * SMOOTH), theme.paper)
    draw = ImageDraw.Draw(large)
    unit = side * SMOOTH / CELL

    def block(inset: float, radius: float, fill: RGB) -> None:
        low, high = inset * unit, (CELL - inset) * unit - 1
        draw.rounded_rectangle((low, low, high, high), radius * unit, fill=fill)

    match cell.look:
        case SquareLook.PLAIN:
            block(3, 14, theme.paper_edge)
            block(5, 12, empty_colour(theme))
        case SquareLook.LIT:
            block(2, 15, theme.gold_edge)
            block(4, 13, theme.gold)
            block(9, 9, lit_colour(theme))
        case SquareLook.AIM:
            block(1, 16, theme.shade)
            block(4, 13, theme.gold)
            block(12, 7, theme.white)
    middle = CELL / 2 * unit
    half = 9 * unit
    for end in cell.way:
        x, y = {"l": (0.0, middle), "r": (CELL * unit, middle), "u": (middle, 0.0),
                "d": (middle, CELL * unit)}[end]  # fmt: skip
        box = (
            min(x, middle) - half * (end in "ud"),
            min(y, middle) - half * (end in "lr"),
            max(x, middle) + half * (end in "ud"),
            max(y, middle) + half * (end in "lr"),
        )
        draw.rectangle(box, fill=own.way)
    if cell.way:
        draw.ellipse((middle - half, middle - half, middle + half, middle + half), fill=own.way)
    if cell.marker:
        for inset, colour in ((0.0, theme.shade), (2.0, own.marker), (9.0, theme.paper)):
            block(inset, 17 - inset, colour)
    tile = large.reduce(SMOOTH)
    if cell.type_ is not None:
        die = paint_die(theme, dots(_DIE), cell.type_, cell.faces)
        at = (side - die.width) // 2
        tile.paste(die, (at, at), die)
    if cell.marker:
        pawn = _pawn(theme)
        tile.paste(pawn, (dots(1), dots(1)), pawn)
    return tile


@lru_cache(maxsize=4)
def _pawn(theme: Theme) -> Image.Image:
    side = dots(_PAWN)
    large = Image.new("RGBA", (side * SMOOTH, side * SMOOTH), (*theme.shade, 0))
    pen = Pen(ImageDraw.Draw(large), 0, 0, side * SMOOTH - 1)
    pen.oval((0, 0, 1, 1), theme.shade)
    pen.oval((0.05, 0.05, 0.95, 0.95), colours_of(theme).marker)
    pen.oval((0.34, 0.13, 0.66, 0.45), theme.white)
    pen.shape(((0.5, 0.3), (0.74, 0.82), (0.26, 0.82)), theme.white)
    pen.block((0.24, 0.72, 0.76, 0.85), 0.05, theme.white)
    return large.convert("RGBa").reduce(SMOOTH).convert("RGBA")
