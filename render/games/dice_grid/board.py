"""The picture of a grid: the sheet, the boxes, the points, and the next decision."""

from collections.abc import Iterator
from functools import lru_cache, partial

from PIL import Image

from render.canvas import Canvas, dots
from render.games.dice_grid import zoom
from render.games.dice_grid.alt import alt_text
from render.games.dice_grid.boxes import draw_boxes
from render.games.dice_grid.cells import Cell, SquareLook, cell_mask, paint_cell
from render.games.dice_grid.dice import FACES
from render.games.dice_grid.header import draw_header, draw_points
from render.games.dice_grid.palette import theme_palette
from render.games.dice_grid.scene import GridScene
from render.games.dice_grid.sheet import draw_sheet, sheet_side
from render.games.dice_grid.table import planks
from render.indexed import IndexedCanvas
from render.memory import remembered
from render.packed import packed
from render.picture import Picture
from render.png import Raster, as_picture
from render.theme import USUAL, Theme
from texts import Words

WIDTH = 1200
MARGIN = 18
HEAD = 108
GAP = 12
POINTS = 148
_USUAL_SIZE = 6


def height_of(scene: GridScene) -> int:
    return _height(scene.size) + (0 if scene.focus is None else GAP + zoom.HEIGHT)


def _height(size: int) -> int:
    return MARGIN + HEAD + GAP + sheet_side(size) + MARGIN


def warm_up_steps(theme: Theme = USUAL) -> Iterator[None]:
    palette = theme_palette(theme)
    yield
    _ground(theme, _height(_USUAL_SIZE))
    yield
    image = Image.new("L", (dots(WIDTH), dots(400)), palette.number(theme.paper))
    canvas = IndexedCanvas(image, palette)
    for type_, faces in enumerate(FACES):
        for cell in (Cell(type_, faces), Cell(type_, faces, marker=True)):
            canvas.tile(("grid", cell), partial(paint_cell, theme, cell), cell_mask(), 200, 200)
            yield
    for look in SquareLook:
        cell = Cell(look=look)
        canvas.tile(("grid", cell), partial(paint_cell, theme, cell), cell_mask(), 200, 200)
        yield


@remembered
def draw_board(scene: GridScene, words: Words, theme: Theme = USUAL) -> Picture:
    palette = theme_palette(theme)
    height = height_of(scene)
    raster = Raster(dots(WIDTH), dots(height))
    raster.lay(_ground(theme, height))
    draw_grid(IndexedCanvas(raster.image, palette, "planks"), theme, scene, words)
    return as_picture(raster, palette, alt_text(scene, words))


@lru_cache(maxsize=1)
@packed(maxsize=4)
def _ground(theme: Theme, height: int) -> Image.Image:
    return theme_palette(theme).reduce(planks(theme, WIDTH, height))


def draw_grid(canvas: Canvas, theme: Theme, scene: GridScene, words: Words) -> None:
    side = sheet_side(scene.size)
    split = MARGIN + side
    left, right = split + GAP, WIDTH - MARGIN
    top = MARGIN + HEAD + GAP
    draw_header(canvas, theme, (MARGIN, MARGIN, split, MARGIN + HEAD), scene, words)
    draw_points(canvas, theme, (left, MARGIN, right, MARGIN + POINTS), scene, words)
    draw_sheet(canvas, theme, MARGIN, top, scene)
    draw_boxes(canvas, theme, (left, MARGIN + POINTS + GAP, right, top + side), scene)
    if scene.focus is not None:
        below = top + side + GAP
        zoom.draw_zoom(
            canvas, theme, (MARGIN, below, right, below + zoom.HEIGHT), scene, scene.focus
        )
