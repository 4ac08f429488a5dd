"""A strip below the board with one row in large, where several numbers share a square."""

from functools import partial

from engine.games.dice_grid.observation import SeenPlace
from render.canvas import Box, Canvas
from render.games.dice_grid.cells import empty_colour, lit_colour
from render.games.dice_grid.dice import put_die
from render.games.dice_grid.scene import GridScene
from render.games.dice_grid.sheet import draw_chance
from render.theme import Theme
from render.typography.fonts import Weight

HEIGHT = 226
_NAME = 40
_NUMBERS = (0, 64, 60, 46, 40)
"""Sizes of numbers, by rows of numbers in a square."""


def draw_zoom(canvas: Canvas, theme: Theme, box: Box, scene: GridScene, row: int) -> None:
    canvas.part(("zoom", box, row), partial(canvas.card, box, 18, theme, line=3, down=6))
    left, top, right, bottom = box
    side = (right - left - 16) // scene.size
    for column, square in enumerate(scene.row(row)):
        x = left + 8 + column * side
        canvas.text(x + side // 2, top + 6 + _NAME // 2, scene.name(square), 34, theme.ink_soft,
                    weight=Weight.BLACK, anchor="mm")  # fmt: skip
        place = (x + 4, top + 6 + _NAME, x + side - 4, bottom - 10)
        _draw_square(canvas, theme, place, scene, square)


def _draw_square(canvas: Canvas, theme: Theme, box: Box, scene: GridScene, square: int) -> None:
    left, top, right, bottom = box
    type_, chances = scene.view.grid[square], scene.chances(square)
    middle = ((left + right) // 2, (top + bottom) // 2)
    if not chances:
        canvas.panel(box, 14, empty_colour(theme), theme.paper_edge, 3)
        if type_ is not None:
            put_die(canvas, theme, 96, type_, *middle, empty_colour(theme))
        return
    ground = lit_colour(theme)
    canvas.panel(box, 16, ground, theme.gold, 6)
    rows = -(-len(chances) // 2)
    inner = (left + 10, top + 10, right - 10, bottom - 10)
    for place, lit in enumerate(chances):
        chip = _part(inner, place, len(chances), rows)
        _draw_chance(canvas, theme, chip, lit, _NUMBERS[rows], len(scene.view.columns))


def _part(box: Box, place: int, count: int, rows: int) -> Box:
    """Return the place of a number in two columns; a number alone in the last row is centred."""
    left, top, right, bottom = box
    width, height = (right - left) // 2, (bottom - top) // rows
    row, side = divmod(place, 2)
    alone = place == count - 1 and side == 0
    x = left + (width // 2 if alone else width * side)
    return (x + 2, top + row * height + 2, x + width - 2, top + (row + 1) * height - 2)


def _draw_chance(
    canvas: Canvas, theme: Theme, box: Box, lit: SeenPlace, size: int, type_count: int
) -> None:
    ground = lit_colour(theme)
    if lit.number is not None:
        draw_chance(canvas, theme, box, (lit.number, lit.types), size, ground)
        return
    left, top, right, bottom = box
    shown = () if len(lit.types) == type_count else lit.types
    across = 3
    for place, type_ in enumerate(shown):
        row, column = divmod(place, across)
        pitch = (right - left) // across
        x = left + pitch * column + pitch // 2
        y = (top + bottom) // 2 + (row * 2 - (len(shown) > across)) * pitch // 2
        put_die(canvas, theme, pitch - 4, type_, x, y, ground)
