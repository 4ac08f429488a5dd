"""A tile for one place of the mountain: its die, and whether it can be taken."""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.games.dice_miner.content import Face, Kind
from render.canvas import dots, smooth, standing_points
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.dice import DieForm, DieKey, DieLook, paint_die
from render.theme import RGB, Theme, mix


class Lit(Enum):
    TOP = "top"
    """Can be taken: it is uncovered."""
    SIDE = "side"
    """Can be taken because ¡Salud! opened the sides."""
    IDLE = "idle"
    """Can't be taken now; at most one die covers it."""
    BURIED = "buried"
    """Two dice cover it."""
    GONE = "gone"
    """Taken in the last turns."""


class Cell(NamedTuple):
    step: int
    lit: Lit
    kind: Kind | None = None
    face: Face | None = None
    mark: RGB | None = None


def cell_mask(step: int) -> Image.Image:
    return _mask(dots(step))


@lru_cache(maxsize=4)
def _mask(step: int) -> Image.Image:
    mask = Image.new("1", (step, step), 0)
    half = step // 2
    for y in range(step):
        reach = min(y, step - 1 - y)
        mask.paste(1, (half - 1 - reach, y, half + 1 + reach, y + 1))
    return mask


_SIZES = {Lit.TOP: 0.9, Lit.SIDE: 0.9, Lit.IDLE: 0.85, Lit.BURIED: 0.8, Lit.GONE: 0.5}
"""A die's diagonal as a share of its place's diagonal; smaller makes buried dice look
further away.
"""


def paint_cell(theme: Theme, cell: Cell) -> Image.Image:
    """Return the whole tile in RGB; cell_mask cuts its corners off later."""
    step = cell.step
    tile = Image.new("RGB", (dots(step), dots(step)), colours_of(theme).earth)
    _paste(tile, hollow(theme, step))
    if cell.lit is Lit.TOP or cell.lit is Lit.SIDE:
        _paste(tile, _halo(theme, step, cell.lit))
    if cell.mark is not None:
        _paste(tile, standing_square(step, step * 0.62, step * 0.03, trace(theme, cell.mark)))
    if cell.kind is not None and cell.face is not None:
        look = {Lit.BURIED: DieLook.DIM, Lit.GONE: DieLook.DIM}.get(cell.lit, DieLook.PLAIN)
        # Painted without a cache, because the caller caches the finished tile.
        size = dots(step * _SIZES[cell.lit])
        _paste(tile, paint_die(theme, DieForm.CORNER, size, DieKey(cell.kind, cell.face, look)))
    return tile


def trace(theme: Theme, mark: RGB) -> RGB:
    return mix(mark, theme.cream, 0.4)


def _paste(tile: Image.Image, sprite: Image.Image) -> None:
    x, y = (tile.width - sprite.width) // 2, (tile.height - sprite.height) // 2
    tile.paste(sprite, (x, y), sprite)


@lru_cache(maxsize=8)
def _halo(theme: Theme, step: int, lit: Lit) -> Image.Image:
    outer = step * 0.7
    if lit is Lit.TOP:
        return standing_square(step, outer, 0, theme.gold)
    return standing_square(step, outer, step * 0.03, colours_of(theme).open_side)


def standing_square(size: int, side: float, line: float, colour: RGB) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        half = side / 2 * scale
        radius = side * 0.2 * scale
        middle = size / 2 * scale
        pen.polygon(standing_points(middle, half, radius), fill=(*colour, 255))
        if line:
            inner = standing_points(middle, half - line * scale, max(radius - line * scale, 1))
            pen.polygon(inner, fill=(*colour, 0))

    return smooth(size, size, draw)


@lru_cache(maxsize=4)
def hollow(theme: Theme, step: int) -> Image.Image:
    """Return an empty place with the earth around it. It is shared, so don't draw on it."""

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        side = step * scale
        middle = side / 2
        for inset, colour in ((0.0, colours_of(theme).earth), (0.022, colours_of(theme).hollow)):
            reach = middle * (1 - inset * 2)
            pen.polygon(
                [(middle, middle - reach), (middle + reach, middle), (middle, middle + reach),
                 (middle - reach, middle)],
                fill=colour,
            )  # fmt: skip

    return smooth(step, step, draw)
